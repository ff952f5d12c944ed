// The site's own address. It comes from the configuration, never from a request (docs/interface.md
// `base-url`). Refuses user names, queries, fragments and dot segments.

import Text

/// `scheme://host[:port][/path]`.
package struct BaseURL: Hashable, Sendable {
  package enum Scheme: String, CaseIterable, Sendable {
    case http, https

    /// The port of an address without a port.
    var defaultPort: UInt16 { self == .http ? 80 : 443 }
  }

  package let scheme: Scheme
  package let authority: Authority

  /// The path under which the site lies, without a slash at its end: empty, or `/records`.
  package let path: String

  /// Throws for the first part that is invalid.
  package init(_ text: String) throws(BaseURLError) {
    let bytes = Array(text.utf8)[...]
    // Printing the enum itself would reflect it, which took a quarter of the CGI's own time.
    let named = Scheme.allCases.first { isPrefix("\($0.rawValue)://", of: bytes) }
    guard let known = named else {
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
    return "\(scheme.rawValue)://\(authority.host)\(shown)"
  }

  /// Whether only this computer can open the address.
  package var isLoopback: Bool { authority.isLoopback }

  /// Whether the address can be inside the own network: plain http, and a host of `OwnNetwork`. `further`:
  /// the hosts of the setting `own-network`.
  ///
  /// An https address has a certificate, so it usually has a public name or a proxy.
  package func isLocalNetwork(further: [String]) -> Bool {
    scheme == .http && OwnNetwork.contains(authority.host, further: further)
  }
}

/// Which part of a base URL is invalid.
package enum BaseURLError: Error, Equatable, Sendable {
  /// Neither `http://` nor `https://`.
  case scheme
  /// Not `host` or `host:port`; user names are not accepted.
  case authority
  /// Not made of plain segments, or followed by a query or a fragment.
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
  // `joined` would look up its types at run time, which took a seventh of the CGI's own time.
  return parts.reduce(into: "") { $0 += "/" + String(decoding: $1, as: UTF8.self) }
}
