// Open Library: finds the work of a book that was read on a spine. Source: docs/services.md §7. The
// program compares the names itself. `PacedClient` sends the requests.

package import Albums
package import HTTP
package import Host
import Text

package struct OpenLibrary: PacedService {
  /// Source: docs/services.md §7.1.
  package static let publicURL = "https://openlibrary.org"

  /// Milliseconds between two requests. The service admits three requests a second from a program
  /// that names a contact, and one from any other program. Source: docs/services.md §7.1.
  package static func gapMilliseconds(contact: String?) -> Int64 { contact == nil ? 1100 : 350 }

  /// Path of the file that paces the requests to the configured server.
  package static func pacePath(_ configuration: Configuration) -> String {
    Pace.path(
      of: "open-library", at: configuration.services.openLibraryURL ?? publicURL,
      data: configuration.data)
  }

  package var client: PacedClient
  package let covers: OpenLibraryCovers

  package init(
    transport: Transport, url: String, destination: Destination, pace: Pace, cache: AnswerCache,
    covers: OpenLibraryCovers
  ) {
    client = PacedClient(
      name: "open-library", transport: transport, url: url, destination: destination, pace: pace,
      cache: cache, complaint: Self.complaint)
    self.covers = covers
  }

  /// The servers, the pace and the contact that the control file names.
  package init(_ configuration: Configuration, transport: Transport, cache: AnswerCache) {
    let url = configuration.services.openLibraryURL
    self.init(
      transport: transport, url: url ?? Self.publicURL, destination: .of(url),
      pace: Pace(
        Self.pacePath(configuration),
        gapMilliseconds: Self.gapMilliseconds(contact: configuration.contact)),
      cache: cache, covers: OpenLibraryCovers(configuration, transport: transport))
  }

  /// The book that matches a reading. Nil if Open Library has no match, and for a reading without a
  /// title. Sends at most three requests: two searches, and one for the editions if the reading has a
  /// publisher. Without an answer about the editions, the match has no publisher and no pages.
  package func book(_ reading: SpineReading) async throws(LookupError) -> BookMatch? {
    for query in BookQuery.queries(of: reading) {
      let answer = try await client.get(query.question)
      let works = answer["docs"].items.compactMap { FoundWork($0, like: reading) }
      guard let best = FoundWork.likeliest(works) else { continue }
      return BookMatch(best, edition: await edition(of: best, reading))
    }
    return nil
  }

  /// The book with the number, in the title of its edition; nil if Open Library does not know the number.
  /// Sends two requests: a search, and one for the editions. Without an answer about the editions, the title
  /// is that of the work.
  package func book(_ isbn: ISBN) async throws(LookupError) -> BookMatch? {
    let unread = SpineReading(title: nil, creator: nil, kind: .book, confidence: 1)
    let answer = try await client.get(BookQuery(isbn).question)
    let works = answer["docs"].items.compactMap { FoundWork($0, like: unread) }
    // Some works exist twice; the copy with more editions has more facts.
    guard let work = works.max(by: { ($0.editionCount, $1.key) < ($1.editionCount, $0.key) }) else {
      return nil
    }
    let editions = await editions(of: work)
    return BookMatch(
      work, isbn: isbn,
      edition: editions.lazy.compactMap { BookEdition($0, isbn: isbn) }.first)
  }

  /// The JPEG of a cover by the id that a match has; nil if there is none.
  package func cover(_ id: Int) async throws(LookupError) -> [UInt8]? {
    try await covers.cover(id)
  }

  /// The edition whose publisher was read; nil if the reading has no publisher, or if no edition has
  /// it.
  private func edition(of work: FoundWork, _ reading: SpineReading) async -> BookEdition? {
    guard let publisher = reading.publisher?.trimmed, !publisher.isEmpty else { return nil }
    return BookEdition.likeliest(
      await editions(of: work).compactMap { BookEdition($0, publishedBy: publisher) },
      title: work.title)
  }

  /// At most 100 editions, in no useful order; none without an answer.
  private func editions(of work: FoundWork) async -> [JSON] {
    do throws(LookupError) {
      return try await client.get("\(work.key.dropFirst())/editions.json?limit=100")["entries"]
        .items
    } catch {
      return []
    }
  }

  /// Source: docs/services.md §7.1.
  private static func complaint(_ response: HTTPResponse) -> PacedClient.Complaint? {
    switch response.status {
    case 429: .tooOften(RetryAfter(response.headers, nowMilliseconds: Clock.wallMilliseconds()))
    case 503: .busy
    default: nil
    }
  }
}
