// CRC-32 of ZIP archives. Source: RFC 1952 §8, the same polynomial as APPNOTE.TXT §4.4.7.

enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let value = table.withUnsafeBufferPointer { table in
      bytes.reduce(UInt32.max) { value, byte in
        table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8
      }
    }
    return ~value
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { crc32($0) } }
}
