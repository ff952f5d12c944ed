// Finds the album of a photo by what stands on its sleeve, without a model: words and numbers lead to
// albums at MusicBrainz, and the fronts of these albums are compared with the photo. An ISBN leads to a book at
// Open Library. Source: docs/decisions/180-known-without-a-model.md.

package import Albums
package import Books
import HTTP
import Host
package import MusicBrainz
package import Photos
package import Sleeves
import Store

/// The result of a search by what stands on a sleeve.
package struct SleeveFinding: Sendable {
  /// The album or book that the photo surely shows, with the evidence; nil if none is sure.
  package var sure: (work: SleeveWork, evidence: Evidence)?

  /// If no album is sure: the albums to offer, the likeliest first; at most `LikelyMatch.most`.
  package var likely: [SleeveCandidate] = []

  /// The service that could not be asked, so a later search may find more; nil if all were asked.
  package var unasked: Failure?
}

/// The work that the photo surely shows.
package enum SleeveWork: Sendable {
  case album(ReleaseGroup)
  case book(BookMatch)

  /// Artist or author, empty if unknown, and title.
  var names: (artist: String, title: String) {
    switch self {
    case .album(let group): (group.artist, group.title)
    case .book(let book): (book.author ?? "", book.title)
    }
  }
}

package struct SleeveStage: Sendable {
  /// An album whose names agree less with the sleeve is not offered. Source: docs/limits.md.
  private static let leastOffered = 0.4

  /// Two albums with the same cover: the names must agree this much better with one of them. An album with another front
  /// is offered before others only with this lead. Source: docs/limits.md.
  private static let leastLead = 0.1

  /// The name of the search in the cache. Its answers are kept for a short time only, because the
  /// questions contain what was read.
  package static let cacheName = "sleeve"

  let reader: SleeveReader
  let musicBrainz: MusicBrainz
  let archive: CoverArtArchive
  let books: OpenLibrary
  let artworkKeeping: ArtworkKeeping

  package init(
    reader: SleeveReader, musicBrainz: MusicBrainz, archive: CoverArtArchive, books: OpenLibrary,
    artworkKeeping: ArtworkKeeping
  ) {
    self.reader = reader
    self.musicBrainz = musicBrainz.named(Self.cacheName)
    self.archive = archive
    self.books = books
    self.artworkKeeping = artworkKeeping
  }

  /// `crop` is the fingerprint of the photographed front; empty without one.
  package func comparison(with crop: [UInt8]) -> FrontComparison {
    FrontComparison(archive, artworkKeeping, crop: crop)
  }

  /// The book of an ISBN in the reading. Without one, searches for the albums that the reading names and compares
  /// their fronts.
  package func finding(
    _ reading: SleeveReading, _ fronts: FrontComparison
  ) async -> SleeveFinding {
    guard let isbn = reading.codes.lazy.compactMap(\.isbn).first else {
      return await albumFinding(reading, fronts)
    }
    do throws(LookupError) {
      guard let book = try await books.book(isbn) else {
        return await albumFinding(reading, fronts)
      }
      return SleeveFinding(sure: (.book(book), Evidence(.sleeve(hasCode: true))))
    } catch {
      return SleeveFinding(unasked: .network)
    }
  }

  private func albumFinding(
    _ reading: SleeveReading, _ fronts: FrontComparison
  ) async -> SleeveFinding {
    let (search, failure) = await musicBrainz.search(reading) { candidates in
      let first = candidates.prefix(FrontComparison.atOnce).map(\.group)
      return await fronts.hasSame(among: first)
    }
    var finding = SleeveFinding()
    finding.unasked = failure == nil ? nil : .musicBrainzDown
    let candidates = search.candidates
    // The fronts of the likeliest albums are enough to confirm or to veto a code.
    if candidates.first?.hasOwnCode != true {
      _ = await fronts.hasSame(among: candidates.map(\.group))
    }
    var matches: [String: ArtworkMatch] = [:]
    for candidate in candidates {
      matches[candidate.group.id] = await fronts.match(candidate.group)
    }
    finding.sure = Self.sure(candidates, matches).map { (.album($0.group), $0.evidence) }
    if finding.sure == nil { finding.likely = Self.offered(candidates, matches) }
    return finding
  }

  /// The rows of albums that are offered, with their fronts.
  func kept(
    _ candidates: [SleeveCandidate], _ lookup: LookupStage
  ) async throws(StoreError) -> [(id: Int64, album: Album)] {
    let fronts = await fronts(of: candidates.map(\.group))
    var rows: [(id: Int64, album: Album)] = []
    for (candidate, front) in zip(candidates, fronts) {
      rows.append(try await lookup.keep(candidate.group, front: front))
    }
    return rows
  }

  /// The fronts of the groups, stored, in their order; nil for a group without a readable front.
  private func fronts(of groups: [ReleaseGroup]) async -> [KeptArtwork?] {
    await withTaskGroup(of: (Int, KeptArtwork?).self) { tasks in
      for (index, group) in groups.enumerated() {
        tasks.addTask {
          (index, await archive.front(group: group.id).bytes.flatMap { artworkKeeping.keep($0) })
        }
      }
      return await tasks.reduce(into: Array(repeating: nil, count: groups.count)) {
        $0[$1.0] = $1.1
      }
    }
  }

  /// An album whose front is the photographed cover; otherwise the only album with the code on the
  /// sleeve. A front does not speak against a code, because the code stands on the back.
  static func sure(
    _ candidates: [SleeveCandidate], _ matches: [String: ArtworkMatch]
  ) -> (group: ReleaseGroup, evidence: Evidence)? {
    let same = candidates.filter { matches[$0.group.id] == .same }
    if let best = same.first, same.count == 1 || best.score - same[1].score >= leastLead {
      let evidence = Evidence(
        .sleeve(hasCode: best.hasOwnCode), musicBrainz: .agrees, picture: .same)
      return (best.group, evidence)
    }
    guard same.isEmpty, let own = candidates.first(where: \.hasOwnCode) else { return nil }
    return (own.group, Evidence(.sleeve(hasCode: true), musicBrainz: .agrees))
  }

  /// The albums to offer: those with a similar front first, then by their names. Another front counts little against
  /// an album, because it may be the front of another edition: only albums whose names agree nearly as well come before it.
  static func offered(
    _ candidates: [SleeveCandidate], _ matches: [String: ArtworkMatch]
  ) -> [SleeveCandidate] {
    let possible = candidates.filter { candidate in
      candidate.match.score >= leastOffered || candidate.hasNumber
        || matches[candidate.group.id].map { $0 == .same || $0 == .alike } == true
    }
    let ranked = possible.enumerated().map { offset, candidate in
      let match = matches[candidate.group.id] ?? .unclear
      let rank = max(match.rank, ArtworkMatch.unclear.rank)
      return (candidate, rank, candidate.score - (match == .different ? leastLead : 0), offset)
    }
    let ordered = ranked.sorted { ($1.1, $1.2, $0.3) < ($0.1, $0.2, $1.3) }
    return Array(ordered.prefix(LikelyMatch.most).map(\.0))
  }
}
