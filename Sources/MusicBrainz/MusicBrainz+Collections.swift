// Reads a public collection of MusicBrainz: its kind and its albums.
// Source: <https://musicbrainz.org/doc/MusicBrainz_API>, "Browse".

package import HTTP
import Text

/// The albums of a collection.
package struct MusicBrainzCollection: Equatable, Sendable {
  package let id: String
  package let name: String

  /// The type that its editor chose: `Owned music`, `Wishlist`, …; nil without a type.
  package let type: String?

  /// One element for each entry, so an album with two releases in the collection comes twice.
  /// `entry` is the MBID of the release or release group in the collection.
  package let albums: [(entry: String, group: ReleaseGroup)]

  package static func == (one: Self, other: Self) -> Bool {
    one.id == other.id && one.name == other.name && one.type == other.type
      && one.albums.map(\.entry) == other.albums.map(\.entry)
      && one.albums.map(\.group) == other.albums.map(\.group)
  }
}

extension MusicBrainz {
  /// Entries in an answer, the most that the service sends.
  private static let pageEntries = 100

  /// A larger collection is refused: its answers would take more than half an hour.
  package static let mostCollectionEntries = 100_000

  /// The id in a link to a collection, or a bare MBID; nil for any other text.
  package static func collectionID(in text: String) -> String? {
    let pasted = text.trimmed
    if case .either(let id) = reference(in: pasted) { return id }
    guard case .another("collection") = reference(in: pasted) else { return nil }
    // `reference` has accepted the link, so the MBID is the part of the path after "collection".
    let steps = pasted.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard let index = steps.firstIndex(of: "collection"), index + 1 < steps.count,
      case .either(let id) = reference(in: String(steps[index + 1]))
    else { return nil }
    return id
  }

  /// The collection with this id. Nil if MusicBrainz has no such collection, if the collection is
  /// private, or if it lists artists, events or other things than albums. `progress` gets the
  /// number of entries that were read.
  package func collection(
    _ id: String, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(LookupError) -> MusicBrainzCollection? {
    // The editor may have changed the collection, so cached answers do not count.
    var fresh = self
    fresh.asksAgain = true
    let facts: JSON
    do throws(LookupError) {
      facts = try await fresh.client.get("collection/\(id)?fmt=json")
    } catch .refused(status: 400), .refused(status: 401), .refused(status: 404) {
      return nil
    }
    guard let kind = CollectionKind(rawValue: facts["entity-type"].text ?? "") else { return nil }
    var albums: [(entry: String, group: ReleaseGroup)] = []
    var offset = 0
    while offset < Self.mostCollectionEntries {
      let page = try await fresh.client.get(
        "\(kind.entity)?collection=\(id)&inc=\(kind.includes)&limit=\(Self.pageEntries)"
          + "&offset=\(offset)&fmt=json")
      let items = page["\(kind.entity)s"].items
      for item in items {
        guard let entry = item["id"].text?.lowercased() else { continue }
        let group =
          kind == .releaseGroups
          ? ReleaseGroup(item, like: nil) : ReleaseGroup(ofRelease: item, like: nil)
        if let group { albums.append((entry, group)) }
      }
      offset += items.count
      progress(offset)
      if items.isEmpty || offset >= page["\(kind.entity)-count"].integer ?? 0 { break }
    }
    return MusicBrainzCollection(
      id: id, name: facts["name"].text ?? id, type: facts["type"].text, albums: albums)
  }
}

/// The kinds of collections that have albums.
private enum CollectionKind: String {
  case releases = "release"
  case releaseGroups = "release_group"

  /// The entity in addresses and answers.
  var entity: String { self == .releases ? "release" : "release-group" }

  var includes: String {
    self == .releases ? "artist-credits+release-groups" : "artist-credits"
  }
}
