// The byte format of an index. The counts in the header determine the sections' positions, so no
// offset needs a check. Numbers are little-endian; sections start at multiples of 64 bytes.
//
//   header       16 words, see below
//   identifiers  Int64 for each cover, ascending
//   signs        256 bytes for eight covers, see CodeBlocks
//   colours      4 bytes for each cover
//   sizes        UInt32 for each cover: number of its postings
//   starts       UInt32 for each list, by segment, table and word: its start; the end of the last
//   postings     UInt16 for each posting, list by list

/// The header of an index, and the positions of its sections.
struct IndexLayout: Equatable {
  static let headerByteCount = 128

  /// Maximum number of covers. An index of a million covers has 3 GB.
  static let mostCovers = 1 << 24

  let covers: Int
  let wordBits: Int
  let postings: Int
  let facts: IndexFacts

  /// Nil for counts that no index can have.
  init?(covers: Int, wordBits: Int, postings: Int, facts: IndexFacts) {
    guard (0...Self.mostCovers).contains(covers), FeatureWords.wordBits.contains(wordBits),
      (0...Int(UInt32.max)).contains(postings)
    else { return nil }
    self.covers = covers
    self.wordBits = wordBits
    self.postings = postings
    self.facts = facts
  }

  /// Number of segments; each has its own lists.
  var segments: Int { (covers + Posting.segmentCovers - 1) / Posting.segmentCovers }

  /// Number of lists, plus one.
  var startCount: Int { (segments * FeatureWords.tableCount) << wordBits + 1 }

  var identifiers: Range<Int> { section(at: Self.headerByteCount, 8 * covers) }
  var signs: Range<Int> {
    section(at: identifiers.upperBound, CodeBlocks.signByteCount(covers))
  }
  var colours: Range<Int> { section(at: signs.upperBound, 4 * covers) }
  var sizes: Range<Int> { section(at: colours.upperBound, 4 * covers) }
  var starts: Range<Int> { section(at: sizes.upperBound, 4 * startCount) }
  var lists: Range<Int> { section(at: starts.upperBound, 2 * postings) }
  var byteCount: Int { Self.step(lists.upperBound) }

  private func section(at end: Int, _ bytes: Int) -> Range<Int> {
    let start = Self.step(end)
    return start..<start + bytes
  }

  /// The next multiple of 64.
  static func step(_ offset: Int) -> Int { (offset + 63) & ~63 }
}

/// Facts about the covers in an index, so that the caller can detect a stale index.
package struct IndexFacts: Equatable, Sendable {
  /// Number of covers, including those with fingerprints of another version.
  package var rows: Int
  /// The highest identifier; 0 without covers.
  package var highest: Int64
  /// A checksum of the fingerprint of the cover with the highest identifier, because an identifier
  /// may have been reused.
  package var checksum: UInt64

  package init(rows: Int = 0, highest: Int64 = 0, checksum: UInt64 = 0) {
    self.rows = rows
    self.highest = highest
    self.checksum = checksum
  }
}

extension IndexLayout {
  /// “AlbScCov” in the file.
  private static let magic: UInt64 = 0x766F_4363_7342_6C41
  private static let version: UInt64 = 1

  /// Sixteen words; the last is a checksum of the others.
  var header: [UInt64] {
    var words: [UInt64] = [
      Self.magic, Self.version, UInt64(Fingerprint.version), UInt64(covers), UInt64(wordBits),
      UInt64(postings), UInt64(byteCount), UInt64(facts.rows),
      UInt64(bitPattern: facts.highest), facts.checksum,
    ]
    words += [UInt64](repeating: 0, count: 15 - words.count)
    words.append(Self.checksum(words))
    return words
  }

  /// Reads a header; nil for another version, another length or a damaged header.
  init?(reading bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headerByteCount else { return nil }
    let words = (0..<16).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    guard let covers = Int(exactly: words[3]), let wordBits = Int(exactly: words[4]),
      let postings = Int(exactly: words[5]), let rows = Int(exactly: words[7])
    else { return nil }
    let facts = IndexFacts(rows: rows, highest: Int64(bitPattern: words[8]), checksum: words[9])
    self.init(covers: covers, wordBits: wordBits, postings: postings, facts: facts)
    // The comparison with the header that this program would write checks every word.
    guard words == header, byteCount == bytes.count else { return nil }
  }

  /// The checksum FNV-1a, word by word. Source: <https://datatracker.ietf.org/doc/html/rfc9923>
  private static func checksum(_ words: [UInt64]) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }
}
