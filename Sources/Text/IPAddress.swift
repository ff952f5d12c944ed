// An IP address, parsed from its text. No name is looked up.
// Refuses IPv6 zones, and the spellings that only inet_aton accepts (octal, hexadecimal, 127.1).

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The eight groups of the IPv6 address; an IPv4 address is stored as `::ffff:a.b.c.d`.
  private let groups: [UInt16]

  /// Whether the text of the address was a dotted quad.
  private let isDottedQuad: Bool

  /// Reads `127.0.0.1` (RFC 3986 §3.2.2 IPv4address) or `::1` (RFC 4291 §2.2), without brackets.
  package init?(_ text: ArraySlice<UInt8>) {
    guard text.count <= 45 else { return nil }
    if let quad = dottedQuad(text) {
      groups = [0, 0, 0, 0, 0, 0xFFFF] + quad
      isDottedQuad = true
    } else if let all = eightGroups(text) {
      groups = all
      isDottedQuad = false
    } else {
      return nil
    }
  }

  package init?(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// Whether the address is in 127.0.0.0/8, also as `::ffff:127.x.x.x`, or is `::1`.
  ///
  /// Source: RFC 1122 §3.2.1.3 (g), RFC 4291 §2.5.3 and §2.5.5.2.
  package var isLoopback: Bool {
    groups == [0, 0, 0, 0, 0, 0, 0, 1] || (isIPv4 && groups[6] >> 8 == 127)
  }

  /// Whether the public internet does not have the address: loopback, 10.0.0.0/8, 172.16.0.0/12,
  /// 192.168.0.0/16 (RFC 1918 §3), link-local 169.254.0.0/16 (RFC 3927 §2.1), shared 100.64.0.0/10
  /// (RFC 6598 §7), fc00::/7 (RFC 4193 §3.1) or link-local fe80::/10 (RFC 4291 §2.5.6); IPv4 also as
  /// `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2).
  package var isLocalNetwork: Bool {
    if isLoopback { return true }
    guard isIPv4 else { return groups[0] & 0xFE00 == 0xFC00 || groups[0] & 0xFFC0 == 0xFE80 }
    return groups[6] >> 8 == 10 || groups[6] & 0xFFF0 == 0xAC10 || groups[6] == 0xC0A8
      || groups[6] == 0xA9FE || isShared
  }

  /// Whether the address is in 100.64.0.0/10: one of a virtual private network such as Tailscale, or
  /// one that an internet provider shares among its customers. So a client with such an address may be a
  /// stranger. Source: RFC 6598 §4.
  package var isShared: Bool { isIPv4 && groups[6] & 0xFFC0 == 0x6440 }

  /// Whether a client with this IPv4 address may be a stranger.
  ///
  /// There is no such rule for IPv6: devices of a local network have public IPv6 addresses too.
  package var isPublicIPv4: Bool { isIPv4 && (!isLocalNetwork || isShared) }

  private var isIPv4: Bool { groups[..<6] == v4Prefix }

  /// The part of the address that all devices of one home share, as a text: an IPv4 address, or the
  /// first 64 bits of an IPv6 address (RFC 6177 §2).
  package var household: String {
    isIPv4
      ? description : "\(groups[..<4].map { String($0, radix: 16) }.joined(separator: ":"))::/64"
  }

  /// The spelling that browsers use: lower case, shortest form, the longest run of zeros as `::`.
  ///
  /// Source: RFC 5952 §4, <https://url.spec.whatwg.org/#concept-ipv6-serializer>.
  package var description: String {
    if isDottedQuad {
      return groups[6...].map { "\($0 >> 8).\($0 & 0xFF)" }.joined(separator: ".")
    }
    guard let zeros = longestZeros(in: groups) else { return spelled(groups[...]) }
    return spelled(groups[..<zeros.lowerBound]) + "::" + spelled(groups[zeros.upperBound...])
  }
}

private let v4Prefix: ArraySlice<UInt16> = [0, 0, 0, 0, 0, 0xFFFF]

private func spelled(_ groups: ArraySlice<UInt16>) -> String {
  groups.map { String($0, radix: 16) }.joined(separator: ":")
}

/// The first of the longest runs of at least two zeros.
private func longestZeros(in groups: [UInt16]) -> Range<Int>? {
  var longest = 0..<0
  var start = 0
  for (index, group) in groups.enumerated() {
    if group != 0 {
      start = index + 1
    } else if index + 1 - start > longest.count {
      longest = start..<index + 1
    }
  }
  return longest.count >= 2 ? longest : nil
}

/// The last two groups of an IPv4 address, from four numbers 0…255 without leading zeros.
private func dottedQuad(_ text: ArraySlice<UInt8>) -> [UInt16]? {
  let parts = text.split(separator: .dot, omittingEmptySubsequences: false)
  guard parts.count == 4 else { return nil }
  var octets: [UInt16] = []
  for part in parts {
    guard (1...3).contains(part.count), part.allSatisfy(\.isDigit) else { return nil }
    let octet = part.reduce(UInt16(0)) { $0 * 10 + UInt16($1 - 0x30) }
    guard octet <= 255, part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
    octets.append(octet)
  }
  return [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]]
}

/// The eight groups of an IPv6 address. `::` may occur once and stands for one or more groups.
private func eightGroups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
  guard let gap = doubleColon(in: text) else {
    guard let all = groupList(text), all.count == 8 else { return nil }
    return all
  }
  guard let head = gap == text.startIndex ? [] : groupList(text[..<gap], mayEndInQuad: false),
    let tail = gap + 2 == text.endIndex ? [] : groupList(text[(gap + 2)...]),
    head.count + tail.count <= 7
  else { return nil }
  return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
}

private func doubleColon(in text: ArraySlice<UInt8>) -> Int? {
  text.indices.dropLast().first { text[$0] == .colon && text[$0 + 1] == .colon }
}

/// Groups of one to four hexadecimal digits; the last may be a dotted quad, which makes two groups.
private func groupList(_ text: ArraySlice<UInt8>, mayEndInQuad: Bool = true) -> [UInt16]? {
  var groups: [UInt16] = []
  let pieces = text.split(separator: .colon, omittingEmptySubsequences: false)
  for (index, piece) in pieces.enumerated() {
    if mayEndInQuad, index == pieces.count - 1, let quad = dottedQuad(piece) {
      groups += quad
      continue
    }
    let digits = piece.compactMap(\.hexadecimalValue)
    guard (1...4).contains(piece.count), digits.count == piece.count else { return nil }
    groups.append(digits.reduce(0) { $0 << 4 | UInt16($1) })
  }
  return groups
}
