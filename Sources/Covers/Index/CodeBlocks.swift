// Very many codes, searched in the place where they lie: their signs eight codes a block, word by
// word, so that one instruction sees eight covers; their colours beside, looked at for the near only.

import CHamming

/// Codes in memory that somebody else owns; valid as long as that is.
package struct CodeBlocks {
  /// Eight codes: the first words of all, then the second …
  static let codesPerBlock = 8
  static let wordsPerBlock = 32

  /// 36 bytes a code, but for up to seven that fill the last block.
  static func signByteCount(_ codes: Int) -> Int { blockCount(codes) * wordsPerBlock * 8 }

  private static func blockCount(_ codes: Int) -> Int {
    (codes + codesPerBlock - 1) / codesPerBlock
  }

  private let count: Int
  private let signs: UnsafeBufferPointer<UInt64>
  private let colours: UnsafeBufferPointer<UInt32>

  /// Nil where there are fewer words than `count` codes have.
  package init?(
    count: Int, signs: UnsafeBufferPointer<UInt64>, colours: UnsafeBufferPointer<UInt32>
  ) {
    guard count >= 0, count <= Int(UInt32.max) - Self.codesPerBlock, colours.count >= count,
      signs.count * 8 >= Self.signByteCount(count)
    else { return nil }
    (self.count, self.signs, self.colours) = (count, signs, colours)
  }

  /// A code's place and how similar it is in the turn that fits best.
  package struct Near: Equatable {
    package let place: Int
    package let similarity: Double
  }

  /// The `most` codes most similar to `code` in any of its four turns, best first; exactly these.
  ///
  /// Signs are counted in C, in passes of `blocksPerPass`; after each the bar is as high as the last
  /// of the best so far, since no colour can make up for more signs than that. `way`: how they are
  /// counted, the fastest unless a test says otherwise.
  package func nearest(
    to code: CoverCode, most: Int, way: Int32? = nil
  ) -> [Near] {
    guard most > 0 else { return [] }
    let turns = code.turns
    let wanted = turns.flatMap { turn in (0..<4).map { turn.signs[$0] } }
    let way = way ?? albumscan_hamming_fastest()
    var best: [Near] = []
    var found = [UInt32](repeating: 0, count: Self.foundPerPass)
    var block = 0
    let end = Self.blockCount(count)
    while block < end {
      let limit =
        best.count < most ? 256 : CoverCode.mostDifferentSigns(for: best[most - 1].similarity)
      var done = 0
      let near = albumscan_hamming_near(
        way, signs.baseAddress?.advanced(by: block * Self.wordsPerBlock),
        min(end - block, block + Self.firstBlocks, Self.blocksPerPass), wanted, limit, &found,
        found.count, &done)
      for place in found[..<near].lazy.map({ Int($0) + block * Self.codesPerBlock })
      where place < count {
        insert(place, turns: turns, into: &best, most: most)
      }
      block += max(1, done)
    }
    return best
  }

  /// 4,096 codes, after passes of 32 and as many as there were before: so the bar rises soon.
  private static let firstBlocks = 4
  private static let blocksPerPass = 512
  private static let foundPerPass = blocksPerPass * codesPerBlock + codesPerBlock

  private func insert(_ place: Int, turns: [CoverCode], into best: inout [Near], most: Int) {
    let code = self[place]
    let bar = best.count == most ? best[most - 1].similarity : -1
    var similarity = bar
    for turn in turns { similarity = turn.similarity(to: code, ifAbove: similarity) ?? similarity }
    guard similarity > bar else { return }
    if best.count == most { best.removeLast() }
    let index = best.firstIndex { $0.similarity < similarity } ?? best.endIndex
    best.insert(Near(place: place, similarity: similarity), at: index)
  }

  private subscript(place: Int) -> CoverCode {
    let first = place / Self.codesPerBlock * Self.wordsPerBlock + place % Self.codesPerBlock
    let words = SIMD4(signs[first], signs[first + 8], signs[first + 16], signs[first + 24])
    return CoverCode(
      signs: words, colours: unsafeBitCast(colours[place], to: SIMD4<UInt8>.self))
  }
}

extension CodeBlocks {
  /// The words of the blocks of `codes`; places beyond the last hold zeros.
  package static func signs(of codes: [CoverCode]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: signByteCount(codes.count) / 8)
    for (place, code) in codes.enumerated() {
      let first = place / codesPerBlock * wordsPerBlock + place % codesPerBlock
      for word in 0..<4 { words[first + codesPerBlock * word] = code.signs[word] }
    }
    return words
  }

  /// Four bytes a code, as they lie in memory.
  package static func colours(of codes: [CoverCode]) -> [UInt32] {
    codes.map { unsafeBitCast($0.colours, to: UInt32.self) }
  }
}
