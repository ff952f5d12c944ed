// The sample's pictures, and pictures that are none.

import Host
import Support

enum Sample {
  static let photo = "\(Checkout.root)/sample/photo.jpg"
  static let other = "\(Checkout.root)/sample/other.jpg"

  /// A cover of the sample catalogue: a small picture, soon worked off.
  static let cover = "\(Checkout.root)/sample/catalogue/Adele - 21.jpg"

  /// The bytes of a small picture that no other has: a mark stands after its end.
  static func smallPhoto(_ mark: String) throws -> [UInt8] {
    try Files.read(cover) + Array("\nmark \(mark)\n".utf8)
  }

  /// The bytes of a 12-megapixel photo that no other has: the worker needs a while for it.
  static func largePhoto(_ mark: String) throws -> [UInt8] {
    try Files.read(photo) + Array("\nmark \(mark)\n".utf8)
  }
}
