// The real message catalogues of this checkout, for tests of pages and messages.

package import Albums
import Words

extension Phrasebook {
  /// English, in UTC.
  package static func english() throws -> Phrasebook {
    try MessageCatalogue(language: "en", folder: "\(Checkout.root)/words").phrasebook(zone: .utc)
  }

  /// German, in UTC.
  package static func german() throws -> Phrasebook {
    try MessageCatalogue(language: "de", folder: "\(Checkout.root)/words").phrasebook(zone: .utc)
  }
}
