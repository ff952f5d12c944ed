// Changes the structure of a JPEG as an attacker would. The same seed gives the same bytes.
// `make fuzz` uses the mutator with libFuzzer, `make test` without.

package struct JPEGMutator {
  /// Changes bytes without regard to their meaning: libFuzzer's mutation, if the build has
  /// libFuzzer.
  package typealias ByteMutation = ([UInt8], inout any RandomNumberGenerator) -> [UInt8]

  private var random: any RandomNumberGenerator
  private let changed: ByteMutation

  package init(
    _ random: any RandomNumberGenerator, bytes: @escaping ByteMutation = JPEGMutator.flipped
  ) {
    self.random = random
    changed = bytes
  }

  /// `bytes` with one to four changes, sometimes cut short. If `bytes` is no JPEG, and sometimes
  /// for a JPEG, one of `seeds` is changed instead.
  package mutating func mutated(_ bytes: [UInt8], seeds: [[UInt8]]) -> [UInt8] {
    var pieces = JPEGPieces(bytes)
    if pieces.pieces.isEmpty || number(50) == 0 { pieces = JPEGPieces(seeds[number(seeds.count)]) }
    for _ in 0...number(4) where !pieces.pieces.isEmpty { change(&pieces.pieces) }
    let whole = pieces.bytes
    return number(16) == 0 ? Array(whole.prefix(number(whole.count) + 1)) : whole
  }

  /// Changes one to eight bytes.
  package static func flipped(
    _ bytes: [UInt8], _ random: inout any RandomNumberGenerator
  ) -> [UInt8] {
    var bytes = bytes
    guard !bytes.isEmpty else { return [UInt8(truncatingIfNeeded: random.next())] }
    for _ in 0..<Int(1 + random.next() % 8) {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    return bytes
  }

  private mutating func number(_ below: Int) -> Int {
    below > 0 ? Int(random.next() % UInt64(below)) : 0
  }

  private mutating func change(_ pieces: inout [JPEGPiece]) {
    let place = number(pieces.count)
    switch number(16) {
    case 0: pieces.remove(at: place)
    case 1: pieces.insert(pieces[place], at: number(pieces.count + 1))
    case 2: pieces.swapAt(place, number(pieces.count))
    case 3, 4: pieces[place].payload = changed(pieces[place].payload, &random)
    case 5: pieces.insert(exif(), at: 0)
    case 6: pieces.insert(application(), at: number(pieces.count))
    case 7: pieces.insert(JPEGPiece(marker: 0xDD, payload: [0, UInt8(number(9))]), at: 0)
    case 8: changeFrame(&pieces) { $0.resize(&$1) }
    case 9: changeFrame(&pieces) { $0.resample(&$1) }
    case 10:
      changeFrame(&pieces) { mutator, frame in frame.marker = [0xC0, 0xC1, 0xC2][mutator.number(3)]
      }
    case 11: changeScan(&pieces) { $1.payload = $0.changed($1.payload, &$0.random) }
    case 12: changeScan(&pieces) { $1.data.removeLast($0.number($1.data.count + 1)) }
    case 13: changeScan(&pieces) { $0.insertRestart(&$1.data) }
    default: changeScan(&pieces) { $1.data = $0.changed($1.data, &$0.random) }
    }
  }

  private mutating func changeFrame(
    _ pieces: inout [JPEGPiece], _ change: (inout JPEGMutator, inout JPEGPiece) -> Void
  ) {
    guard let place = pieces.firstIndex(where: { (0xC0...0xC2).contains($0.marker) }),
      pieces[place].payload.count >= 9
    else { return }
    change(&self, &pieces[place])
  }

  private mutating func changeScan(
    _ pieces: inout [JPEGPiece], _ change: (inout JPEGMutator, inout JPEGPiece) -> Void
  ) {
    let scans = pieces.indices.filter { pieces[$0].marker == 0xDA }
    guard !scans.isEmpty else { return }
    change(&self, &pieces[scans[number(scans.count)]])
  }

  /// Sets the sides of the picture: mostly small, sometimes up to 2,000 pixels.
  private mutating func resize(_ frame: inout JPEGPiece) {
    for place in [1, 3] {
      let side = 1 + number(number(20) == 0 ? 2_000 : 200)
      frame.payload[place] = UInt8(side >> 8)
      frame.payload[place + 1] = UInt8(side & 255)
    }
  }

  private mutating func resample(_ frame: inout JPEGPiece) {
    let component = 7 + 3 * number((frame.payload.count - 6) / 3)
    guard component < frame.payload.count else { return }
    frame.payload[component] = UInt8((1 + number(4)) << 4 | (1 + number(4)))
  }

  private mutating func insertRestart(_ data: inout [UInt8]) {
    data.insert(contentsOf: [0xFF, UInt8(0xD0 + number(8))], at: number(data.count + 1))
  }

  /// An EXIF directory of at most three entries, in either byte order. About half of the entries
  /// are the orientation.
  private mutating func exif() -> JPEGPiece {
    let isLittle = number(2) == 0
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
      return isLittle ? little : little.reversed()
    }
    var block: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    block += isLittle ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]
    block += bytes(number(8) == 0 ? number(70_000) : 8, 4)
    let count = number(4)
    block += bytes(number(8) == 0 ? 65_535 : count, 2)
    for _ in 0..<count {
      block += bytes(number(2) == 0 ? 0x0112 : number(65_536), 2) + bytes(3, 2) + bytes(1, 4)
      block += bytes(number(10), 2) + [0, 0]
    }
    let payload = number(4) == 0 ? changed(block, &random) : block
    return JPEGPiece(marker: 0xE1, payload: payload)
  }

  /// An application segment: JFIF, Adobe (which decides the colours), ICC, or any other.
  private mutating func application() -> JPEGPiece {
    let transform = UInt8(number(4))
    switch number(4) {
    case 0:
      return JPEGPiece(
        marker: 0xEE, payload: Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    case 1:
      return JPEGPiece(marker: 0xE0, payload: Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    case 2:
      return JPEGPiece(marker: 0xE2, payload: Array("ICC_PROFILE".utf8) + [0, 1, 1, 0, 0, 2, 0])
    default:
      return JPEGPiece(
        marker: UInt8(0xE0 + number(16)), payload: [UInt8](repeating: transform, count: number(300))
      )
    }
  }
}
