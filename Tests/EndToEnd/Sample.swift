// The pictures of the sample, and variants of them with unique bytes.

import Host
import JPEG
import Support

enum Sample {
  /// The photo of the sample with 12 megapixels.
  static let wholePhoto = "\(Checkout.root)/sample/photo.jpg"

  /// The photo of the sample with 1.7 megapixels: its scan needs a fifth of the processor time.
  static let photo: String = {
    let name = "photo.jpg"
    do {
      let folder = try Fixtures.folder("sample-photo") { folder in
        let pixels = try JPEG.decode(Files.read(wholePhoto), coveringSide: 1100).pixels
        let jpeg = try JPEG.encode(pixels, quality: 90, maximumBytes: 4 << 20)
        try Files.replace("\(folder)/\(name)", with: jpeg, durably: false)
      }
      return "\(folder)/\(name)"
    } catch {
      fatalError("\(error)")
    }
  }()

  static let other = "\(Checkout.root)/sample/other.jpg"

  /// A cover of the sample catalogue: a small picture that is scanned quickly.
  static let cover = "\(Checkout.root)/sample/catalogue/Adele - 21.jpg"

  /// A small picture with unique bytes: `mark` is added after the end of the picture.
  static func smallPhoto(_ mark: String) throws -> [UInt8] {
    try Files.read(cover) + Array("\nmark \(mark)\n".utf8)
  }

  /// A 12-megapixel photo with unique bytes, which takes the worker some time.
  static func largePhoto(_ mark: String) throws -> [UInt8] {
    try Files.read(wholePhoto) + Array("\nmark \(mark)\n".utf8)
  }
}
