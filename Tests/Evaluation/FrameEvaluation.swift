// Measures whether the detector keeps the whole of a cover that fills the picture. The covers are
// drawn sleeves and pictures of the sample catalogue. A cover is the whole picture, or has a narrow
// margin of table around it. Each picture is measured with a guide and without.

import Covers
import Host
import JPEG
import Pictures
import Support

enum FrameEvaluation {
  private static let margins = [0, 0.02, 0.03, 0.05, 0.1]
  /// The minimum share of framed sleeves that must be found in each row of sleeves on tables.
  /// Sleeves without a table have no minimum, because some frames look like a sleeve on a table.
  private static let leastFramed = 0.9

  /// The arguments are `frames [SLEEVES] [--folder FOLDER]... [--framed PER_KIND]`. Measures drawn
  /// sleeves (100 by default), and the JPEG files in the folders (by default, the sample
  /// catalogue). Also measures framed sleeves (12 of each kind by default, from the seed 1,001).
  /// Prints a row for each margin and each kind of frame. Returns false if a target is missed.
  static func run(_ arguments: [String]) async throws -> Bool {
    func values(of option: String) -> [String] {
      arguments.indices.dropFirst().filter { arguments[$0 - 1] == option }.map { arguments[$0] }
    }
    let cases = try FrameCase.all(
      sleeves: arguments.first.flatMap { Int($0) } ?? 100, folders: values(of: "--folder"),
      margins: margins)
    let isReached = try await measure(
      cases.flatMap { item in [false, true].map { (item: item, hasGuide: $0) } })
    let perKind = values(of: "--framed").first.flatMap { Int($0) } ?? 12
    return try await measureFramed(perKind) && isReached
  }

  private static func measure(_ cases: [(item: FrameCase, hasGuide: Bool)]) async throws -> Bool {
    let results = try await Parallel.map(cases, named: "frames") {
      try $0.item.overlap(hasGuide: $0.hasGuide)
    }
    var isReached = true
    for margin in margins {
      for hasGuide in [false, true] {
        let row = zip(cases, results).filter {
          $0.0.item.margin == margin && $0.0.hasGuide == hasGuide
        }
        let good = row.count { $0.1 >= 0.95 }
        print(
          "margin \(figure(margin, 2)) \(hasGuide ? "guide" : "     "): \(good) of \(row.count)")
        for (item, overlap) in row where overlap < 0.95 {
          print("  \(item.item.source) \(figure(overlap, 3))")
        }
        isReached = isReached && good == row.count
      }
    }
    return isReached
  }

  private static func measureFramed(_ perKind: Int) async throws -> Bool {
    let seeds = 1_001..<1_001 + UInt64(perKind)
    let rows = SleeveFrame.allCases.flatMap { frame in
      FramedCase.Place.allCases.map { place in (frame: frame, place: place) }
    }
    let cases = rows.flatMap { row in
      seeds.map { FramedCase(frame: row.frame, seed: $0, place: row.place) }
    }
    let found = try await Parallel.map(cases, named: "framed sleeves") { try $0.isFound() }
    var isReached = true
    for row in rows {
      let own = zip(cases, found).filter { $0.0.frame == row.frame && $0.0.place == row.place }
      let good = own.count { $0.1 }
      print("\(row.frame) \(row.place): \(good) of \(own.count)")
      let isEnough = Double(good) >= leastFramed * Double(own.count)
      isReached = isReached && (row.place == .alone || isEnough)
    }
    return isReached
  }
}

/// A sleeve with a frame: alone, or on a table.
struct FramedCase: Sendable {
  enum Place: String, CaseIterable, Sendable {
    /// The sleeve is the whole picture.
    case alone
    /// The sleeve has an equal margin of table on each side (`DrawnTable.around`).
    case margin
    /// See `DrawnTable.loosely`.
    case loose
  }

  let frame: SleeveFrame
  let seed: UInt64
  let place: Place

  func picture() throws -> (pixels: Pixels, quad: Quad) {
    let sleeve = DrawnSleeve(seed: seed, side: 768, framed: frame)
    let cover = sleeve.pixels
    let drawn: (pixels: Pixels, quad: Quad) =
      switch place {
      case .alone: (cover, cover.frame)
      case .margin:
        DrawnTable.around(
          cover, margin: [0.02, 0.03, 0.05, 0.1][Int(seed % 4)], seed: tableSeed)
      case .loose: DrawnTable.loosely(around: sleeve, seed: tableSeed)
      }
    let jpeg = try JPEG.encode(drawn.pixels, quality: 88, maximumBytes: 8 << 20)
    return (try JPEG.decode(jpeg, coveringSide: 1_500).pixels, drawn.quad)
  }

  func isFound() throws -> Bool {
    let (pixels, quad) = try picture()
    return Covers.findCover(in: pixels, guide: nil).quad.overlap(with: quad) >= 0.95
  }

  /// The seed differs for each kind of frame, so that sleeves with different frames lie on
  /// different tables.
  private var tableSeed: UInt64 {
    seed &* 97 &+ UInt64(SleeveFrame.allCases.firstIndex(of: frame) ?? 0)
  }
}

extension Pixels {
  /// The whole picture.
  fileprivate var frame: Quad {
    Quad(x: 0, y: 0, width: Double(width), height: Double(height))
  }
}

struct FrameCase: Sendable {
  let source: Source
  let margin: Double

  /// Drawn sleeves and the JPEG files in the folders (the sample catalogue without folders), each
  /// with every margin.
  static func all(
    sleeves: Int, folders: [String] = [], margins: [Double]
  ) throws -> [FrameCase] {
    var sources: [Source] = (1...max(1, sleeves)).map { .sleeve(UInt64($0)) }
    for folder in folders.isEmpty ? ["\(Checkout.root)/sample/catalogue"] : folders {
      sources += try Files.entries(of: folder).filter { $0.hasSuffix(".jpg") }.sorted()
        .map { .file("\(folder)/\($0)") }
    }
    return sources.flatMap { source in margins.map { FrameCase(source: source, margin: $0) } }
  }

  enum Source: Sendable, CustomStringConvertible {
    case sleeve(UInt64)
    case file(String)

    func pixels() throws -> Pixels {
      switch self {
      case .sleeve(let seed): DrawnSleeve(seed: seed, side: 768).pixels
      case .file(let path): try JPEG.decode(Files.read(path), coveringSide: 1_000).pixels
      }
    }

    /// The seed of the table, which is different for each cover.
    var seed: UInt64 {
      switch self {
      case .sleeve(let seed): seed
      case .file(let path): path.utf8.reduce(7) { ($0 &* 31 &+ UInt64($1)) % 100_003 }
      }
    }

    var description: String {
      switch self {
      case .sleeve(let seed): "sleeve \(seed)"
      case .file(let path): String(path.split(separator: "/").last ?? "")
      }
    }
  }

  /// The shared area of the cover and the found quad, as a share of their joint area.
  func overlap(hasGuide: Bool) throws -> Double {
    let (pixels, quad) = try picture()
    let guide = hasGuide ? Guide(covering: quad, of: pixels) : nil
    return Covers.findCover(in: pixels, guide: guide).quad.overlap(with: quad)
  }

  func picture() throws -> (Pixels, Quad) {
    let cover = try source.pixels()
    let drawn =
      margin == 0
      ? (pixels: cover, quad: cover.frame)
      : DrawnTable.around(cover, margin: margin, seed: source.seed)
    let jpeg = try JPEG.encode(drawn.pixels, quality: 88, maximumBytes: 8 << 20)
    return (try JPEG.decode(jpeg, coveringSide: 1_500).pixels, drawn.quad)
  }
}
typealias Source = FrameCase.Source

extension Guide {
  init?(covering quad: Quad, of pixels: Pixels) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    self.init(
      x: quad.corners[0].x / width, y: quad.corners[0].y / height,
      width: (quad.corners[1].x - quad.corners[0].x) / width,
      height: (quad.corners[3].y - quad.corners[0].y) / height)
  }
}
