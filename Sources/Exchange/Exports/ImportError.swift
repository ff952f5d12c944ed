// The reason why nothing of a file was imported.

package import Albums

package enum ImportError: Error, Equatable, Sendable {
  /// The file cannot be read; the text of the operating system's error.
  case unreadable(String)
  case tooLarge(megabytes: Int)

  /// Neither an export nor a table of a known service.
  case unknownFormat

  /// A list of things for sale at Discogs.
  case inventory

  /// UTF-16, or another encoding that no known service writes.
  case encoding
  case csv(line: Int, message: String)
  case zip(ZipError)

  /// A file of an export is missing, damaged or invalid.
  case dataFile(String, reason: String)

  /// MusicBrainz has no public collection of albums with this id.
  case noCollection

  /// MusicBrainz did not answer.
  case musicBrainz(String)

  /// A later version of AlbumScan wrote the export.
  case newer(version: Int)

  /// The reason and the remedy, for the host.
  package var sentence: Sentence {
    switch self {
    case .unreadable(let reason): Sentence("cli.import.unreadable", ["reason": .text(reason)])
    case .tooLarge(let megabytes): Sentence("cli.import.too-large", ["count": .count(megabytes)])
    case .unknownFormat: Sentence("cli.import.unknown-format")
    case .inventory: Sentence("cli.import.inventory")
    case .encoding: Sentence("cli.import.encoding")
    case .csv(let line, let message):
      Sentence("cli.import.bad-table", ["line": .count(line), "reason": .text(message)])
    case .zip(let error): Sentence("cli.import.zip.\(error.rawValue)")
    case .dataFile(let name, let reason):
      Sentence("cli.import.bad-part", ["name": .text(name), "reason": .text(reason)])
    case .noCollection: Sentence("cli.import.no-collection")
    case .musicBrainz(let reason):
      Sentence("cli.import.musicbrainz", ["reason": .text(reason)])
    case .newer(let version): Sentence("cli.import.newer", ["version": .text("\(version)")])
    }
  }
}
