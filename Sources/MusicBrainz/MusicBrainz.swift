// MusicBrainz WS/2: finds the release group of an album. Source: docs/services.md §4. The program
// checks each result by its own comparison. MusicBrainz+Asking sends the requests.

package import Albums
package import HTTP
package import Host
import Text

/// The reason why a look-up at MusicBrainz failed; not for users.
package enum LookupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There was no answer, the service was busy, or the answer could not be read.
  case unreachable(String)
  /// The service refused the request, or has no such entry.
  case refused(status: Int)

  package var description: String {
    switch self {
    case .unreachable(let reason): "no answer (\(reason))"
    case .refused(let status): "refused with HTTP \(status)"
    }
  }
}

package struct MusicBrainz: Sendable {
  /// Source: docs/services.md §4.1.
  package static let publicURL = "https://musicbrainz.org/ws/2"

  /// Numbers of the queries of `choice`: release groups by artist, release groups by credited name,
  /// then releases by artist.
  package static let questions = 0..<3

  /// Path of the file that paces the requests. MusicBrainz counts requests by address, so all
  /// installations of a user share one file. A server other than the public one has a separate
  /// file. Source: docs/services.md §4.1, docs/faults.md E3.
  package static func pacePath(_ configuration: Configuration) -> String {
    let address = HostPort(configuration.services.musicBrainzURL ?? publicURL)
    let name = address.map { "musicbrainz-\($0.host)-\($0.port).pace" } ?? "musicbrainz.pace"
    return "\(SharedFolder.path() ?? configuration.data)/\(name)"
  }

  let transport: Transport
  package let url: String
  let destination: Destination
  let pace: Pace
  package let cache: AnswerCache

  /// Whether the program sends queries with cached answers again, to check the service itself.
  package var asksAgain = false

  /// The priority of the requests. Background requests wait for foreground requests.
  package var priority = Pace.Priority.foreground

  /// Called when the pace allows a request, just before the request is sent.
  package var onSlot: @Sendable () async -> Void = {}

  /// Waits for the given number of milliseconds.
  var rest: @Sendable (Int) async throws -> Void = {
    try await Task.sleep(for: .milliseconds($0))
  }

  package init(
    transport: Transport, url: String, destination: Destination, pace: Pace, cache: AnswerCache
  ) {
    self.transport = transport
    self.url = url
    self.destination = destination
    self.pace = pace
    self.cache = cache
  }

  /// The release group that matches the album; nil when MusicBrainz has no match.
  package func releaseGroup(
    artist: String, title: String, year: Int? = nil
  ) async throws(LookupError) -> ReleaseGroup? {
    let album = Album(artist: artist, title: title, year: year)
    for question in Self.questions {
      if let choice = try await choice(for: album, question) { return choice.first }
    }
    return nil
  }

  /// The release groups that one of the three queries finds for an album; nil without a match.
  package func choice(
    for album: Album, _ question: Int
  ) async throws(LookupError) -> GroupChoice? {
    let query = Self.queries(artist: album.artist, title: album.title)[question]
    let json = try await search(query.entity, query.lucene)
    let groups =
      query.entity == "release-group"
      ? json["release-groups"].items.compactMap { ReleaseGroup($0, like: album) }
      : json["releases"].items.compactMap { ReleaseGroup(ofRelease: $0, like: album) }
    return GroupChoice(groups, year: album.year)
  }

  static func queries(artist: String, title: String) -> [(entity: String, lucene: String)] {
    let (a, t) = (phrase(artist), phrase(title))
    return [
      ("release-group", "releasegroup:\(t) AND artist:\(a)"),
      ("release-group", "releasegroup:\(t) AND creditname:\(a)"),
      ("release", "release:\(t) AND artist:\(a)"),
    ]
  }

  /// A Lucene phrase: inside quotes only the quote and the backslash are special.
  static func phrase(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  func search(
    _ entity: String, _ lucene: String, limit: Int = 25
  ) async throws(LookupError) -> JSON {
    try await get("\(entity)?query=\(lucene.percentEncoded)&limit=\(limit)&fmt=json")
  }
}
