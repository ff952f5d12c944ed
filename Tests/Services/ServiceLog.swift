// The requests that a played service received and its answers, for assertions.

/// One request. Times are milliseconds since start-up (`Clock.bootMilliseconds`).
package struct LoggedRequest: Sendable {
  package var atMilliseconds: Int64 { atMicroseconds / 1000 }
  package let atMicroseconds: Int64
  package let service: String
  package let kind: RequestKind
  package let method: String
  /// As sent.
  package let path: String
  package let query: String
  package let headers: [Header]
  package let bodyBytes: Int
  /// Hexadecimal.
  package let bodySHA256: String
  /// The requested album as "artist – title"; empty when the service does not know one.
  package let subject: String
  /// The text of the user's messages in a model request.
  package let text: String
  /// Parameters that the real service ignores silently although they should change the answer.
  package let ignored: [String]

  package internal(set) var status: Int?
  package internal(set) var fault: Fault?
  /// Why the request was refused; nil when it was not.
  package internal(set) var refusal: String?
  /// Whether the real service would have charged for the request, even if the answer was lost.
  package internal(set) var isCharged: Bool
  package internal(set) var finishedMilliseconds: Int64?
  package internal(set) var isDelivered = false
  /// The client closed the connection before the answer was sent completely.
  package internal(set) var hasClientLeft = false

  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A copy of the log at the time of the call.
package struct ServiceLog: Sendable {
  package internal(set) var requests: [LoggedRequest] = []

  /// Violations of privacy: a request to store data, metadata in a picture, a key sent to another service.
  package internal(set) var privacyFaults: [String] = []

  /// The shortest time between two requests, refused ones included; nil with fewer than two requests.
  package var smallestGapMilliseconds: Double? {
    let times = requests.map(\.atMicroseconds).sorted()
    return zip(times, times.dropFirst()).map { Double($1 - $0) / 1000 }.min()
  }

  package var refusals: [String] { requests.compactMap(\.refusal) }

  /// `about`: the subject or the text must contain it.
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
