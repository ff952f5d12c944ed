// Addresses and networks of the control file: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`.

import Glibc

/// An IP address or a network in CIDR notation (RFC 4632 §3.1). An IPv4 address equals its
/// IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2).
package struct AddressRange: Equatable, Sendable, CustomStringConvertible {
  package let description: String

  /// The 16 bytes of the IPv6 address, and the number of leading bits that count.
  private let bytes: [UInt8]
  private let bitCount: Int

  /// Nil for a text that is no address and no network, and for a network with bits behind its
  /// prefix: 10.0.0.1/8 is probably an error.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(parts.count), let bytes = Self.bytes(of: parts[0]) else { return nil }
    let isIPv4 = !parts[0].utf8.contains(UInt8(ascii: ":"))
    let width = isIPv4 ? 32 : 128
    var prefix = width
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(parts[1]),
        (0...width).contains(number)
      else { return nil }
      prefix = number
    }
    self.bytes = bytes
    bitCount = 128 - width + prefix
    description = text
    guard Self.masked(bytes, bitCount) == bytes else { return nil }
  }

  /// Whether the address is in this range; false for a text that is no address.
  package func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(of: address) else { return false }
    return Self.masked(other, bitCount) == bytes
  }

  /// The IPv6 address; an IPv4 address, which has four numbers, is mapped. Nil for any other text.
  private static func bytes(of text: String) -> [UInt8]? {
    guard !text.utf8.contains(UInt8(ascii: ":")) else {
      var address = in6_addr()
      guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
      return withUnsafeBytes(of: &address) { Array($0) }
    }
    var address = in_addr()
    guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    return mapped + withUnsafeBytes(of: &address) { Array($0) }
  }

  /// The address with all bits behind the first `count` bits set to 0.
  private static func masked(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    bytes.enumerated().map { index, byte in
      let kept = min(8, max(0, count - index * 8))
      return byte & UInt8(truncatingIfNeeded: 0xFF00 >> kept)
    }
  }
}
