// Damaged, truncated, foreign and hostile indexes are refused or harmless. An unreadable page of
// memory follows each index, so a read beyond the index's end crashes the test.

import Glibc
import Support
import Testing

@testable import Covers

@Suite struct CoverIndexDamageTests {
  static let whole = CoverIndexTests.bytes(of: Array(CoverIndexTests.covers.prefix(60)))
  static let wanted: Fingerprint = {
    var generator = SeededGenerator(seed: 8)
    return InventedCovers.photographed(CoverIndexTests.covers[5], &generator)
  }()

  static func isRefused(_ bytes: some Collection<UInt8>) -> Bool {
    GuardedBytes(bytes).withBytes { CoverIndex(reading: $0) == nil }
  }

  @Test func `an index of any other length is refused`() {
    for count in 0..<512 { #expect(Self.isRefused(Self.whole.prefix(count))) }
    for count in stride(from: 512, to: Self.whole.count, by: 997) {
      #expect(Self.isRefused(Self.whole.prefix(count)))
    }
    #expect(Self.isRefused(Self.whole.dropLast(64)))
    #expect(Self.isRefused(Self.whole + [0]))
    #expect(Self.isRefused(Self.whole + [UInt8](repeating: 0, count: 64)))
    #expect(!Self.isRefused(Self.whole))
  }

  @Test func `an index with a single bit changed in its header is refused`() {
    for bit in 0..<IndexLayout.headerByteCount * 8 {
      var bytes = Self.whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Self.isRefused(bytes), "bit \(bit)")
    }
  }

  @Test func `a header with the right checksum and other counts is refused`() throws {
    let right = try #require(Self.whole.withUnsafeBytes { IndexLayout(reading: $0) })
    let counts = [(0, 10, 0), (61, 10, 0), (1 << 24, 16, 1 << 32 - 1), (60, 16, right.postings)]
    for (covers, wordBits, postings) in counts {
      let layout = try #require(
        IndexLayout(
          covers: covers, wordBits: wordBits, postings: postings, facts: IndexFacts()))
      let header = layout.header.flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
      }
      #expect(Self.isRefused(header + Self.whole.dropFirst(header.count)))
    }
    #expect(IndexLayout(covers: -1, wordBits: 10, postings: 0, facts: IndexFacts()) == nil)
    #expect(IndexLayout(covers: 1, wordBits: 17, postings: 0, facts: IndexFacts()) == nil)
    #expect(IndexLayout(covers: 1, wordBits: 10, postings: 1 << 32, facts: IndexFacts()) == nil)
  }

  @Test func `damage after the header causes nothing worse than wrong proposals`() {
    let seed = testSeed()
    note("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let bytes = Self.damaged(&generator)
      let count = GuardedBytes(bytes).withBytes {
        CoverIndex(reading: $0)?.proposals(for: Self.wanted).count
      }
      #expect((count ?? .max) <= CoverIndex.mostByCode + CoverIndex.mostByFeatures)
    }
  }

  /// Changes some bytes anywhere, fills a range with one byte, or replaces all bytes by random
  /// ones.
  static func damaged(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = whole
    let body = IndexLayout.headerByteCount..<bytes.count
    switch Int.random(in: 0...3, using: &generator) {
    case 0:
      for index in body { bytes[index] = .random(in: 0...255, using: &generator) }
    case 1:
      let start = Int.random(in: body, using: &generator)
      let byte: UInt8 = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      for index in start..<min(bytes.count, start + 20_000) { bytes[index] = byte }
    default:
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        bytes[Int.random(in: body, using: &generator)] = .random(in: 0...255, using: &generator)
      }
    }
    return bytes
  }
}

/// Bytes with an unreadable page of memory after them.
struct GuardedBytes: ~Copyable {
  private let start: UnsafeMutableRawPointer?
  private let length: Int
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: some Collection<UInt8>) {
    let page = 4096
    let room = (bytes.count + page - 1) / page * page
    length = room + page
    start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let place = UnsafeMutableRawBufferPointer(
      start: start?.advanced(by: room - bytes.count), count: bytes.count)
    place.copyBytes(from: bytes)
    mprotect(start?.advanced(by: room), page, PROT_NONE)
    self.bytes = UnsafeRawBufferPointer(place)
  }

  deinit { munmap(start, length) }

  borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(bytes)
  }
}
