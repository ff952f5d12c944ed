// A collection of MusicBrainz as a table: one row for each entry.

package import Albums
import Host
package import MusicBrainz
import Store

extension TableFile {
  /// The id in a link to a collection, or a bare MBID; nil for any other text, such as a path.
  package static func collectionID(in text: String) -> String? {
    MusicBrainz.collectionID(in: text)
  }

  /// Asks MusicBrainz for a collection, at the pace that the service demands.
  package init(
    collection id: String, from musicBrainz: MusicBrainz,
    at now: Timestamp, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(ImportError) {
    let found: MusicBrainzCollection?
    do {
      found = try await musicBrainz.collection(id, progress: progress)
    } catch {
      throw .musicBrainz("\(error)")
    }
    guard let found else { throw .noCollection }
    self.init(found, at: now)
  }

  init(_ collection: MusicBrainzCollection, at now: Timestamp) {
    let status: FindStatus? =
      switch collection.type {
      case "Owned music": .have
      case "Wishlist": .want
      default: nil
      }
    let entries = collection.albums.enumerated().map { index, album in
      var entry = TableEntry(line: index + 1, raw: [album.entry])
      entry.artist = TableText.words(album.group.artist)
      entry.title = TableText.words(album.group.title)
      entry.year = album.group.year
      entry.releaseGroup = album.group.id
      entry.details.status = status
      entry.identity = "musicbrainz \(collection.id) \(album.entry) #1"
      entry.problem = entry.nameProblem
      return entry
    }
    let text = entries.map(\.identity).joined(separator: "\n")
    self.init(
      format: .musicbrainz, digest: SHA256.digest(of: Array(text.utf8)), header: ["MBID"],
      entries: entries, at: now)
  }
}
