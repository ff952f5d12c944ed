// The CGI environment as a table in which no name stands twice.
// It keeps only what a request may be made of: the headers (HTTP_*) and five meta-variables of
// RFC 3875 §4.1. It is never an environment for anybody else (httpoxy: FAULTS A10).

import Text

/// The variables a request is read from.
struct Variables {
  /// Longest value of a header we read as text, in bytes.
  static let longestText = 8192

  private static let metaVariables: Set<String> = [
    "REQUEST_METHOD", "PATH_INFO", "CONTENT_LENGTH", "CONTENT_TYPE", "REMOTE_ADDR",
  ]

  private var values: [String: [UInt8]] = [:]

  /// Throws `.duplicate` when a name stands twice: lighttpd passes `X-Under` and `X_Under` as two
  /// `HTTP_X_UNDER`, and two readers would choose differently. Source: FAULTS §2, A9.
  init(_ environment: [(name: String, value: [UInt8])]) throws(RequestError) {
    for (name, value) in environment where isRead(name) {
      let earlier = values.updateValue(value, forKey: name)
      guard earlier == nil else { throw .duplicate(name: String(name.prefix(64))) }
    }
  }

  subscript(name: String) -> [UInt8]? { values[name] }

  /// The printable text of a variable; nil when it is missing or empty.
  func text(_ name: String) throws(RequestError) -> String? {
    let text = try sentText(name)
    return text == "" ? nil : text
  }

  /// The printable text of a variable; nil only when it is missing.
  ///
  /// Throws `.header` for a byte outside 0x20…0x7E and tab (RFC 9110 §5.5; obs-text has no place in
  /// any header we read) and above `longestText`.
  func sentText(_ name: String) throws(RequestError) -> String? {
    guard let value = values[name] else { return nil }
    let isPlain = value.allSatisfy { $0.isPrintable || $0 == .tab }
    guard isPlain, value.count <= Variables.longestText else { throw .header(name: name) }
    return String(decoding: value, as: UTF8.self)
  }

  /// Whether any header says that somebody passed this request on, even with an empty value.
  ///
  /// A header too many only closes the loopback door (FAULTS A9); the host then sets up people or
  /// `insecure-lan`.
  var holdForwarding: Bool {
    values.keys.contains { name in
      name.utf8.starts(with: "HTTP_X_FORWARDED".utf8) || forwardingHeaders.contains(name)
    }
  }

  private func isRead(_ name: String) -> Bool {
    name.utf8.starts(with: "HTTP_".utf8) || Variables.metaVariables.contains(name)
  }
}

/// The headers of intermediaries, next to everything that begins with `X-Forwarded`
/// (-For -Host -Proto -Port -Server: Apache's mod_proxy, lighttpd, HAProxy, ngrok, Tailscale).
private let forwardingHeaders: Set<String> = [
  // The standard's own: RFC 7239 §4.
  "HTTP_FORWARDED",
  // nginx's customary `proxy_set_header X-Real-IP`, often the only one it is told to send.
  "HTTP_X_REAL_IP",
  // A forwarding proxy must send it (RFC 9110 §7.6.3); a Squid on this very machine does, and its
  // users are not on this machine.
  "HTTP_VIA",
  // Cloudflare's tunnel ends in a program that connects from loopback.
  "HTTP_CF_CONNECTING_IP",
  // Akamai's and Cloudflare's name, and the older ones of load balancers, for the client's address.
  "HTTP_TRUE_CLIENT_IP", "HTTP_X_CLIENT_IP", "HTTP_X_CLUSTER_CLIENT_IP", "HTTP_CLIENT_IP",
]
