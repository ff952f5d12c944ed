// Runs albumscan-photo for product codes.

package import Albums
package import Pictures

/// A code of a photo.
package struct PhotoCode: Equatable, Sendable {
  package let kind: ProductCode.Kind
  /// The digits below the bars.
  package let digits: String
  package let code: ProductCode
  /// In pixels of the stored (not rotated) picture. The first corner is the top left one of the
  /// upright code.
  package let quad: Quad

  /// The most codes of a photo. Source: docs/limits.md.
  package static let most = 8

  /// Nil if the digits are no code of the kind.
  package init?(kind: ProductCode.Kind, digits: String, quad: Quad) {
    guard let code = ProductCode(kind, digits) else { return nil }
    (self.kind, self.digits, self.code, self.quad) = (kind, digits, code, quad)
  }
}

extension PhotoProgram {
  /// The product codes in the photo at `file`, the surest first, without the numbers of shops.
  package func codes(_ file: String) throws(PhotoProgramError) -> [PhotoCode] {
    guard let codes = try run(["codes"], on: file).codes else {
      throw .broken("codes: incomplete output")
    }
    return codes.filter { !$0.code.isShopNumber }
  }
}
