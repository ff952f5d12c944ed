// An index proposes the right covers among many.

import Support
import Testing

@testable import Covers

@Suite struct CoverIndexTests {
  static let covers: [Fingerprint] = {
    var generator = SeededGenerator(seed: 2_001)
    return (0..<400).map { _ in InventedCovers.fingerprint(&generator, features: 100) }
  }()

  /// Cover n has the id 1,000 + n.
  static let bytes = bytes(of: covers)

  static func bytes(of covers: [Fingerprint], _ facts: IndexFacts = IndexFacts()) -> [UInt8] {
    var builder = CoverIndexBuilder()
    for (number, cover) in covers.enumerated() { builder.add(cover, for: Int64(1_000 + number)) }
    return builder.bytes(facts)
  }

  static func proposals(_ fingerprint: Fingerprint, in bytes: [UInt8] = bytes) -> [Int64]? {
    bytes.withUnsafeBytes { CoverIndex(reading: $0)?.proposals(for: fingerprint) }
  }

  @Test func `a well cropped cover is proposed first, by its code`() throws {
    var generator = SeededGenerator(seed: 1)
    for number in stride(from: 0, to: 400, by: 13) {
      let photo = InventedCovers.photographed(
        Self.covers[number], kept: 0, isWellCropped: true, &generator)
      #expect(Self.proposals(photo)?.first == Int64(1_000 + number))
    }
  }

  @Test(arguments: [0, 40, 64, 100, 128, 200] as [UInt8])
  func `a badly cropped cover is proposed by its features, turned by any angle`(_ angle: UInt8) {
    var generator = SeededGenerator(seed: UInt64(angle))
    for number in stride(from: 0, to: 400, by: 29) {
      let photo = InventedCovers.photographed(Self.covers[number], angle: angle, &generator)
      #expect(Self.proposals(photo)?.contains(Int64(1_000 + number)) == true)
    }
  }

  @Test func `few covers are all proposed`() {
    var generator = SeededGenerator(seed: 3)
    let stranger = InventedCovers.fingerprint(&generator)
    let few = Array(Self.covers.prefix(CoverIndex.fewCovers))
    #expect(Self.proposals(stranger, in: Self.bytes(of: few))?.count == few.count)
    #expect(Self.proposals(stranger, in: Self.bytes(of: [])) == [])
    let most = CoverIndex.mostByCode + CoverIndex.mostByFeatures
    #expect((Self.proposals(stranger)?.count ?? 0) <= most)
  }

  @Test func `a cover that repeats one pattern is not proposed for everything that has it once`() {
    var generator = SeededGenerator(seed: 4)
    let stripe = InventedCovers.feature(&generator)
    let striped = Fingerprint(
      code: InventedCovers.code(&generator), features: Array(repeating: stripe, count: 400))
    var covers = Self.covers
    covers[7] = striped
    let wanted = Fingerprint(
      code: InventedCovers.code(&generator), features: [stripe] + covers[8].features.prefix(30))
    let voted = Self.bytes(of: covers).withUnsafeBytes {
      CoverIndex(reading: $0)?.mostVoted(by: wanted.features)
    }
    #expect(voted?.first == 8)
  }

  @Test func `an index records the covers that it was made from`() {
    let facts = IndexFacts(rows: 12, highest: 99, checksum: 77)
    let read = Self.bytes(of: [], facts).withUnsafeBytes { CoverIndex(reading: $0)?.facts }
    #expect(read == facts)
  }

  @Test func `an index keeps at most 16 kB a cover, of which 36 bytes are its code`() {
    var generator = SeededGenerator(seed: 9)
    let covers = (0..<60).map { _ in
      InventedCovers.fingerprint(&generator, features: Fingerprint.mostFeatures)
    }
    #expect(Self.bytes(of: covers).count / 60 <= 16_000)
    #expect(CodeBlocks.signByteCount(1_000) == 32_000)
    #expect(CodeBlocks.colours(of: [InventedCovers.code(&generator)]).count * 4 == 4)
  }
}
