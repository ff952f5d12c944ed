// Plays musicbrainz.org/ws/2: search, lookup and browsing of release groups and releases. Refuses requests
// without a contact, requests that come too soon, imprecise queries and wrong includes. Source: docs/services.md §4.

import Host
import Synchronization

package final class MusicBrainzService: PlayedService {
  package let endpoint: ServiceEndpoint

  /// The id of a public collection with every release group of the catalogue.
  package static let collection = "c0113c71-0000-4000-8000-000000000001"

  /// `spacing` is the minimum time between two requests, in milliseconds. `made` is a large catalogue that searches use
  /// instead of `catalogue`.
  package init(
    _ catalogue: [KnownAlbum] = Awkward.catalogue, made: MadeCatalogue? = nil,
    spacing: Int64 = 1000, port: UInt16 = 0,
    watch: (@Sendable (LoggedRequest) -> Void)? = nil
  ) throws {
    let pace = Mutex(ArrivalPace(spacing: spacing * 1000))
    endpoint = try ServiceEndpoint(
      Rules(
        name: "musicbrainz",
        judge: { request in
          if let early = pace.withLock({ $0.earliness(of: request.receivedAt) }) {
            return Self.refused(Self.overRate, "\(Double(early) / 1000) ms too early", request)
          }
          return Self.judge(
            request, MusicBrainzShapes(search: MusicBrainzSearch(albums: catalogue, made: made)))
        },
        answer: { fault, _ in Self.answer(to: fault) }),
      port: port, watch: watch)
  }

  /// Removes the pace files for this port.
  deinit {
    guard let folder = SharedFolder.path() else { return }
    for end in ["pace", "pace.lock"] {
      _ = try? Files.remove("\(folder)/musicbrainz-127.0.0.1-\(port).\(end)")
    }
  }

  /// The value of the setting `musicbrainz-url`.
  package var url: String { "\(origin)/ws/2" }

  /// Reports keys and cookies in a request, because MusicBrainz and the archive must not receive
  /// any.
  static func privacyFaults(of request: ServedRequest) -> [String] {
    let hasKey = request.headers.contains {
      ["authorization", "x-api-key", "cookie"].contains($0.name.lowercased())
        || $0.value.contains("sk-")
    }
    return hasKey ? ["a key or cookie was sent to \(request.path)"] : []
  }

  static func refused(
    _ answer: Answer, _ reason: String, _ request: ServedRequest
  ) -> Judgement {
    .refused(answer, reason: reason, kind: .other, privacyFaults: privacyFaults(of: request))
  }

  static func error(_ status: Int, _ message: String, _ headers: [Header] = []) -> Answer {
    Answer(
      status, headers,
      json: [
        "error": .string(message),
        "help": "For usage, please see: https://musicbrainz.org/development/mmd",
      ])
  }

  private static var overRate: Answer {
    Answer(
      503, [Header("x-ratelimit-zone", "ip"), Header("Retry-After", "1")],
      json: [
        "error":
          "Your requests are exceeding the allowable rate limit. Please see http://wiki.musicbrainz.org/XMLWebService for more information."
      ])
  }

  private static func answer(to fault: Fault) -> Answer? {
    switch fault {
    case .busy:
      Answer(
        503,
        [
          Header("x-ratelimit-zone", "global"), Header("x-ratelimit-limit", "15"),
          Header("x-ratelimit-remaining", "12"), Header("Retry-After", "0"),
        ],
        json: [
          "error": "The MusicBrainz web server is currently busy. Please try again later."
        ])
    case .overRate: overRate
    case .notFound: error(404, "Not Found")
    case .serverError: Answer(500, html: "<title>Internal Server Error</title>")
    default: nil
    }
  }

  private static func judge(_ request: ServedRequest, _ shapes: MusicBrainzShapes) -> Judgement {
    guard request.method == "GET" else {
      return refused(error(405, "Method not allowed"), "\(request.method)", request)
    }
    guard isIdentified(request.header("user-agent") ?? "") else {
      return refused(
        Answer(
          403, [Header("x-ratelimit-who", "ua-missing")],
          json: [
            "error":
              "Your requests are being throttled by MusicBrainz because the application you are using has not identified itself. Please update your application, and see http://musicbrainz.org/doc/XML_Web_Service/Rate_Limiting for more information."
          ]), "User-Agent: \(request.header("user-agent") ?? "none")", request)
    }
    guard let parameters = request.parameters else {
      return refused(error(400, "Invalid parameters"), "query is no UTF-8", request)
    }
    let isJSON =
      parameters.contains { $0 == ("fmt", "json") }
      || request.header("accept")?.contains("application/json") == true
    guard isJSON else {
      let xml = Array("<?xml version=\"1.0\"?><metadata/>".utf8)
      return refused(
        Answer(200, [Header("Content-Type", "application/xml")], xml), "no fmt=json", request)
    }
    return MusicBrainzCall(path: request.path, parameters: parameters, shapes: shapes)
      .judgement(privacyFaults: privacyFaults(of: request))
  }

  /// Whether the user agent is `Name/Version (contact)`, where the contact is an e-mail address or a URL.
  private static func isIdentified(_ agent: String) -> Bool {
    guard let match = agent.wholeMatch(of: /[^\/\s]+\/[^\s()]+ \(([^()]+)\)/) else { return false }
    return match.1.contains("@") || match.1.contains("://")
  }
}
