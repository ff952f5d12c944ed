// Finding a cover again: a million codes against reading them once, and a crop among 10,000 covers
// in a real database with its index file. Most covers are invented: numbers of the same size and spread.

import Albums
import CHamming
import Covers
import Glibc
import Host
import Scanning
import Store
import Support

struct CoverBench {
  private let folder: TemporaryFolder
  private let covers = 10_000

  init() throws {
    folder = try TemporaryFolder(under: Files.isDirectory("/dev/shm") ? "/dev/shm" : "/tmp")
  }

  func figures() throws -> [Figure] { codes() + (try recognition()) }

  // MARK: A million codes

  private func codes() -> [Figure] {
    let count = 1_000_000
    var generator = SeededGenerator(seed: 1)
    let signs = (0..<count * 4).map { _ in generator.next() }
    let colours = (0..<count).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    let wanted = InventedCovers.code(&generator)
    let bytes = Double(signs.count * 8 + colours.count * 4) / Double(count)
    let size = Figure(
      name: "bytes of code a cover", value: rounded(bytes), target: "≤ 40", isMet: bytes <= 40)
    return signs.withUnsafeBufferPointer { signs in
      colours.withUnsafeBufferPointer { colours in
        guard let blocks = CodeBlocks(count: count, signs: signs, colours: colours) else {
          return [size]
        }
        return [size] + ways().map { scan(blocks, signs, for: wanted, $0) }
      }
    }
  }

  /// How bits are counted: what this processor would take first, then what older ones have.
  private func ways() -> [(name: String, way: Int32)] {
    [
      ("as found", albumscan_hamming_fastest()),
      ("AVX2", Int32(ALBUMSCAN_HAMMING_AVX2.rawValue)),
      ("POPCNT", Int32(ALBUMSCAN_HAMMING_POPCNT.rawValue)),
    ].filter { albumscan_hamming_has($0.1) != 0 }
  }

  /// Ten nearest in four turns, against the sum of all words of signs and colours.
  private func scan(
    _ blocks: CodeBlocks, _ signs: UnsafeBufferPointer<UInt64>, for wanted: CoverCode,
    _ way: (name: String, way: Int32)
  ) -> Figure {
    var (reading, searching): ([Double], [Double]) = ([], [])
    for _ in 0..<21 {
      let start = Measure.now()
      keep(Self.sum(signs))
      let middle = Measure.now()
      keep(UInt64(blocks.nearest(to: wanted, most: 10, way: way.way).count))
      reading.append(middle - start)
      searching.append(Measure.now() - middle)
    }
    let ratio = Measure.median(searching) / Measure.median(reading)
    return Figure(
      name: "1,000,000 codes in four turns / reading them once, \(way.name)",
      value:
        "\(rounded(ratio)) (\(rounded(Measure.median(searching))) / \(rounded(Measure.median(reading))) ms)",
      target: "≤ 4.00", isMet: ratio <= 4)
  }

  @inline(never)
  private static func sum(_ words: UnsafeBufferPointer<UInt64>) -> UInt64 {
    var sums = SIMD8<UInt64>()
    words.withMemoryRebound(to: SIMD8<UInt64>.self) { words in for word in words { sums &+= word } }
    return sums.wrappedSum()
  }

  /// So that nothing is left out because nobody looks at it.
  private func keep(_ value: UInt64) { if value == 0xDEAD_BEEF { print(value) } }

  // MARK: Among 10,000

  private func recognition() throws -> [Figure] {
    let fingerprints = try fill()
    let store = try Store.open(folder.file("albums.db"))
    let known = KnownCovers(path: folder.file("covers.index"))
    let start = Measure.now()
    _ = try known.bringUpToDate(from: store)
    let rebuilding = Measure.now() - start
    return [
      try matching(known, store, fingerprints), try fileSize(), try opening(),
      Figure(
        name: "making the index of \(covers) covers", value: "\(rounded(rebuilding)) ms",
        target: "–", isMet: nil),
    ]
  }

  /// A hundred questions, half of them of covers that are known, badly cropped.
  private func matching(
    _ known: KnownCovers, _ store: borrowing Store, _ fingerprints: [Fingerprint]
  ) throws -> Figure {
    var generator = SeededGenerator(seed: 3)
    var (times, found, falselySure): ([Double], Int, Int) = ([], 0, 0)
    for number in 0..<100 {
      let isKnown = number % 2 == 0
      let wanted =
        isKnown
        ? InventedCovers.photographed(
          fingerprints[number * 37], angle: .random(in: 0...255, using: &generator), &generator)
        : InventedCovers.fingerprint(&generator)
      let bytes = wanted.bytes
      let start = Measure.now()
      let matches = try known.matches(for: bytes, in: store)
      times.append(Measure.now() - start)
      if isKnown, !matches.isEmpty { found += 1 }
      if !isKnown { falselySure += matches.count { $0.isSure } }
    }
    let median = Measure.median(times)
    return Figure(
      name: "a crop among \(covers) covers, verified",
      value:
        "\(rounded(median)) ms (95 %: \(rounded(Measure.percentile(times, 0.95))); found \(found) of 50, falsely sure \(falselySure))",
      target: "≤ 20 ms", isMet: median <= 20)
  }

  private func fileSize() throws -> Figure {
    let bytes = try MappedFile(folder.file("covers.index")).count / covers
    return Figure(
      name: "bytes of index file a cover", value: "\(bytes)", target: "≤ 16,000",
      isMet: bytes <= 16_000)
  }

  private func opening() throws -> Figure {
    let times = try (0..<21).map { _ in
      let start = Measure.now()
      let count = try MappedFile(folder.file("covers.index")).withBytes {
        CoverIndex(reading: $0)?.count ?? 0
      }
      keep(UInt64(count))
      return Measure.now() - start
    }
    let median = Measure.median(times)
    return Figure(
      name: "opening the index of \(covers) covers", value: "\(rounded(median)) ms",
      target: "≤ 2 ms", isMet: median <= 2)
  }

  /// A catalogue of invented covers in a real database.
  private func fill() throws -> [Fingerprint] {
    let path = folder.file("albums.db")
    let store = try Store.openUpgrading(path)
    var generator = SeededGenerator(seed: 2)
    return try (0..<covers).map { number in
      let fingerprint = InventedCovers.fingerprint(&generator)
      try store.importCover(
        of: BenchLog.album(number), review: nil, fingerprint: fingerprint.bytes,
        name: "bench:\(number)", at: Timestamp(milliseconds: 0))
      return fingerprint
    }
  }
}
