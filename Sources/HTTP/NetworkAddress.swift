// The numeric addresses that a public service can have; checked for each connection.

/// Four or sixteen bytes, in network order.
struct NetworkAddress: Sendable, Equatable {
  let bytes: [UInt8]

  /// Whether a public service can have the address: not loopback, private, link-local, shared,
  /// documentation, benchmarking, multicast or reserved, nor an IPv4 address written as IPv6.
  ///
  /// Source: the IANA special-purpose registries (RFC 6890 and successors). For a NAT64 address
  /// (RFC 6052), the embedded IPv4 address counts, because behind NAT64 every public service has
  /// such an address.
  var isPublic: Bool {
    if bytes.count == 4 { return !Self.refused4.contains { matches($0.0, $0.1) } }
    guard bytes.count == 16 else { return false }
    if matches([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96) {
      return NetworkAddress(bytes: Array(bytes[12...])).isPublic
    }
    return matches([0x20], 3) && !Self.refused6.contains { matches($0.0, $0.1) }
  }

  private func matches(_ prefix: [UInt8], _ bits: Int) -> Bool {
    (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      return bytes[bit / 8] & mask == prefix[bit / 8] & mask
    }
  }

  private static let refused4: [([UInt8], Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
  ]

  /// Refused ranges within 2000::/3. All addresses outside of 2000::/3 are refused, too.
  private static let refused6: [([UInt8], Int)] = [
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16),
    ([0x3F, 0xFF, 0x00], 20),
  ]
}
