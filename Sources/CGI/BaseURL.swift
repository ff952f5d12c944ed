// Our own address, from the configuration and never from a request (INTERFACE `base-url`).
// Refuses everything a link should not be built on: user names, queries, fragments, dot segments.

import Text

/// `scheme://host[:port][/path]`.
package struct BaseURL: Hashable, Sendable {
  package enum Scheme: String, CaseIterable, Sendable {
    case http, https

    /// The port that goes without saying.
    var defaultPort: UInt16 { self == .http ? 80 : 443 }
  }

  package let scheme: Scheme
  package let authority: Authority

  /// The path before ours, without a slash at its end: empty, or `/records`.
  package let path: String

  /// Throws at the first part that does not fit.
  package init(_ text: String) throws(BaseURLError) {
    let bytes = Array(text.utf8)[...]
    guard let known = Scheme.allCases.first(where: { isPrefix("\($0)://", of: bytes) }) else {
      throw .scheme
    }
    let rest = bytes.dropFirst(known.rawValue.utf8.count + 3)
    let end = rest.firstIndex(of: .slash) ?? rest.endIndex
    guard let host = Authority(rest[..<end]) else { throw .authority }
    guard let before = plainPath(rest[end...]) else { throw .path }
    scheme = known
    authority = host
    path = before
  }

  package var port: UInt16 { authority.port ?? scheme.defaultPort }

  /// Scheme, host and port as a browser sends them in Origin: lower case, no default port.
  ///
  /// Source: RFC 6454 §6.2.
  package var origin: String {
    let shown = port == scheme.defaultPort ? "" : ":\(port)"
    return "\(scheme)://\(authority.host)\(shown)"
  }

  /// Whether only this machine can open it.
  package var isLoopback: Bool { authority.isLoopback }
}

/// Which part of a base URL does not fit.
package enum BaseURLError: Error, Equatable, Sendable {
  /// Neither `http://` nor `https://`.
  case scheme
  /// No `host` or `host:port`; a user name counts as none.
  case authority
  /// Not made of plain segments; also a query or a fragment.
  case path
}

private func isPrefix(_ prefix: String, of bytes: ArraySlice<UInt8>) -> Bool {
  bytes.prefix(prefix.utf8.count).map(\.lowercase).elementsEqual(prefix.utf8)
}

/// A path of unreserved characters (RFC 3986 §2.3) without `//`, `.` and `..`.
private func plainPath(_ bytes: ArraySlice<UInt8>) -> String? {
  var parts = bytes.dropFirst().split(separator: .slash, omittingEmptySubsequences: false)
  if parts.last?.isEmpty == true { parts.removeLast() }
  let isPlain = parts.allSatisfy { part in
    part.contains { $0 != .dot } && part.allSatisfy(\.isUnreserved)
  }
  guard isPlain else { return nil }
  return parts.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
}
