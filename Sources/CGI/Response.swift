// One response. Refuses header values that could end their line (docs/faults.md A8), and headers
// that are not in a closed list. No route can write X-Sendfile or X-Accel-Redirect, and only
// `seeOther` writes Location.

package import Text

/// A status, headers and a body.
package struct Response: Equatable, Sendable {
  package let status: Status
  package private(set) var headers: [Header] = []
  package private(set) var body: [UInt8] = []

  /// The length in bytes of a file that follows the headers in place of `body`; nil without one.
  package private(set) var fileLength: Int?

  /// A response without a body.
  package init(_ status: Status) { self.status = status }

  /// A JSON document with a line end, safe inside HTML and scripts.
  package static func json(_ status: Status, _ json: JSON) -> Response {
    Response(status, type: "application/json", body: json.bytes(escaping: .page) + [.lineFeed])
  }

  /// A JSON document that was joined from documents which are safe inside HTML and scripts.
  package static func json(_ status: Status, joined bytes: [UInt8]) -> Response {
    Response(status, type: "application/json", body: bytes)
  }

  /// A page that the build made, unchanged or filled.
  package static func page(_ status: Status, _ bytes: [UInt8]) -> Response {
    Response(status, type: "text/html; charset=utf-8", body: bytes)
  }

  /// The kinds of files that a response may contain.
  package enum FileType: String, Sendable {
    case csv = "text/csv; charset=utf-8"
    case jpeg = "image/jpeg"
    case svg = "image/svg+xml"
    case text = "text/plain; charset=utf-8"
    case zip = "application/zip"
  }

  /// A file.
  package static func file(_ type: FileType, _ bytes: [UInt8]) -> Response {
    Response(.ok, type: type.rawValue, body: bytes)
  }

  /// The headers before a file of this length. The program sends the file after them.
  package static func file(_ type: FileType, length: Int) -> Response {
    var response = Response(.ok, type: type.rawValue, body: [])
    response.fileLength = length
    return response
  }

  /// Plain text, for metrics and for an installation whose pages are missing.
  package static func text(_ status: Status, _ text: String) -> Response {
    Response(status, type: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }

  /// A redirect that the client follows with GET. It always has `Status: 303`, because Apache treats a
  /// Location without a status as an internal redirect (docs/faults.md §0.5).
  ///
  /// `path` is absolute and plain (`/scan/0abc/`); with `base` it is relative to that URL.
  /// Throws `.location` for a path that could lead to another host.
  package static func seeOther(
    _ path: String, under base: BaseURL? = nil
  ) throws(ResponseError) -> Response {
    guard isLocalPath(path) else { throw .location }
    var response = Response(.seeOther)
    let before = base.map { $0.origin + $0.path } ?? ""
    response.headers.append(Header(name: .location, value: before + path))
    return response
  }

  /// Adds a header. Throws `.header` when the value is empty, or contains control characters (CR, LF,
  /// NUL and others) or characters outside ASCII.
  package mutating func add(_ name: Header.Name, _ value: String) throws(ResponseError) {
    guard name != .location, !value.isEmpty, value.utf8.allSatisfy(\.isPrintable) else {
      throw .header(name: name)
    }
    headers.append(Header(name: name, value: value))
  }

  /// Adds Retry-After, at least 0 seconds (RFC 9110 §10.2.3).
  package mutating func retryAfter(seconds: Int) {
    headers.append(Header(name: .retryAfter, value: "\(max(0, seconds))"))
  }

  /// Adds Allow with the methods that a route takes; for 405 (RFC 9110 §10.2.1).
  package mutating func allow(_ methods: [String]) {
    headers.append(Header(name: .allow, value: methods.joined(separator: ", ")))
  }

  private init(_ status: Status, type: String, body: [UInt8]) {
    self.status = status
    self.body = body
    headers = [Header(name: .contentType, value: type)]
  }
}

/// A header of a response. Only `Response` makes headers.
package struct Header: Equatable, Sendable {
  /// The headers that a response may have besides `securityHeaders`.
  package enum Name: String, CaseIterable, Sendable {
    case allow = "Allow"
    case clearSiteData = "Clear-Site-Data"
    case contentDisposition = "Content-Disposition"
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

/// Why a response could not be made. The rejected value is left out, so that no log holds it.
package enum ResponseError: Error, Equatable, Sendable {
  case header(name: Header.Name)
  case location
}

/// Whether every browser takes `path` for an absolute path on this host: slashes and unreserved
/// characters, optionally a query or a fragment; no `//`, backslash or dot segment.
private func isLocalPath(_ path: String) -> Bool {
  let bytes = Array(path.utf8)
  let isPlain = bytes.allSatisfy { $0.isUnreserved || "/?=&#".utf8.contains($0) }
  guard isPlain, bytes.first == .slash else { return false }
  var segments = bytes.prefix { !"?#".utf8.contains($0) }.dropFirst()
    .split(separator: .slash, omittingEmptySubsequences: false)
  if segments.last?.isEmpty == true { segments.removeLast() }
  return segments.allSatisfy { segment in segment.contains { $0 != .dot } }
}
