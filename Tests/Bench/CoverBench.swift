// The search for a known cover. Two measurements: the search in a million codes, compared with
// reading them once; and the search for a crop among 10,000 covers in a real database with its
// index file. All times are processor time of one thread, in milliseconds.

import Albums
import CHamming
import Covers
import Glibc
import Host
import Pictures
import Scanning
import Store
import Support

struct CoverBench {
  private let folder: TemporaryFolder
  private let covers = 10_000
  private let questions = 40

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

  /// The ways to count bits: the fastest way on this processor, and the way for older processors.
  private func ways() -> [(name: String, way: Int32)] {
    [
      ("as found", albumscan_hamming_fastest()),
      ("POPCNT", Int32(ALBUMSCAN_HAMMING_POPCNT.rawValue)),
    ].filter { albumscan_hamming_has($0.1) != 0 }
  }

  /// Compares two times: finding the ten nearest codes in four rotations, and adding all words of
  /// signs and colours once.
  private func scan(
    _ blocks: CodeBlocks, _ signs: UnsafeBufferPointer<UInt64>, for wanted: CoverCode,
    _ way: (name: String, way: Int32)
  ) -> Figure {
    var (reading, searching): ([Double], [Double]) = ([], [])
    for _ in 0..<21 {
      let start = Measure.worked()
      keep(Self.sum(signs))
      let middle = Measure.worked()
      keep(UInt64(blocks.nearest(to: wanted, most: 10, way: way.way).count))
      reading.append(middle - start)
      searching.append(Measure.worked() - middle)
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

  /// Uses a value, so that the compiler does not remove its computation.
  private func keep(_ value: UInt64) { if value == 0xDEAD_BEEF { print(value) } }

  // MARK: Among 10,000

  private func recognition() throws -> [Figure] {
    try fill()
    let store = try Store.open(folder.file("albums.db"))
    let known = KnownCovers(path: folder.file("covers.index"))
    let start = Measure.worked()
    _ = try known.bringUpToDate(from: store)
    let rebuilding = Measure.worked() - start
    return try matching(known, store) + [
      try fileSize(), try opening(),
      Figure(
        name: "making the index of \(covers) covers", value: "\(rounded(rebuilding)) ms",
        target: "–", isMet: nil),
    ]
  }

  /// Searches for known covers with good and bad crops, and for unknown covers.
  private func matching(_ known: KnownCovers, _ store: borrowing Store) throws -> [Figure] {
    try CoverBenchQuestion.Kind.allCases.map { kind in
      var (times, first, sure, falselySure): ([Double], Int, Int, Int) = ([], 0, 0, 0)
      for number in 0..<questions {
        let question = CoverBenchQuestion(kind, number: number)
        let bytes = question.fingerprint.bytes
        let start = Measure.worked()
        let matches = try known.matches(for: bytes, in: store)
        times.append(Measure.worked() - start)
        let album = try store.albumID(of: BenchLog.album(question.cover).key)
        if let best = matches.first, best.album == album {
          first += 1
          sure += best.isSure ? 1 : 0
        }
        falselySure += matches.count { $0.isSure && $0.album != album }
      }
      let median = Measure.median(times)
      let found =
        kind == .stranger ? "" : "first \(first) and sure \(sure) of \(questions), "
      return Figure(
        name: "a \(kind.rawValue) among \(covers) covers, verified",
        milliseconds: median,
        detail:
          " (95 %: \(rounded(Measure.percentile(times, 0.95)))); \(found)falsely sure \(falselySure)",
        atMost: 20, isRight: falselySure == 0)
    }
  }

  private func fileSize() throws -> Figure {
    let bytes = try MappedFile(folder.file("covers.index")).count / covers
    let blob = Fingerprint.mostFeatures * Feature.byteCount + Miniature.byteCount
    return Figure(
      name: "bytes of index file a cover, and of its fingerprint in the database",
      value: "\(bytes) + at most \(blob)", target: "≤ 16,384 + 40",
      isMet: bytes + blob <= 16_424)
  }

  private func opening() throws -> Figure {
    let times = try (0..<21).map { _ in
      let start = Measure.worked()
      let count = try MappedFile(folder.file("covers.index")).withBytes {
        CoverIndex(reading: $0)?.count ?? 0
      }
      keep(UInt64(count))
      return Measure.worked() - start
    }
    let median = Measure.median(times)
    return Figure(
      name: "opening the index of \(covers) covers", milliseconds: median, atMost: 2)
  }

  /// Fills a real database with a catalogue: drawn covers first, then invented covers with similar
  /// features.
  private func fill() throws {
    let store = try Store.openUpgrading(folder.file("albums.db"))
    let drawn = (0..<CoverBenchQuestion.drawn).map { CoverBenchQuestion.known($0) }
    var generator = SeededGenerator(seed: 2)
    for number in 0..<covers {
      let fingerprint =
        number < drawn.count
        ? drawn[number] : InventedCovers.fingerprint(like: drawn, &generator)
      try store.importCover(
        of: BenchLog.album(number), review: nil, fingerprint: fingerprint.bytes,
        name: "bench:\(number)", at: Timestamp(milliseconds: 0))
    }
  }
}

/// A drawn cover in a drawn photograph.
private struct CoverBenchQuestion {
  enum Kind: String, CaseIterable {
    case good = "well cropped cover"
    case bad = "badly cropped cover"
    case stranger
  }

  /// The number of drawn covers.
  static let drawn = 300

  let cover: Int
  let fingerprint: Fingerprint

  static func known(_ number: Int) -> Fingerprint {
    Fingerprint(of: DrawnSleeve(seed: UInt64(number), side: 384).pixels)
  }

  private static let conditions: [Condition] = [
    .plain, .hand, .anyRotation, .perspective, .glare, .sticker, .edgeCovered, .dim,
  ]

  init(_ kind: Kind, number: Int) {
    cover = kind == .stranger ? 100_000 + number : number
    let photo = DrawnPhotograph(
      of: DrawnSleeve(seed: UInt64(cover), side: 384), seed: UInt64(cover),
      Self.conditions[number % Self.conditions.count], width: 800, height: 600)
    let centre = Quad(
      Point(x: 100, y: 0), Point(x: 700, y: 0), Point(x: 700, y: 600), Point(x: 100, y: 600))
    fingerprint = Fingerprint(
      of: Covers.straightened(
        photo.pixels, quad: kind == .bad ? centre : photo.quad, side: 512))
  }
}
