// One received HTTP request, and one answer to send.

package struct ServedRequest: Sendable {
  package let method: String
  /// The path as it was sent, with its percent-encoding.
  package let path: String
  package let query: String
  /// The headers in the order in which they were sent. A name may occur twice.
  package let headers: [Header]
  package let body: [UInt8]
  package let receivedAt: Int64

  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The decoded names and values of the query; nil if the query is not percent-encoded UTF-8.
  var parameters: [(name: String, value: String)]? {
    var parameters: [(String, String)] = []
    for pair in query.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Encodings.percentDecoded(halves[0], plusIsSpace: true),
        let value = Encodings.percentDecoded(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
      else { return nil }
      parameters.append((name, value))
    }
    return parameters
  }
}

package struct Header: Equatable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

struct Answer: Sendable {
  var status: Int
  var headers: [Header]
  var body: Body

  /// The body of an answer.
  enum Body: Sendable {
    /// A body with `Content-Length`.
    case whole([UInt8])
    /// A body in chunks. Each piece follows some time after the piece before it.
    case streamed([Piece])
    /// A body in chunks that repeat until the client leaves or the server is stopped.
    case endless([UInt8])
  }

  struct Piece: Sendable {
    let afterMilliseconds: Int64
    let bytes: [UInt8]
  }

  init(_ status: Int, _ headers: [Header] = [], _ body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .whole(body)
  }

  init(_ status: Int, _ headers: [Header] = [], json: JSON) {
    self.init(status, [Header("Content-Type", "application/json")] + headers, json.bytes)
  }

  init(_ status: Int, html: String) {
    self.init(status, [Header("Content-Type", "text/html; charset=utf-8")], Array(html.utf8))
  }

  var reason: String {
    switch status {
    case 200: "OK"
    case 302: "Found"
    case 307: "Temporary Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    default: "Unknown"
    }
  }
}

/// The way an answer is sent, including faults.
enum Delivery: Equatable, Sendable {
  case whole
  /// The body in writes and chunks of 1, 2, 3, 5, 8 … bytes.
  case awkward
  case slow(bytesPerSecond: Int)
  /// The connection ends after this number of bytes of the body; if nil, after half of the body.
  case cutOff(afterBytes: Int?)
  /// The connection is reset before an answer.
  case reset
  /// No byte is sent until the client leaves.
  case never
}
