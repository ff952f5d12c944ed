// Reads zone files of tzdata. The bytes are untrusted: every count is checked against the file's
// size.

extension Zone {
  /// The maximum size of a zone file in bytes; the largest file of tzdata has 4 KB.
  package static let fileLimit = 64 << 10

  /// Reads version 2 or later of the format. Nil for a damaged file. Source: RFC 9636 §3.
  package init?(name: String, file bytes: [UInt8]) {
    guard let short = ZoneBlock(bytes, at: 0, secondBytes: 4),
      let block = ZoneBlock(bytes, at: short.end, secondBytes: 8),
      let types = block.localTimes(bytes), let first = types.first
    else { return nil }
    var transitions: [Transition] = []
    for index in 0..<block.transitionCount {
      let second = Self.number(bytes, at: block.secondsStart + index * 8, count: 8)
      let type = Int(bytes[block.typeIndexStart + index])
      guard types.indices.contains(type), abs(second) < 1 << 56 else { return nil }
      transitions.append(Transition(second: second, time: types[type]))
    }
    let footer = bytes[block.end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    self.init(
      name: name, transitions: transitions, first: first,
      rule: ZoneRule(String(decoding: footer, as: UTF8.self)))
  }

  /// Reads a big-endian number in two's complement. The caller has checked that the bytes exist.
  fileprivate static func number(_ bytes: [UInt8], at start: Int, count: Int) -> Int64 {
    var value = bytes[start] & 0x80 == 0 ? Int64(0) : -1
    for byte in bytes[start..<start + count] { value = value << 8 | Int64(byte) }
    return value
  }
}

/// The positions of the parts of one header and its data.
private struct ZoneBlock {
  let transitionCount: Int
  let secondsStart: Int
  let typeIndexStart: Int
  private let typesStart: Int
  private let typeCount: Int
  private let namesStart: Int
  private let nameBytes: Int

  /// The first byte after the block.
  let end: Int

  /// Nil if the file is shorter than its header requires.
  init?(_ bytes: [UInt8], at start: Int, secondBytes: Int) {
    guard bytes.count >= start + 44, bytes[start...].starts(with: Array("TZif".utf8)),
      bytes[start + 4] >= UInt8(ascii: "2")
    else { return nil }
    let counts = (0..<6).map { Int(Zone.number(bytes, at: start + 20 + $0 * 4, count: 4)) }
    guard counts.allSatisfy({ (0...Zone.fileLimit).contains($0) }) else { return nil }
    let (utcCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
    (transitionCount, typeCount, nameBytes) = (counts[3], counts[4], counts[5])
    secondsStart = start + 44
    typeIndexStart = secondsStart + transitionCount * secondBytes
    typesStart = typeIndexStart + transitionCount
    namesStart = typesStart + typeCount * 6
    end = namesStart + nameBytes + leapCount * (secondBytes + 4) + standardCount + utcCount
    guard end <= bytes.count else { return nil }
  }

  /// The local times of the block; nil if an abbreviation or an offset is not valid.
  func localTimes(_ bytes: [UInt8]) -> [LocalTime]? {
    let names = bytes[namesStart..<namesStart + nameBytes]
    var times: [LocalTime] = []
    for index in 0..<typeCount {
      let position = typesStart + index * 6
      let offset = Zone.number(bytes, at: position, count: 4)
      let nameStart = namesStart + Int(bytes[position + 5])
      guard nameStart < names.endIndex, abs(offset) < 172_800 else { return nil }
      let name = names[nameStart...].prefix { $0 != 0 }
      times.append(LocalTime(offset: offset, abbreviation: String(decoding: name, as: UTF8.self)))
    }
    return times
  }
}
