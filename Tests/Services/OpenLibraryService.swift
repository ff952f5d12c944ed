// Plays openlibrary.org, covers.openlibrary.org and archive.org on one port: search, editions and
// covers. Refuses requests without a contact, requests that come too soon, searches without `fields`
// or `limit`, and signs that change the meaning of a search. Source: docs/services.md §7.

import Host
import Synchronization

package final class OpenLibraryService: PlayedService {
  package let endpoint: ServiceEndpoint

  /// `spacing` is the minimum time between two requests for data, in milliseconds; covers are not
  /// counted.
  package init(
    _ catalogue: [KnownBook] = AwkwardBooks.catalogue, spacing: Int64 = 333, port: UInt16 = 0,
    watch: (@Sendable (LoggedRequest) -> Void)? = nil
  ) throws {
    let pace = Mutex(ArrivalPace(spacing: spacing * 1000))
    endpoint = try ServiceEndpoint(
      Rules(
        name: "open-library",
        judge: { request in
          let isData = request.path.hasSuffix(".json")
          let early =
            isData ? pace.withLock { $0.earliness(of: request.receivedAt) } : nil
          let faults = MusicBrainzService.privacyFaults(of: request)
          if let early {
            return .refused(
              Self.tooMany(after: nil), reason: "\(Double(early) / 1000) ms too early",
              kind: .other,
              privacyFaults: faults)
          }
          return OpenLibraryCall(request: request, catalogue: catalogue).judgement(faults)
        },
        answer: { fault, _ in Self.answer(to: fault) }),
      port: port, watch: watch)
  }

  /// Removes the pace files for this port.
  deinit {
    guard let folder = SharedFolder.path() else { return }
    for name in ["open-library", "open-library-covers"] {
      for end in ["pace", "pace.lock", "pace.waiting"] {
        _ = try? Files.remove("\(folder)/\(name)-127.0.0.1-\(port).\(end)")
      }
    }
  }

  /// The value of the settings `open-library-url` and `open-library-covers-url`.
  package var url: String { origin }

  static func tooMany(after seconds: Int?) -> Answer {
    Answer(
      429, seconds.map { [Header("Retry-After", "\($0)")] } ?? [],
      json: ["status": 429, "message": "Too Many Requests. Please slow down."])
  }

  private static func answer(to fault: Fault) -> Answer? {
    switch fault {
    case .rateLimited(let seconds): tooMany(after: seconds)
    case .overRate: tooMany(after: nil)
    case .notFound: Answer(404, json: ["error": "notfound"])
    case .serverError: Answer(500, html: "<title>Internal Server Error</title>")
    default: nil
    }
  }
}
