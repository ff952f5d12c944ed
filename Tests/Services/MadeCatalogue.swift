// A catalogue of 200,000 albums with made-up names. The words have the frequencies that words of real names have, so
// that most single words belong to more than a hundred albums. The same seed gives the same catalogue.

package import Albums
import Support

package struct MadeCatalogue: Sendable {
  package struct Name: Hashable, Sendable {
    package let artist: String
    package let title: String

    package init(artist: String, title: String) {
      self.artist = artist
      self.title = title
    }
  }

  package private(set) var names: [Name] = []
  let search: CatalogueSearch

  /// MusicBrainz' artist of collections.
  static let variousArtists = "Various Artists"

  /// `known` are albums of a test that the catalogue has, too; they come first.
  package init(_ count: Int = 200_000, seed: UInt64 = 179, known: [Name] = []) {
    var random = SeededGenerator(seed: seed)
    var maker = NameMaker()
    names = known
    names.reserveCapacity(count)
    while names.count < count { names += maker.discography(&random) }
    names.removeLast(names.count - max(count, known.count))
    let all = names
    search = CatalogueSearch(
      all.count, fields: ["artist", "releasegroup", "label"],
      keywords: ["barcode", "catno"]
    ) { album, field in
      switch field {
      case "artist": [all[album].artist]
      case "barcode": Self.code(of: album).map { [$0.digits] } ?? []
      case "catno": [Self.catalogueNumber(of: album)]
      case "label": [Self.recordLabel(of: album)]
      default: [all[album].title]
      }
    }
  }

  /// The EAN-13 of an album; nil for half of the albums, which are older than bar codes. Every fiftieth code belongs
  /// to two albums.
  package static func code(of album: Int) -> ProductCode? {
    guard album.isMultiple(of: 2) else { return nil }
    let number = album % 100 == 2 ? album - 2 : album
    // Some codes are those of the United States, with a leading zero.
    let prefix = number.isMultiple(of: 3) ? "07" : "50"
    let digits = "\(prefix)\(String(repeating: "0", count: 10 - String(number).count))\(number)"
    let sum = digits.utf8.enumerated().reduce(0) {
      $0 + (Int($1.element) - 48) * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return ProductCode(.ean13, "\(digits)\((10 - sum % 10) % 10)")
  }

  /// Numbers of three digits belong to several albums.
  package static func catalogueNumber(of album: Int) -> String {
    let prefixes = ["KL", "RDP", "S", "QX", "VTN", "BLS", "ZK"]
    let number = album.isMultiple(of: 4) ? 100 + album % 900 : 10_000 + album % 90_000
    return "\(prefixes[album % prefixes.count]) \(number)"
  }

  package static func recordLabel(of album: Int) -> String {
    ["Mercury", "Liberty", "Capitol", "Fontana", "Vertigo", "Harvest", "Chess"][album / 7 % 7]
  }

  /// The MBID of the release group of an album.
  package static func mbid(of album: Int) -> String { mbid("9409b000", album) }

  static func mbid(_ start: String, _ index: Int) -> String {
    let digits = String(index, radix: 16)
    let padded = String(repeating: "0", count: 12 - digits.count) + digits
    return "\(start)-0000-4000-8000-\(padded)"
  }
}
