// Measures whether the detector keeps the whole of a cover that fills the picture. The covers are
// drawn sleeves and pictures of the sample catalogue. A cover is the whole picture, or has a narrow
// margin of table around it. Each picture is measured with a guide and without.

import Covers
import Host
import JPEG
import Pictures
import Support

enum FrameEvaluation {
  /// The arguments are `frames [SLEEVES] [--folder FOLDER]...`. Measures drawn sleeves (100 by
  /// default) and the JPEG files in the folders (by default, the sample catalogue). Prints a row
  /// for each margin. Returns false if a target is missed.
  static func run(_ arguments: [String]) async throws -> Bool {
    let sleeves = arguments.compactMap { Int($0) }.first ?? 100
    let folders = arguments.indices.dropFirst().filter { arguments[$0 - 1] == "--folder" }
      .map { arguments[$0] }
    var sources: [Source] = (1...max(1, sleeves)).map { .sleeve(UInt64($0)) }
    for folder in folders.isEmpty ? ["\(Checkout.root)/sample/catalogue"] : folders {
      sources += try Files.entries(of: folder).filter { $0.hasSuffix(".jpg") }.sorted()
        .map { .file("\(folder)/\($0)") }
    }
    let cases = sources.flatMap { source in
      [0, 0.02, 0.03, 0.05, 0.1].flatMap { margin in
        [false, true].map { FrameCase(source: source, margin: margin, hasGuide: $0) }
      }
    }
    let results = try await Parallel.map(cases, named: "frames") { try $0.overlap() }
    var isReached = true
    for margin in [0, 0.02, 0.03, 0.05, 0.1] {
      for hasGuide in [false, true] {
        let row = zip(cases, results).filter { $0.0.margin == margin && $0.0.hasGuide == hasGuide }
        let good = row.count { $0.1 >= 0.95 }
        print(
          "margin \(figure(margin, 2)) \(hasGuide ? "guide" : "     "): \(good) of \(row.count)")
        for (item, overlap) in row where overlap < 0.95 {
          print("  \(item.source) \(figure(overlap, 3))")
        }
        isReached = isReached && good == row.count
      }
    }
    return isReached
  }
}

struct FrameCase: Sendable {
  let source: Source
  let margin: Double
  let hasGuide: Bool

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
  func overlap() throws -> Double {
    let (pixels, quad) = try picture()
    let guide = hasGuide ? Guide(covering: quad, of: pixels) : nil
    return Covers.findCover(in: pixels, guide: guide).quad.overlap(with: quad)
  }

  func picture() throws -> (Pixels, Quad) {
    let cover = try source.pixels()
    let whole = Quad(x: 0, y: 0, width: Double(cover.width), height: Double(cover.height))
    let drawn =
      margin == 0
      ? (pixels: cover, quad: whole)
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
