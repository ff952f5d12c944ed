// Finds the work that a spine names, by the words of its lettering at Open Library and MusicBrainz.
// Source: docs/decisions/181-words-of-a-spine.md.

import Albums
import Books
import HTTP
import Host
import MusicBrainz
import Sleeves

/// Names the items of one shelf. A service that fails is not asked again about this shelf.
struct SpineNaming: Sendable {
  /// The maximum number of requests to MusicBrainz for a spine. Source: docs/limits.md "Shelves".
  private static let mostRequests = 2

  /// A book with fewer editions may be sheet music or a book about a record, which have the names of the record.
  /// Source: docs/limits.md "Shelves".
  private static let fewestEditions = 5

  /// Works whose scores differ less are equally likely. Source: docs/limits.md "Shelves".
  private static let closeness = 0.05

  /// The factor of a record whose artist does not stand on the spine.
  private static let unnamedArtist = 0.65

  let library: OpenLibrary
  let musicBrainz: MusicBrainz
  let log: LogFile
  let now: @Sendable () -> Timestamp
  private let failures = FailedServices()

  /// The answers are kept as those about sleeves. The requests to MusicBrainz wait for those of scans.
  init(
    library: OpenLibrary, musicBrainz: MusicBrainz, log: LogFile,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.library = library.named(SleeveStage.cacheName)
    var musicBrainz = musicBrainz.named(SleeveStage.cacheName)
    musicBrainz.priority = .background
    self.musicBrainz = musicBrainz
    self.log = log
    self.now = now
  }

  /// The names of the work; nil if the spine names none clearly, or if no service answers.
  func reading(of spine: SpineLettering) async -> SpineReading? {
    guard !spine.reading.lines.isEmpty else { return nil }
    let first = spine.isOfRecord ? await record(spine) : await book(spine)
    if let first, first.isProven { return first.reading }
    let second = spine.isOfRecord ? await book(spine) : await record(spine)
    return Self.likelier(first, second)?.reading
  }

  /// Names of both creator and title count more than a title alone. A record counts more than a book of few
  /// editions; otherwise the first counts.
  static func likelier(_ first: NamedWork?, _ second: NamedWork?) -> NamedWork? {
    guard let first, let second else { return first ?? second }
    if first.names != second.names { return first.names == .both ? first : second }
    return first.names == .both && second.reading.kind == .record ? second : first
  }

  // MARK: Books

  private func book(_ spine: SpineLettering) async -> NamedWork? {
    let text = SleeveText(spine.names)
    var found: [FoundSpineWork] = []
    for words in spine.searches {
      guard !Task.isCancelled, await !failures.contains(.openLibrary) else { break }
      do throws(LookupError) {
        let works = try await library.works(withWords: words)
        found += works.compactMap { FoundSpineWork($0, on: text) }
      } catch {
        await note(error, of: .openLibrary)
      }
      if found.contains(where: { $0.match.names == .both }) { break }
    }
    return Self.choice(of: found).map { choice, isAlone in
      let isNamed = choice.match.names == .both && isAlone
      return NamedWork(
        reading: SpineReading(
          title: choice.match.title, creator: isNamed ? choice.creator : nil,
          publisher: spine.publisher, kind: .book, confidence: choice.match.confidence),
        names: choice.match.names,
        isProven: isNamed && choice.count >= Self.fewestEditions)
    }
  }

  // MARK: Records

  private func record(_ spine: SpineLettering) async -> NamedWork? {
    guard await !failures.contains(.musicBrainz) else { return nil }
    let (search, failure) = await musicBrainz.search(spine.reading, atMost: Self.mostRequests)
    if let failure { await note(failure, of: .musicBrainz) }
    let text = SleeveText(spine.names)
    let found = search.candidates.compactMap { FoundSpineWork($0, on: text) }
    return Self.choice(of: found).map { choice, isAlone in
      let isNamed = choice.match.names == .both
      let confidence = choice.match.confidence * (isNamed ? 1 : Self.unnamedArtist)
      return NamedWork(
        reading: SpineReading(
          title: choice.match.title, creator: isAlone ? choice.creator : nil, kind: .record,
          confidence: confidence),
        names: choice.match.names, isProven: isNamed && isAlone)
    }
  }

  /// The likeliest work, and whether no other creator has an equally likely one. Of equally likely works, the one
  /// with most editions counts.
  static func choice(of found: [FoundSpineWork]) -> (FoundSpineWork, isAlone: Bool)? {
    let named = found.filter { $0.match.names == .both }
    let works = named.isEmpty ? found : named
    guard let most = works.map(\.match.score).max() else { return nil }
    let close = works.filter { $0.match.score >= most - closeness }
    guard let choice = close.max(by: { $0.count < $1.count }) else { return nil }
    return (choice, !close.contains { !$0.hasCreator(of: choice) })
  }

  private func note(_ failure: LookupError, of service: FailedServices.Service) async {
    await failures.insert(service)
    if Task.isCancelled { return }
    log.writeUnlessRepeated(now().iso, service.rawValue, "\(failure)")
  }
}

/// The work that a service has for the words of a spine.
struct NamedWork: Equatable, Sendable {
  let reading: SpineReading
  let names: SpineMatch.Names

  /// Whether another service need not be asked.
  let isProven: Bool
}

/// A work of a search, compared with a spine.
struct FoundSpineWork: Equatable, Sendable {
  /// Creators of a lower likeness are different people.
  private static let sameCreator = 0.9

  let match: SpineMatch

  /// Nil if the service names none.
  let creator: String?

  /// The number of editions; 1 for a record.
  let count: Int

  /// Nil if the spine does not name the record clearly.
  init?(_ candidate: SleeveCandidate, on spine: SleeveText) {
    let (title, artist) = (candidate.group.title, candidate.group.artist)
    // Without the catalogue number, which the names need not explain.
    let named = SleeveMatch(artists: [artist], title: title, on: spine)
    let matches = [candidate.match, named].compactMap {
      SpineMatch($0, title: title, isNamed: !candidate.isCollection)
    }
    guard let match = matches.max(by: { $0.confidence < $1.confidence }) else { return nil }
    self.match = match
    creator = candidate.group.artist
    count = 1
  }

  /// Nil if the spine does not name the book clearly.
  init?(_ work: WorkNames, on spine: SleeveText) {
    let surnames = work.authors.map { AuthorName($0).surname }.filter { !$0.isEmpty }
    // A spine has all authors, their surnames, or one of them.
    let rows = work.authors.count > 1 ? [work.authors, surnames] : []
    let creators =
      rows.map { $0.joined(separator: " ") } + work.authors + work.otherAuthorNames + surnames
    guard let match = SpineMatch(titles: work.titles, creators: creators, on: spine) else {
      return nil
    }
    self.match = match
    creator =
      work.authors.isEmpty ? nil : work.authors.prefix(Self.mostAuthors).joined(separator: ", ")
    count = work.editionCount
  }

  /// The maximum number of authors in `creator`.
  private static let mostAuthors = 4

  func hasCreator(of other: Self) -> Bool {
    if creator == other.creator { return true }
    guard let creator, let name = other.creator else { return false }
    return BookComparison.likeness(author: creator, to: [name]) >= Self.sameCreator
  }
}

/// The services that gave no answer about a shelf.
private actor FailedServices {
  enum Service: String { case openLibrary = "open-library", musicBrainz = "musicbrainz" }

  private var services: Set<Service> = []

  func contains(_ service: Service) -> Bool { services.contains(service) }
  func insert(_ service: Service) { services.insert(service) }
}
