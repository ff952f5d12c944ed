// The value that the search for product codes returns.

package import Pictures

/// A code in a picture.
package struct FoundCode: Equatable, Sendable {
  /// A kind of product code. A UPC-A code has the bars of an EAN-13 code whose first digit is 0.
  package enum Kind: String, CaseIterable, Sendable {
    case ean13 = "EAN-13"
    case upcA = "UPC-A"
    case upcE = "UPC-E"
    case ean8 = "EAN-8"
  }

  package let kind: Kind
  /// The digits as they are printed: 13, 12 or 8.
  package let digits: [UInt8]
  /// The bars, or the part of them that was read. The first corner is the top left one of the
  /// upright code.
  package let quad: Quad
  /// How much worse any other number fits.
  package let lead: Float

  init(_ verdict: CodeVerdict, _ layout: CodeLayout, _ region: CodeRegion) {
    let isUPCA = layout.digits == 12 && verdict.digits.first == 0
    kind = isUPCA ? .upcA : layout.digits == 12 ? .ean13 : layout.digits == 8 ? .ean8 : .upcE
    digits = isUPCA ? Array(verdict.digits.dropFirst()) : verdict.digits
    lead = verdict.lead
    quad = Self.quad(verdict, region)
  }

  /// The ends of the outermost lines, and half of the way to the next line.
  private static func quad(_ verdict: CodeVerdict, _ region: CodeRegion) -> Quad {
    let along = region.along
    let lines = verdict.agreeing.sorted {
      $0.start.x * along.x + $0.start.y * along.y < $1.start.x * along.x + $1.start.y * along.y
    }
    guard let first = lines.first, let last = lines.last else {
      return Quad(region.centre, region.centre, region.centre, region.centre)
    }
    let more = along * (0.11 * region.halfHeight)
    let (one, two) = (first.start - more, first.end - more)
    let (three, four) = (last.end + more, last.start + more)
    return verdict.isReversed ? Quad(three, four, one, two) : Quad(one, two, three, four)
  }

  /// The same code in a picture that is larger by a factor.
  func scaled(by factor: Double) -> FoundCode { FoundCode(self, quad: quad.scaled(by: factor)) }

  private init(_ code: FoundCode, quad: Quad) {
    (kind, digits, lead) = (code.kind, code.digits, code.lead)
    self.quad = quad
  }
}
