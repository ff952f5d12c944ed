// The CGI environment as a table with one value for each name.
// It keeps only the request headers (HTTP_*), eight meta-variables of RFC 3875 §4.1 and `HTTPS`. No code
// passes it on as the environment of another program (httpoxy: docs/faults.md A10).

import Text

/// The variables from which a request is read.
struct Variables {
  /// Maximum length of a header that is read as text, in bytes.
  static let longestText = 8192

  private static let metaVariables = [
    "REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "CONTENT_LENGTH", "CONTENT_TYPE",
    "REMOTE_ADDR", "REMOTE_USER", "SERVER_PROTOCOL", "HTTPS",
  ]

  private var values: [String: [UInt8]] = [:]

  /// Throws `.duplicate` when a name occurs twice, because two readers could choose different values.
  ///
  /// A client can cause two equal headers: lighttpd passes `X-Under` and `X_Under` as
  /// `HTTP_X_UNDER` twice. A meta-variable comes from the server alone, so two equal values are
  /// accepted: an nginx configuration often sets a variable after `include fastcgi_params`, which
  /// has set it already.
  /// Source: docs/faults.md §2, A9.
  init(_ environment: [(name: String, value: [UInt8])]) throws(RequestError) {
    for (name, value) in environment where isRead(name) {
      guard let earlier = values.updateValue(value, forKey: name) else { continue }
      let isHarmless = Variables.metaVariables.contains(name) && earlier == value
      guard isHarmless else { throw .duplicate(name: String(name.prefix(64))) }
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
  /// Throws `.header` for a byte that is neither in 0x20…0x7E nor a tab (RFC 9110 §5.5; no header that
  /// is read here may contain obs-text), and for more than `longestText` bytes.
  func sentText(_ name: String) throws(RequestError) -> String? {
    guard let value = values[name] else { return nil }
    let isPlain = value.allSatisfy { $0.isPrintable || $0 == .tab }
    guard isPlain, value.count <= Variables.longestText else { throw .header(name: name) }
    return String(decoding: value, as: UTF8.self)
  }

  /// The name of a person in a variable, in UTF-8; nil when it is missing or empty. Throws `.header`
  /// for control characters, for bytes that are no UTF-8, and for more than `longestText` bytes.
  func name(_ name: String) throws(RequestError) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    guard value.count <= Variables.longestText, value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      let text = String(validating: value, as: UTF8.self)
    else { throw .header(name: name) }
    return text
  }

  /// The variable of a request header: `Remote-User` is `HTTP_REMOTE_USER` (RFC 3875 §4.1.18).
  static func name(ofHeader header: String) -> String {
    // `String.replacing` would link the library of regular expressions, which has 1.7 MB.
    "HTTP_"
      + String(
        decoding: header.uppercased().utf8.map { $0 == .dash ? UInt8(ascii: "_") : $0 },
        as: UTF8.self)
  }

  /// Whether any header says that a proxy passed this request on, even with an empty value.
  ///
  /// A header that is counted by mistake can only deny access (docs/faults.md A9).
  var holdForwarding: Bool {
    values.keys.contains { name in
      name.utf8.starts(with: "HTTP_X_FORWARDED".utf8) || forwardingHeaders.contains(name)
    }
  }

  /// Whether the client speaks HTTP/2 without TLS with the server. With TLS, Apache, lighttpd and nginx set
  /// `HTTPS`.
  var showClearHTTP2: Bool {
    (values["SERVER_PROTOCOL"] ?? []).starts(with: "HTTP/2".utf8)
      && !(values["HTTPS"] ?? []).elementsEqual("on".utf8)
  }

  private func isRead(_ name: String) -> Bool {
    name.utf8.starts(with: "HTTP_".utf8) || Variables.metaVariables.contains(name)
  }
}

/// Headers that proxies add, besides those that begin with `X-Forwarded` (-For -Host -Proto -Port
/// -Server: Apache's mod_proxy, lighttpd, HAProxy, ngrok, Tailscale).
private let forwardingHeaders: [String] = [
  // RFC 7239 §4.
  "HTTP_FORWARDED",
  // nginx configurations often set only this one: `proxy_set_header X-Real-IP`.
  "HTTP_X_REAL_IP",
  // A proxy must send it (RFC 9110 §7.6.3), for example a Squid on this computer whose users are
  // elsewhere.
  "HTTP_VIA",
  // Cloudflare's tunnel ends in a program on this computer, which connects from loopback.
  "HTTP_CF_CONNECTING_IP",
  // Names that Akamai, Cloudflare and older load balancers use for the client's address.
  "HTTP_TRUE_CLIENT_IP", "HTTP_X_CLIENT_IP", "HTTP_X_CLUSTER_CLIENT_IP", "HTTP_CLIENT_IP",
]
