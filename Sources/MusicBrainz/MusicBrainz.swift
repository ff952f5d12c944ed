// MusicBrainz WS/2: finds the release group of an album. Source: docs/services.md §4. The program
// checks each result by its own comparison. `PacedClient` sends the requests.

package import Albums
package import HTTP
package import Host
import Text

package struct MusicBrainz: PacedService {
  /// Source: docs/services.md §4.1.
  package static let publicURL = "https://musicbrainz.org/ws/2"

  /// Numbers of the queries of `choice`: release groups by artist, release groups by credited name,
  /// then releases by artist.
  package static let questions = 0..<3

  /// Path of the file that paces the requests to the configured server.
  package static func pacePath(_ configuration: Configuration) -> String {
    Pace.path(
      of: "musicbrainz", at: configuration.services.musicBrainzURL ?? publicURL,
      data: configuration.data)
  }

  package var client: PacedClient

  package init(
    transport: Transport, url: String, destination: Destination, pace: Pace, cache: AnswerCache
  ) {
    client = PacedClient(
      name: "musicbrainz", transport: transport, url: url, destination: destination, pace: pace,
      cache: cache, complaint: Self.complaint)
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

  /// The release groups that one of the three queries finds for an album; nil without a match. `isYearOfEdition`
  /// says that the year of `album` is that of an edition.
  package func choice(
    for album: Album, _ question: Int, isYearOfEdition: Bool = false
  ) async throws(LookupError) -> GroupChoice? {
    let query = Self.queries(artist: album.artist, title: album.title)[question]
    let json = try await search(query.entity, query.lucene)
    let groups =
      query.entity == "release-group"
      ? json["release-groups"].items.compactMap { ReleaseGroup($0, like: album) }
      : json["releases"].items.compactMap { ReleaseGroup(ofRelease: $0, like: album) }
    return GroupChoice(groups, year: album.year, isOfEdition: isYearOfEdition)
  }

  static func queries(artist: String, title: String) -> [(entity: String, lucene: String)] {
    let a = phrases(WrittenNames.artists(artist))
    let t = phrases(WrittenNames.titles(title))
    return [
      ("release-group", "releasegroup:\(t) AND artist:\(a)"),
      ("release-group", "releasegroup:\(t) AND creditname:\(a)"),
      ("release", "release:\(t) AND artist:\(a)"),
    ]
  }

  /// A phrase, or any of several phrases: `("A" OR "B")`.
  private static func phrases(_ forms: [String]) -> String {
    let all = forms.map(phrase).joined(separator: " OR ")
    return forms.count == 1 ? all : "(\(all))"
  }

  /// A Lucene phrase: inside quotes only the quote and the backslash are special.
  static func phrase(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  func search(
    _ entity: String, _ lucene: String, limit: Int = 25
  ) async throws(LookupError) -> JSON {
    try await client.get("\(entity)?query=\(lucene.percentEncoded)&limit=\(limit)&fmt=json")
  }

  /// The reason that a 503 gives; any other answer means maintenance or another fault. The program
  /// ignores the wait that the answer demands, because it is often 0 s.
  /// Source: docs/services.md §4.1.
  private static func complaint(_ response: HTTPResponse) -> PacedClient.Complaint? {
    guard response.status == 503, let error = JSON(response.body)?["error"].text else {
      return nil
    }
    if error.contains("exceeding") { return .tooOften(.unspecified) }
    return error.contains("busy") ? .busy : nil
  }
}
