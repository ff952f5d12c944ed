// Everything a played service was asked, and what it answered: what tests assert on.

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
  /// The album asked for, as "artist – title"; empty where the service knows none.
  package let subject: String
  /// What the user's part of a model request says, without pictures.
  package let text: String
  /// What the real service passes over in silence though it was meant to change the answer.
  package let ignored: [String]

  package internal(set) var status: Int?
  package internal(set) var fault: Fault?
  /// Why it was refused; nil when it was not.
  package internal(set) var refusal: String?
  /// Whether the real service would have charged for it, whatever became of the answer.
  package internal(set) var isCharged: Bool
  package internal(set) var finishedMilliseconds: Int64?
  package internal(set) var isDelivered = false
  /// The client closed its side before the answer was through.
  package internal(set) var hasClientLeft = false

  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A copy, as it was when the test asked.
package struct ServiceLog: Sendable {
  package internal(set) var requests: [LoggedRequest] = []

  /// What must never happen: asked to store, metadata in a picture, a key sent where it has no business.
  package internal(set) var privacyFaults: [String] = []

  /// Between the arrivals of two requests, refused ones too; nil before the second.
  package var smallestGapMilliseconds: Double? {
    let times = requests.map(\.atMicroseconds).sorted()
    return zip(times, times.dropFirst()).map { Double($1 - $0) / 1000 }.min()
  }

  package var refusals: [String] { requests.compactMap(\.refusal) }

  /// `about`: what the subject or the text must contain.
  package func requests(of kind: RequestKind, about text: String? = nil) -> [LoggedRequest] {
    requests.filter { request in
      request.kind == kind
        && (text.map { request.subject.contains($0) || request.text.contains($0) } ?? true)
    }
  }

  package func count(of kind: RequestKind, about text: String? = nil) -> Int {
    requests(of: kind, about: text).count
  }

  /// How many of them a real service would have charged for.
  package func charged(_ kind: RequestKind, about text: String? = nil) -> Int {
    requests(of: kind, about: text).count { $0.isCharged }
  }
}
