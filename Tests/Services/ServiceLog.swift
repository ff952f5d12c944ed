// The requests that a played service received, and its answers, for the checks of tests.

/// One request. Times are in milliseconds since start-up (`Clock.bootMilliseconds`).
package struct LoggedRequest: Sendable {
  package var atMilliseconds: Int64 { atMicroseconds / 1000 }
  package let atMicroseconds: Int64
  package let service: String
  package let kind: RequestKind
  package let method: String
  /// The path as it was sent.
  package let path: String
  package let query: String
  package let headers: [Header]
  package let bodyBytes: Int
  /// The SHA-256 of the body in hexadecimal.
  package let bodySHA256: String
  /// The requested album as "artist – title"; empty if the service does not know the album.
  package let subject: String
  /// The text of the user's messages in a model request.
  package let text: String
  /// Parameters that should change the answer, but that the real service ignores silently.
  package let ignored: [String]

  package internal(set) var status: Int?
  package internal(set) var fault: Fault?
  /// The reason why the request was refused; nil if it was accepted.
  package internal(set) var refusal: String?
  /// Whether the real service would have charged for the request. The answer may be lost all the
  /// same.
  package internal(set) var isCharged: Bool
  package internal(set) var finishedMilliseconds: Int64?
  package internal(set) var isDelivered = false
  /// Whether the client closed the connection before the answer was sent completely.
  package internal(set) var hasClientLeft = false

  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A copy of the log at the time of the call.
package struct ServiceLog: Sendable {
  package internal(set) var requests: [LoggedRequest] = []

  /// Violations of privacy: a request to store data, metadata in a picture, or a key of another
  /// service.
  package internal(set) var privacyFaults: [String] = []

  /// The shortest time between two requests, refused requests included; nil if there are fewer than
  /// two requests.
  package var smallestGapMilliseconds: Double? {
    let times = requests.map(\.atMicroseconds).sorted()
    return zip(times, times.dropFirst()).map { Double($1 - $0) / 1000 }.min()
  }

  package var refusals: [String] { requests.compactMap(\.refusal) }

  /// The requests of a kind. With `text`, only those whose subject or text contains `text`.
  package func requests(of kind: RequestKind, about text: String? = nil) -> [LoggedRequest] {
    requests.filter { request in
      request.kind == kind
        && (text.map { request.subject.contains($0) || request.text.contains($0) } ?? true)
    }
  }

  package func count(of kind: RequestKind, about text: String? = nil) -> Int {
    requests(of: kind, about: text).count
  }

  /// The number of these requests that the real service would have charged for.
  package func charged(_ kind: RequestKind, about text: String? = nil) -> Int {
    requests(of: kind, about: text).count { $0.isCharged }
  }
}
