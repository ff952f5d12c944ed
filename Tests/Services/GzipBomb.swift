// A small gzip file that unpacks to many megabytes. Source: RFC 1951 §3.2.6, RFC 1952.

enum GzipBomb {
  /// A gzip file with one block in fixed Huffman codes: a zero byte, then repetitions of 258 zero
  /// bytes in 13 bits each.
  static func zeros(mebibytes: Int) -> [UInt8] {
    let repeats = (mebibytes << 20) / 258
    var writer = BitWriter(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    writer.low(1, count: 1)
    writer.low(1, count: 2)
    writer.high(0x30, count: 8)
    for _ in 0..<repeats {
      writer.high(0b1100_0101, count: 8)
      writer.high(0, count: 5)
    }
    writer.high(0, count: 7)
    writer.flush()
    let size = repeats * 258 + 1
    return writer.bytes + littleEndian(checksum(ofZeros: size)) + littleEndian(UInt32(size))
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(value >> (8 * $0) & 255) }
  }

  private static func checksum(ofZeros count: Int) -> UInt32 {
    var table = [UInt32](repeating: 0, count: 256)
    for index in table.indices {
      var value = UInt32(index)
      for _ in 0..<8 {
        let shifted = value >> 1
        value = value & 1 == 1 ? shifted ^ 0xEDB8_8320 : shifted
      }
      table[index] = value
    }
    var value = UInt32.max
    for _ in 0..<count { value = table[Int(value & 255)] ^ (value >> 8) }
    return ~value
  }
}

private struct BitWriter {
  var bytes: [UInt8]
  private var bits: UInt32 = 0
  private var count = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Appends a number; its lowest bit comes first.
  mutating func low(_ value: UInt32, count: Int) {
    for place in 0..<count { add(value >> UInt32(place) & 1) }
  }

  /// Appends a Huffman code; its highest bit comes first.
  mutating func high(_ value: UInt32, count: Int) {
    for place in (0..<count).reversed() { add(value >> UInt32(place) & 1) }
  }

  mutating func flush() { while count != 0 { add(0) } }

  private mutating func add(_ bit: UInt32) {
    bits |= bit << UInt32(count)
    count += 1
    guard count == 8 else { return }
    bytes.append(UInt8(bits))
    bits = 0
    count = 0
  }
}
