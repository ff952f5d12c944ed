// Finds markers in the bytes. Skips fill bytes, stuffed zeros and entropy-coded data.

extension MarkerScan {
  /// The code of the next marker; nil at the end of the bytes. Moves `position` behind the marker.
  ///
  /// Skips other bytes before the marker, as the library does. With `skippingData`, also skips
  /// restart markers, which are a part of a scan's data.
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
        // `word` has its bits inverted, so a zero byte is a 0xFF of the file. The test finds out
        // whether there is a zero byte, but not where.
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
