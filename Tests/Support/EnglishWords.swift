// The real message catalogues of this checkout, for tests of pages and messages.

package import Albums
import Words

extension Phrasebook {
  /// English, in UTC.
  package static func english() throws -> Phrasebook {
    try shipped("en")
  }

  /// German, in UTC.
  package static func german() throws -> Phrasebook {
    try shipped("de")
  }

  /// The message catalogue of a language in words/.
  package static func shipped(_ language: String) throws -> Phrasebook {
    try MessageCatalogue(language: language, folder: "\(Checkout.root)/words")
      .phrasebook(zone: .utc)
  }
}
