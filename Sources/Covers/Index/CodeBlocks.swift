// Searches many codes without copying them. Signs are stored in blocks of eight codes, word by
// word, so that one instruction compares several codes. Colours are stored separately, and are read
// only for near codes.

import CHamming

/// A view of codes in memory that the caller owns. The view is valid as long as the memory.
package struct CodeBlocks {
  /// A block has the first words of eight codes, then their second words, and so on.
  static let codesPerBlock = 8
  static let wordsPerBlock = 32

  /// 32 bytes for each code, rounded up to whole blocks.
  static func signByteCount(_ codes: Int) -> Int { blockCount(codes) * wordsPerBlock * 8 }

  private static func blockCount(_ codes: Int) -> Int {
    (codes + codesPerBlock - 1) / codesPerBlock
  }

  private let count: Int
  private let signs: UnsafeBufferPointer<UInt64>
  private let colours: UnsafeBufferPointer<UInt32>

  /// Nil when the buffers are too short for `count` codes.
  package init?(
    count: Int, signs: UnsafeBufferPointer<UInt64>, colours: UnsafeBufferPointer<UInt32>
  ) {
    guard count >= 0, count <= Int(UInt32.max) - Self.codesPerBlock, colours.count >= count,
      signs.count * 8 >= Self.signByteCount(count)
    else { return nil }
    (self.count, self.signs, self.colours) = (count, signs, colours)
  }

  /// The index of a code (`position`), and its similarity to the wanted code in the best of four
  /// rotations.
  package struct Near: Equatable {
    package let position: Int
    package let similarity: Double
  }

  /// The `most` codes that are most similar to `code` in one of its four rotations, best first. The
  /// result is exact.
  ///
  /// C code counts the different signs, in passes of at most `blocksPerPass` blocks. A pass leaves
  /// out codes that cannot be among the best codes so far. `way` is the instruction set that
  /// counts; the default is the fastest.
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
      for position in found[..<near].lazy.map({ Int($0) + block * Self.codesPerBlock })
      where position < count {
        insert(position, turns: turns, into: &best, most: most)
      }
      block += max(1, done)
    }
    return best
  }

  /// The first pass has 32 codes. Each later pass has twice as many, up to 4,096, so that the limit
  /// becomes strict early.
  private static let firstBlocks = 4
  private static let blocksPerPass = 512
  private static let foundPerPass = blocksPerPass * codesPerBlock + codesPerBlock

  private func insert(_ position: Int, turns: [CoverCode], into best: inout [Near], most: Int) {
    let code = self[position]
    let bar = best.count == most ? best[most - 1].similarity : -1
    var similarity = bar
    for turn in turns { similarity = turn.similarity(to: code, ifAbove: similarity) ?? similarity }
    guard similarity > bar else { return }
    if best.count == most { best.removeLast() }
    let index = best.firstIndex { $0.similarity < similarity } ?? best.endIndex
    best.insert(Near(position: position, similarity: similarity), at: index)
  }

  private subscript(position: Int) -> CoverCode {
    let first = position / Self.codesPerBlock * Self.wordsPerBlock + position % Self.codesPerBlock
    let words = SIMD4(signs[first], signs[first + 8], signs[first + 16], signs[first + 24])
    return CoverCode(
      signs: words, colours: unsafeBitCast(colours[position], to: SIMD4<UInt8>.self))
  }
}

extension CodeBlocks {
  /// The blocks of `codes`; unused words are zero.
  package static func signs(of codes: [CoverCode]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: signByteCount(codes.count) / 8)
    for (position, code) in codes.enumerated() {
      let first = position / codesPerBlock * wordsPerBlock + position % codesPerBlock
      for word in 0..<4 { words[first + codesPerBlock * word] = code.signs[word] }
    }
    return words
  }

  /// The four bytes of each code's colours, as they are in memory.
  package static func colours(of codes: [CoverCode]) -> [UInt32] {
    codes.map { unsafeBitCast($0.colours, to: UInt32.self) }
  }
}
