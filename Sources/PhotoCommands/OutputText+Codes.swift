// Runs the command for product codes.

import Covers
import JPEG
import Pictures

extension OutputText {
  /// Pixels of the longer side above which a picture is reduced. Twelve megapixels are read whole.
  private static let codeSide = 4_096

  /// The codes in pixels of the stored picture.
  init(codesOf input: [UInt8]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringLongerSide: Self.codeSide)
    let codes = Covers.findCodes(in: photo.pixels)
    self.init()
    add("width", photo.uprightWidth)
    add("height", photo.uprightHeight)
    add("orientation", photo.orientation.rawValue)
    for (index, code) in codes.enumerated() {
      add("code", index + 1)
      add("kind", code.kind.rawValue)
      add("digits", code.digits.map(String.init).joined())
      addQuad(code.quad, photo.stored)
    }
  }
}
