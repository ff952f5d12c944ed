// The parts of a plain URL. A URL that two parsers could read differently is refused. libcurl gets
// a URL that is built from these parts.

/// Scheme, host, port and target of an http(s) URL. No user, no fragment, no backslash.
struct WebAddress: Sendable, Equatable {
  enum Scheme: String, Sendable { case http, https }

  let scheme: Scheme
  /// In lower case; an IPv6 address in its brackets.
  let host: String
  let port: UInt16
  /// Path and query, beginning with a slash.
  let target: String

  /// Throws `badURL` if the URL is not plain or has more than 8,192 bytes.
  init(_ url: String) throws(HTTPError) {
    guard url.utf8.count <= 8192, url.utf8.allSatisfy(Self.isPlain),
      let colon = url.range(of: "://"),
      let scheme = Scheme(rawValue: url[..<colon.lowerBound].lowercased())
    else { throw .badURL }
    let rest = url[colon.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let (host, port) = try Self.split(authority)
    let target = rest[authority.endIndex...]
    self.scheme = scheme
    self.host = host
    self.port = port ?? (scheme == .https ? 443 : 80)
    self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
  }

  /// The URL that libcurl gets.
  var url: String {
    let isUsual = port == (scheme == .https ? 443 : 80)
    return "\(scheme.rawValue)://\(host)\(isUsual ? "" : ":\(port)")\(target)"
  }
}

extension WebAddress {
  /// Printable ASCII without the characters that RFC 3986 does not allow.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  private static func split(
    _ authority: Substring
  ) throws(HTTPError) -> (host: String, port: UInt16?) {
    let host: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .badURL }
      host = authority[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || ":.".contains($0) }),
        host.contains(":")
      else { throw .badURL }
    } else {
      host = authority.prefix { $0 != ":" }
      guard isName(host) else { throw .badURL }
    }
    return (host.lowercased(), try port(authority[host.endIndex...]))
  }

  private static func port(_ text: Substring) throws(HTTPError) -> UInt16? {
    if text.isEmpty { return nil }
    let digits = text.dropFirst()
    guard text.first == ":", digits.allSatisfy(\.isNumber), let port = UInt16(digits), port > 0
    else { throw .badURL }
    return port
  }

  /// Whether `host` has only letters, digits, hyphens and underscores between dots. A name whose
  /// last label is a number must be an address in four plain decimals: `2130706433`, `0x7f.1` and
  /// `017700000001` are refused.
  ///
  /// Source: <https://url.spec.whatwg.org/#ends-in-a-number-checker>.
  private static func isName(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isSpelled = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
    guard isSpelled, host.utf8.count <= 253, let last = labels.last else { return false }
    let isNumber = last.allSatisfy(\.isNumber) || last.lowercased().hasPrefix("0x")
    if !isNumber { return true }
    return labels.count == 4 && labels.allSatisfy { UInt8($0).map(String.init) == String($0) }
  }
}

extension StringProtocol {
  /// The first range of `text`.
  fileprivate func range(of text: String) -> Range<Index>? {
    ranges(of: text).first
  }
}
