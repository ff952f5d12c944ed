// The sample's pictures, and pictures that are none.

import Host
import Support

enum Sample {
  static let photo = "\(Checkout.root)/sample/photo.jpg"
  static let other = "\(Checkout.root)/sample/other.jpg"
}
