// One answer, from values to bytes.
// Refuses header values that could end their line (FAULTS A8) and headers that are not on a closed
// list: X-Sendfile and X-Accel-Redirect cannot be written, Location only by `seeOther`.

package import Text

/// A status, headers and a body.
package struct Response: Equatable, Sendable {
  package let status: Status
  package private(set) var headers: [Header] = []
  package private(set) var body: [UInt8] = []

  /// An answer without a body.
  package init(_ status: Status) { self.status = status }

  /// A document with a line end, safe to stand inside HTML and scripts.
  package static func json(_ status: Status, _ json: JSON) -> Response {
    Response(status, type: "application/json", body: json.bytes(escaping: .page) + [.lineFeed])
  }

  /// A page that the build made; its bytes as they are.
  package static func page(_ status: Status, _ bytes: [UInt8]) -> Response {
    Response(status, type: "text/html; charset=utf-8", body: bytes)
  }

  /// A sentence for a log or a terminal, when even the page is missing.
  package static func text(_ status: Status, _ text: String) -> Response {
    Response(status, type: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }

  /// A redirect that is followed by GET: always `Status: 303`, since a Location without a status is
  /// an internal redirect in Apache (FAULTS 0.5).
  ///
  /// `path` is absolute and plain (`/scan/0abc/`); under a base URL it is below that URL's path.
  /// Throws `.location` for everything that could lead to another host.
  package static func seeOther(
    _ path: String, under base: BaseURL? = nil
  ) throws(ResponseError) -> Response {
    guard isLocalPath(path) else { throw .location }
    var response = Response(.seeOther)
    let before = base.map { $0.origin + $0.path } ?? ""
    response.headers.append(Header(name: .location, value: before + path))
    return response
  }

  /// Adds a header whose text is ours or a client's.
  ///
  /// Throws `.header` for CR, LF, NUL, every other control character and everything outside ASCII.
  package mutating func add(_ name: Header.Name, _ value: String) throws(ResponseError) {
    guard name != .location, !value.isEmpty, value.utf8.allSatisfy(\.isPrintable) else {
      throw .header(name: name)
    }
    headers.append(Header(name: name, value: value))
  }

  /// Says when to try again, in seconds; never less than 0 (RFC 9110 §10.2.3).
  package mutating func retryAfter(seconds: Int) {
    headers.append(Header(name: .retryAfter, value: "\(max(0, seconds))"))
  }

  /// Says what a route takes instead; goes with 405 (RFC 9110 §10.2.1).
  package mutating func allow(_ methods: [Request.Method]) {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    headers.append(Header(name: .allow, value: names))
  }

  private init(_ status: Status, type: String, body: [UInt8]) {
    self.status = status
    self.body = body
    headers = [Header(name: .contentType, value: type)]
  }
}

/// A header of an answer. Only `Response` makes one.
package struct Header: Equatable, Sendable {
  /// The headers an answer may have, besides those that every answer has.
  package enum Name: String, CaseIterable, Sendable {
    case allow = "Allow"
    case contentType = "Content-Type"
    case location = "Location"
    case retryAfter = "Retry-After"
    case setCookie = "Set-Cookie"
    case wwwAuthenticate = "WWW-Authenticate"
  }

  package let name: Name
  package let value: String

  fileprivate init(name: Name, value: String) {
    self.name = name
    self.value = value
  }
}

/// What an answer may not say. The value is left out: it is the one thing not to be written.
package enum ResponseError: Error, Equatable, Sendable {
  case header(name: Header.Name)
  case location
}

/// Whether `path` is an absolute path on this host and nothing else to any browser: slashes and
/// unreserved characters, then perhaps a query or a fragment; no `//`, backslash or dot segment.
private func isLocalPath(_ path: String) -> Bool {
  let bytes = Array(path.utf8)
  let isPlain = bytes.allSatisfy { $0.isUnreserved || "/?=&#".utf8.contains($0) }
  guard isPlain, bytes.first == .slash else { return false }
  var segments = bytes.prefix { !"?#".utf8.contains($0) }.dropFirst()
    .split(separator: .slash, omittingEmptySubsequences: false)
  if segments.last?.isEmpty == true { segments.removeLast() }
  return segments.allSatisfy { segment in segment.contains { $0 != .dot } }
}
