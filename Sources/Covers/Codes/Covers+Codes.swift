// Finds and reads the product codes of a picture.

package import Pictures

extension Covers {
  /// The most codes that a picture has.
  package static let mostCodes = 8

  /// The product codes of a picture: at most `mostCodes`, the surest first. Shop numbers are among
  /// them.
  package static func findCodes(in pixels: Pixels) -> [FoundCode] {
    CodeSearch(pixels).codes()
  }
}
