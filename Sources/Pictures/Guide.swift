// The framing square of the camera page, in the form that the page sends.

/// A rectangle in fractions of the upright picture: x and y of its top left, width, height.
///
/// The camera page sends a text such as `0.1,0.2,0.8,0.6`. Source: docs/interface.md "guide".
package struct Guide: Hashable, Sendable, CustomStringConvertible {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  /// Nil unless the rectangle is inside the picture, and has at least a hundredth of the picture's
  /// width and of its height.
  package init?(x: Double, y: Double, width: Double, height: Double) {
    let all = [x, y, width, height]
    guard all.allSatisfy(\.isFinite), x >= 0, y >= 0, width >= 0.01, height >= 0.01,
      x + width <= 1.000_001, y + height <= 1.000_001
    else { return nil }
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Reads `x,y,w,h`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4, text.utf8.count <= 100 else { return nil }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  package var description: String { "\(x),\(y),\(width),\(height)" }
}
