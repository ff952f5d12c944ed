// Finds the album of a sleeve by the words and numbers that were read on it. Each request is a function of the reading and
// of the former answers. Source: docs/services.md §4.5 and docs/decisions/179-words-of-a-sleeve.md.

package import HTTP
package import Sleeves
package import Text

/// A search by the words of a sleeve, as a value: requests to send, answers received, candidates found.
package struct SleeveSearch: Sendable {
  /// The maximum number of requests. Source: docs/limits.md.
  package static let mostRequests = 6

  /// The maximum number of candidates.
  package static let mostCandidates = 12

  package let reading: SleeveReading
  private let requestCount: Int
  private let text: SleeveText

  /// The requests that were answered.
  package private(set) var answered: [SleeveRequest] = []

  /// All albums of the answers in the order of their scores.
  private var all: [SleeveCandidate] = []

  /// The release groups of the code; several for a code that was used more than once.
  private var ofCode: Set<String> = []

  /// `atMost`: the maximum number of requests of this search, if it is smaller than `mostRequests`.
  package init(_ reading: SleeveReading, atMost count: Int = SleeveSearch.mostRequests) {
    self.reading = reading
    requestCount = min(count, Self.mostRequests)
    text = SleeveText(reading)
  }

  /// The likeliest albums, the best first.
  package var candidates: [SleeveCandidate] { Array(all.prefix(Self.mostCandidates)) }

  /// Whether no further request is useful: a code names one album, or the best album's names are all that the large
  /// lettering says.
  package var isDecided: Bool {
    guard let first = all.first else { return false }
    return first.hasOwnCode || first.match.isComplete
  }

  /// The next request; nil at the end of the search.
  package var nextRequest: SleeveRequest? {
    guard !isDecided, answered.count < requestCount else { return nil }
    let next = SleeveRequest.Kind.allCases.lazy.filter { kind in
      !answered.contains { $0.kind == kind }
    }
    for kind in next {
      if let request = SleeveRequest(kind, reading, text, unexplained: unexplained) {
        return request
      }
    }
    return nil
  }

  /// The words that the best candidate does not explain.
  private var unexplained: [SearchWord] {
    guard let best = all.first else { return text.searchWords }
    let names = [best.group.artist, best.group.title]
    return text.searchWords.filter { !SleeveMatch.isWord($0, ofNames: names) }
  }

  /// Adds an answer: compares its albums with the sleeve and orders all albums.
  package mutating func take(_ answer: JSON, to request: SleeveRequest) {
    answered.append(request)
    let items = answer["\(request.entity)s"].items.prefix(SleeveRequest.limit)
    let found = items.compactMap { FoundGroup($0, entity: request.entity) }
    let ids = Set(found.map(\.group.id))
    if request.kind == .code { ofCode = ids }
    let isByNumber = request.kind == .code || request.kind == .catalogueNumber
    for album in found {
      let known = all.firstIndex { $0.group.id == album.group.id }
      if let known, !isByNumber || all[known].hasNumber { continue }
      if let known { all.remove(at: known) }
      all.append(candidate(album, hasNumber: isByNumber))
    }
    // The order of the answers decides between equal scores.
    all = all.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element)
  }

  private func candidate(_ found: FoundGroup, hasNumber: Bool) -> SleeveCandidate {
    let match = SleeveMatch(
      artists: found.artists, title: found.group.title, on: text,
      mayLackArtist: found.isCollection)
    let group = found.group
    return SleeveCandidate(
      group: ReleaseGroup(
        id: group.id, artist: group.artist, title: group.title, year: group.year,
        isAlbum: group.isAlbum, likeness: match.score),
      match: match, hasOwnCode: ofCode == [group.id], hasNumber: hasNumber,
      isCollection: found.isCollection)
  }
}

extension MusicBrainz {
  /// Runs the search until it is decided, until `isEnough` says that a candidate is right, or to its last request. If
  /// a request fails, the search ends with the candidates so far; `failure` is the reason.
  package func search(
    _ reading: SleeveReading, atMost count: Int = SleeveSearch.mostRequests,
    isEnough: @Sendable ([SleeveCandidate]) async -> Bool = { _ in false }
  ) async -> (search: SleeveSearch, failure: LookupError?) {
    var search = SleeveSearch(reading, atMost: count)
    while !Task.isCancelled, let request = search.nextRequest {
      do throws(LookupError) {
        let answer = try await self.search(
          request.entity, request.lucene, limit: SleeveRequest.limit)
        search.take(answer, to: request)
      } catch {
        return (search, error)
      }
      if await isEnough(search.candidates) { break }
    }
    return (search, nil)
  }
}
