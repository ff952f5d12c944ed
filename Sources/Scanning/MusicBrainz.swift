// MusicBrainz WS/2: which release group an album is. Source: CONTRACTS §4.
// Everything asked is paced, quoted and kept; nothing it says is believed without our own comparison.

import Albums
import HTTP
import Host
import Models
import Site
import Store

/// A release group as MusicBrainz names it.
struct ReleaseGroup: Equatable, Sendable {
  let id: String
  let artist: String
  let title: String
  let year: Int?
  let isAlbum: Bool

  /// 0 to 1: how alike what was asked for is.
  let likeness: Double
}

/// Why MusicBrainz could not be asked; never a user's business.
enum LookupError: Error, Equatable, Sendable {
  case unreachable(String)
  case refused(String)
}

struct MusicBrainz: Sendable {
  /// Source: CONTRACTS §4.1.
  static let publicURL = "https://musicbrainz.org/ws/2"

  /// Tries at a service that says it is busy. Source: CONTRACTS §4.1, 503 A.
  private static let busyTries = 3

  let transport: Transport
  let url: String
  let destination: Destination
  let pace: Pace
  let records: Records
  let now: @Sendable () -> Timestamp

  /// Told when a question's turn has come, before it is sent.
  var onTurn: @Sendable () async -> Void = {}

  /// The release group that is this album; nil when MusicBrainz has none that is like it.
  ///
  /// Three questions at most: the release group by artist, by the credited name, then by a release.
  func releaseGroup(
    artist: String, title: String
  ) async throws(LookupError) -> ReleaseGroup? {
    for query in Self.queries(artist: artist, title: title) {
      let json = try await search(query.entity, query.lucene)
      let groups =
        (query.entity == "release-group"
        ? json["release-groups"].items : json["releases"].items.map(Self.groupOfRelease))
        .compactMap { Self.group($0, artist: artist, title: title) }
      if let best = Self.best(groups) { return best }
    }
    return nil
  }

  /// Who released the album first: record label and year of its earliest official edition.
  func firstRelease(
    of group: String
  ) async throws(LookupError) -> (recordLabel: String?, year: Int?, release: String?) {
    let json = try await search("release", Self.editions(of: group))
    let dated = json["releases"].items.filter { $0["date"].text != nil }
      .min { ($0["date"].text ?? "") < ($1["date"].text ?? "") }
    let release = dated ?? json["releases"].items.first ?? .null
    let label = release["label-info"].items.lazy.compactMap { $0["label"]["name"].text }.first
    return (
      label == "[no label]" ? nil : label, Self.year(release["date"].text), release["id"].text
    )
  }

  /// The MBIDs of an album's editions, the earliest first; the question is `firstRelease`'s.
  func releases(of group: String) async throws(LookupError) -> [String] {
    let json = try await search("release", Self.editions(of: group))
    let dated = json["releases"].items.map { (date: $0["date"].text ?? "9", id: $0["id"].text) }
    return dated.sorted { $0.date < $1.date }.compactMap(\.id)
  }

  private static func editions(of group: String) -> String {
    "rgid:\(group) AND status:official"
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

  private func search(_ entity: String, _ lucene: String) async throws(LookupError) -> LooseJSON {
    try await get("\(entity)?query=\(percentEncoded(lucene))&limit=25&fmt=json")
  }

  /// One question, from what is kept or from the service. Source: PRODUCT step 6 on keeping answers.
  func get(_ question: String) async throws(LookupError) -> LooseJSON {
    let key = "musicbrainz:\(question)"
    if let kept = await kept(key), let json = LooseJSON(kept) { return json }
    let body = try await ask(question)
    guard let json = LooseJSON(body) else { throw .refused("an answer that is no JSON") }
    await keep(body, key)
    return json
  }

  private func ask(_ question: String) async throws(LookupError) -> [UInt8] {
    for attempt in 1...Self.busyTries {
      let response: HTTPResponse
      do {
        try await pace.turn()
        await onTurn()
        response = try await transport.send(request(question), nil)
      } catch {
        throw .unreachable("\(error)")
      }
      switch response.status {
      case 200: return response.body
      case 503 where attempt < Self.busyTries:
        // "Busy" is nobody's fault and passes; "exceeding" wants us to slow down (CONTRACTS §4.1).
        let isOurs = String(decoding: response.body, as: UTF8.self).contains("exceeding")
        try? await Task.sleep(for: .milliseconds(isOurs ? 2000 * attempt : 0))
      case 500...599: throw .unreachable("HTTP \(response.status)")
      default: throw .refused("HTTP \(response.status)")
      }
    }
    throw .unreachable("busy")
  }

  /// Connect 5 s, total 20 s, 2 MB. Source: FAULTS §6.
  private func request(_ question: String) -> HTTPRequest {
    HTTPRequest(
      .get, "\(url)/\(question)", headers: ["accept": "application/json"],
      limits: HTTPLimits(
        totalMilliseconds: 20_000, idleMilliseconds: 15_000, bodyBytes: 2 << 20),
      destination: destination, acceptsCompression: true)
  }

  private func kept(_ key: String) async -> [UInt8]? {
    try? await records.with { (store) throws(StoreError) in try store.answer(to: key) }
  }

  private func keep(_ body: [UInt8], _ key: String) async {
    let now = now()
    try? await records.with { (store) throws(StoreError) in
      try store.keep(body, to: key, at: now)
    }
  }
}

extension MusicBrainz {
  /// A release's own group, with the artist of the release where the group names none.
  private static func groupOfRelease(_ release: LooseJSON) -> LooseJSON {
    let group = release["release-group"]
    guard case .object(let members) = group else { return .null }
    guard group["artist-credit"] == .null else { return group }
    return .object(members + [.init("artist-credit", release["artist-credit"])])
  }

  private static func group(_ json: LooseJSON, artist: String, title: String) -> ReleaseGroup? {
    guard let id = json["id"].text, let name = json["title"].text else { return nil }
    let credit = credited(json["artist-credit"])
    let artists = json["artist-credit"].items.map { $0["artist"] }
    let canonical = artists.compactMap { $0["name"].text }.first ?? ""
    // "Hikaru Utada" is 宇多田ヒカル: no comparison of letters knows, MusicBrainz does. Not where
    // artists are joined: one of them is not all of them.
    let aliases =
      artists.count == 1 ? artists[0]["aliases"].items.compactMap { $0["name"].text } : []
    let likeness =
      ([credit, canonical] + aliases).map {
        TitleComparison.likeness(artist: artist, title: title, toArtist: $0, title: name)
      }.max() ?? 0
    return ReleaseGroup(
      id: id.lowercased(), artist: credit, title: name,
      year: year(json["first-release-date"].text),
      isAlbum: json["primary-type"].text == "Album" && json["secondary-types"].items.isEmpty,
      likeness: likeness)
  }

  /// Display name: what is credited, joined as MusicBrainz joins it. Source: CONTRACTS §4.2.
  static func credited(_ credit: LooseJSON) -> String {
    credit.items.map { part in
      (part["name"].text ?? part["artist"]["name"].text ?? "") + (part["joinphrase"].text ?? "")
    }.joined()
  }

  /// The most alike; among equals an album before anything else, then the earliest.
  private static func best(_ groups: [ReleaseGroup]) -> ReleaseGroup? {
    groups.filter { $0.likeness >= TitleComparison.threshold }.max { one, other in
      if one.likeness != other.likeness { return one.likeness < other.likeness }
      if one.isAlbum != other.isAlbum { return other.isAlbum }
      return (one.year ?? .max) > (other.year ?? .max)
    }
  }

  /// `1977`, `1977-02`, `1977-02-04`, or nothing.
  static func year(_ date: String?) -> Int? {
    (date?.prefix(4)).flatMap { Int($0) }.flatMap { (1877...2999).contains($0) ? $0 : nil }
  }
}
