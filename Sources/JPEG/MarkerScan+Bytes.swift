// Finds markers in the bytes. Skips fill bytes, stuffed zeros and entropy-coded data.

extension MarkerScan {
  /// The code of the next marker, with `position` moved behind it; nil at the end of the bytes.
  ///
  /// With `skippingData` any bytes may precede the marker, as in a scan's data. Otherwise only fill
  /// bytes may precede it. The library would skip other bytes with a warning.
  static func nextMarker(
    in bytes: [UInt8], from position: inout Int, skippingData: Bool
  ) -> UInt8? {
    while let found = firstFF(in: bytes, from: position) {
      position = found + 1
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { return nil }
      let code = bytes[position]
      position += 1
      if code != 0 && !(skippingData && (0xD0...0xD7).contains(code)) { return code }
    }
    return nil
  }

  /// The payload after the two length bytes at `position`; nil if a part of it is missing.
  static func payload(in bytes: [UInt8], at position: Int) -> ArraySlice<UInt8>? {
    guard position <= bytes.count - 2 else { return nil }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2, length <= bytes.count - position else { return nil }
    return bytes[position + 2..<position + length]
  }

  /// Compares eight bytes at a time, because a scan's data is most of the file.
  private static func firstFF(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { raw in
      var position = start
      while position + 8 <= raw.count {
        // The complement has a zero byte if and only if the word contains 0xFF. The test does not
        // tell the position.
        let word = ~raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
        position += 8
      }
      while position < raw.count {
        if raw[position] == 0xFF { return position }
        position += 1
      }
      return nil
    }
  }
}
