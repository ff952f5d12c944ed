// The search over all codes finds exactly the nearest codes, with every way to count bits.

import CHamming
import Support
import Testing

@testable import Covers

@Suite struct CodeBlocksTests {
  /// The ways to count bits that this processor has.
  static let ways = (0...Int32(ALBUMSCAN_HAMMING_AVX2.rawValue)).filter {
    albumscan_hamming_has($0) != 0
  }

  @Test(arguments: ways, [0, 1, 7, 8, 9, 63, 4_097, 9_000])
  func `the nearest codes equal the result of comparing all codes`(_ way: Int32, count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let codes = (0..<count).map { _ in InventedCovers.code(&generator) }
    let wanted = InventedCovers.code(&generator)
    let each = codes.map { code in
      wanted.turns.reduce(0) { max($0, $1.similarity(to: code)) }
    }
    for most in [0, 1, 10] {
      let near = Self.nearest(codes, to: wanted, most: most, way: way)
      #expect(near.map(\.similarity) == Array(each.sorted(by: >).prefix(most)))
      #expect(near.allSatisfy { each[$0.position] == $0.similarity })
    }
  }

  static func nearest(
    _ codes: [CoverCode], to code: CoverCode, most: Int, way: Int32? = nil
  ) -> [CodeBlocks.Near] {
    let (signs, colours) = (CodeBlocks.signs(of: codes), CodeBlocks.colours(of: codes))
    return signs.withUnsafeBufferPointer { signs in
      colours.withUnsafeBufferPointer { colours in
        CodeBlocks(count: codes.count, signs: signs, colours: colours)?
          .nearest(to: code, most: most, way: way) ?? []
      }
    }
  }

  @Test(arguments: 0..<4)
  func `a cover is found in each of four rotations`(_ turns: Int) {
    var generator = SeededGenerator(seed: 5)
    let codes = (0..<1_000).map { _ in InventedCovers.code(&generator) }
    let turned = (0..<turns).reduce(codes[777]) { code, _ in code.turnedRight }
    let near = Self.nearest(codes, to: turned, most: 1)
    #expect(near == [CodeBlocks.Near(position: 777, similarity: 1)])
  }

  @Test(arguments: ways)
  func `counting stops before its list is full, and continues from there`(_ way: Int32) {
    var generator = SeededGenerator(seed: 6)
    let words = (0..<20 * 32).map { _ in generator.next() }
    let wanted = (0..<16).map { _ in generator.next() }
    let limit: UInt32 = 122
    var found: [UInt32] = []
    var block = 0
    while block < 20 {
      var some = [UInt32](repeating: 0, count: 12)
      var done = 0
      let count = words.withUnsafeBufferPointer {
        albumscan_hamming_near(
          way, $0.baseAddress?.advanced(by: 32 * block), 20 - block, wanted, limit, &some,
          some.count, &done)
      }
      #expect(done > 0 && count <= some.count)
      found += some[..<count].map { $0 + UInt32(8 * block) }
      block += max(1, done)
    }
    #expect(found == Self.near(words, wanted, limit))
  }

  /// A simple search that compares the codes in order.
  static func near(_ words: [UInt64], _ wanted: [UInt64], _ limit: UInt32) -> [UInt32] {
    (0..<UInt32(words.count / 4)).filter { place in
      (0..<4).contains { turn in
        let first = Int(place) / 8 * 32 + Int(place) % 8
        let different = (0..<4).reduce(0) {
          $0 + (words[first + 8 * $1] ^ wanted[4 * turn + $1]).nonzeroBitCount
        }
        return different <= Int(limit)
      }
    }
  }
}
