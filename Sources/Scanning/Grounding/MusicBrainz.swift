// MusicBrainz WS/2: which release group an album is. Source: CONTRACTS §4.
// Nothing it says is believed without our own comparison; how it is asked is in MusicBrainz+Asking.

import Albums
import HTTP
import Host
import Models
import Text

/// Why MusicBrainz could not be asked; never a user's business.
enum LookupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There was no answer, the service was busy, or its answer could not be read.
  case unreachable(String)
  /// The service refused the request, or there is no such entry.
  case refused(status: Int)

  var description: String {
    switch self {
    case .unreachable(let reason): "no answer (\(reason))"
    case .refused(let status): "refused with HTTP \(status)"
    }
  }
}

struct MusicBrainz: Sendable {
  /// Source: CONTRACTS §4.1.
  static let publicURL = "https://musicbrainz.org/ws/2"

  /// `question` of `choice`: the release group by artist, by the credited name, then by a release.
  static let questions = 0..<3

  /// Where its pace is kept: MusicBrainz counts by address, so all installations of a user go by one file;
  /// another server than the public one has its own. Source: CONTRACTS §4.1, FAULTS E3.
  static func pacePath(_ configuration: Configuration) -> String {
    let address = HostPort(configuration.services.musicBrainzURL ?? publicURL)
    let name = address.map { "musicbrainz-\($0.host)-\($0.port).pace" } ?? "musicbrainz.pace"
    return "\(SharedFolder.path() ?? configuration.data)/\(name)"
  }

  let transport: Transport
  let url: String
  let destination: Destination
  let pace: Pace
  let records: Records
  let now: @Sendable () -> Timestamp

  /// Whether what was answered before is asked again: for who wants to know how the service is.
  var asksAgain = false

  /// Told when a question's turn has come, before it is sent.
  var onTurn: @Sendable () async -> Void = {}

  /// Waits so many milliseconds.
  var rest: @Sendable (Int) async throws -> Void = {
    try await Task.sleep(for: .milliseconds($0))
  }

  /// The release group that is this album; nil when MusicBrainz has none that is like it.
  func releaseGroup(
    artist: String, title: String, year: Int? = nil
  ) async throws(LookupError) -> ReleaseGroup? {
    let album = Album(artist: artist, title: title, year: year)
    for question in Self.questions {
      if let choice = try await choice(for: album, question) { return choice.first }
    }
    return nil
  }

  /// The release groups that one of the three questions finds for an album; nil: none is like it.
  func choice(
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
