// The pictures of the sample, and variants of them with unique bytes.

import Host
import Support

enum Sample {
  static let photo = "\(Checkout.root)/sample/photo.jpg"
  static let other = "\(Checkout.root)/sample/other.jpg"

  /// A cover of the sample catalogue: a small picture that is scanned quickly.
  static let cover = "\(Checkout.root)/sample/catalogue/Adele - 21.jpg"

  /// A small picture with unique bytes: `mark` is added after the end of the picture.
  static func smallPhoto(_ mark: String) throws -> [UInt8] {
    try Files.read(cover) + Array("\nmark \(mark)\n".utf8)
  }

  /// A 12-megapixel photo with unique bytes, which takes the worker some time.
  static func largePhoto(_ mark: String) throws -> [UInt8] {
    try Files.read(photo) + Array("\nmark \(mark)\n".utf8)
  }
}
