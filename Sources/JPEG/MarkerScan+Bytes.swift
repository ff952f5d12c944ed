// Where markers stand in the bytes. Skips fill bytes, stuffed zeros and entropy-coded data.

extension MarkerScan {
  /// The next marker's code, `position` left behind it; nil at the end of the bytes.
  ///
  /// With `skippingData` anything may stand before the marker (a scan's data); without, only fill
  /// bytes may, as the library wants it (it would skip garbage with a warning; so do we).
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

  /// What follows the two length bytes at `position`, when all of it is there.
  static func payload(in bytes: [UInt8], at position: Int) -> ArraySlice<UInt8>? {
    guard position <= bytes.count - 2 else { return nil }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2, length <= bytes.count - position else { return nil }
    return bytes[position + 2..<position + length]
  }

  /// Eight bytes at a time: a scan's data is most of the file.
  private static func firstFF(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { raw in
      var position = start
      while position + 8 <= raw.count {
        // A zero byte of the complement (the classic carry trick; exact as to whether there is one).
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
