// The cookies of a request. A name that occurs twice has no value here: another program on this host
// may have set one of the two.

import Text

/// The pairs of one Cookie header. Source: RFC 6265 §4.2.
package struct Cookies: Equatable, Sendable {
  /// Maximum length of the Cookie header, in bytes. The header also contains the cookies of other
  /// programs on this host.
  static let longestHeader = 16384

  /// Whether the client sent a Cookie header, even a malformed one. Such a client is a browser
  /// (docs/faults.md §6 "Cookies").
  package let wereSent: Bool

  /// The names in the order of the header: an older cookie of the same path comes first.
  package private(set) var names: [String] = []

  /// The values by name; nil for a name that occurs twice.
  private var values: [String: String?] = [:]

  /// Pairs that are not `token=cookie-octets` belong to other programs and are ignored.
  ///
  /// Throws `.header` above `longestHeader`.
  init(header: [UInt8]?) throws(RequestError) {
    let header = header ?? []
    guard header.count <= Cookies.longestHeader else { throw .header(name: "HTTP_COOKIE") }
    wereSent = !header.isEmpty
    for pair in header.split(separator: .semicolon) {
      guard let (name, value) = cookie(pair.trimming(\.isBlank)) else { continue }
      if values[name] == nil { names.append(name) }
      values.updateValue(values[name] == nil ? value : nil, forKey: name)
    }
  }

  /// The value of a cookie; nil when there is no cookie of that name, or more than one.
  package subscript(name: String) -> String? { values[name] ?? nil }
}

/// `cookie-pair` of RFC 6265 §4.1.1; double quotes around the value are not part of it.
private func cookie(_ pair: ArraySlice<UInt8>) -> (name: String, value: String)? {
  guard let split = pair.firstIndex(of: .equals) else { return nil }
  let name = pair[..<split]
  var value = pair[pair.index(after: split)...]
  if value.count >= 2, value.first == .quote, value.last == .quote {
    value = value.dropFirst().dropLast()
  }
  guard !name.isEmpty, name.allSatisfy(\.isToken), value.allSatisfy(isCookieOctet) else {
    return nil
  }
  return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
}

/// `cookie-octet` of RFC 6265 §4.1.1: printable, without blank, quote, comma, semicolon, backslash.
private func isCookieOctet(_ byte: UInt8) -> Bool {
  byte.isPrintable && !" \",;\\".utf8.contains(byte)
}
