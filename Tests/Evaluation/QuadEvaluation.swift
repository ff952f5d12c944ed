// Measures whether the detector finds a cover at its true position without a guide. The photographs
// are drawn, 50 of each condition, with 12 megapixels. Each photograph is encoded as a JPEG, and
// decoded as the program decodes photos.

import Covers
import Glibc
import Host
import JPEG
import Pictures
import Support

enum QuadEvaluation {
  /// `quads [PER_CONDITION] [--condition NAME] [--first SEED] [--keep FOLDER] [--square]`, or
  /// `quads --photos FOLDER`. Prints a row for each condition. Returns false if a target is missed.
  static func run(_ arguments: [String]) async throws -> Bool {
    let options = try Options(arguments)
    if let folder = options.photos { return try LabelledPhotos(in: folder).areFound() }
    print("condition      IoU>=0.90  median  corners%  below square  fallbacks  ms a photo")
    var all: [QuadResult] = []
    for condition in options.conditions {
      let seeds = options.first..<options.first + UInt64(options.perCondition)
      let results = try await Parallel.map(Array(seeds), named: condition.rawValue) {
        try QuadResult(condition, seed: $0, size: options.size, keep: options.keep)
      }
      print(QuadSummary(results).row(condition.rawValue))
      fflush(nil)
      all += results
    }
    let summary = QuadSummary(all)
    print(summary.row("all"))
    for result in all where result.isBelowSquare { print("below the square: \(result)") }
    return summary.printTargets()
  }

  private struct Options {
    var perCondition = 50
    var conditions = Condition.allCases
    var first: UInt64 = 1
    var keep: String?
    var photos: String?
    var size = QuadResult.Size.phone

    init(_ arguments: [String]) throws {
      var rest = arguments[...]
      while let word = rest.popFirst() {
        switch (word, rest.first) {
        case ("--condition", let name?) where Condition(rawValue: name) != nil:
          conditions = Condition.allCases.filter { $0.rawValue == name }
        case ("--first", let seed?) where UInt64(seed) != nil: first = UInt64(seed) ?? 1
        case ("--keep", let folder?): keep = folder
        case ("--square", _):
          size = .square
          continue
        case ("--photos", let folder?): photos = folder
        default:
          guard let count = Int(word), count > 0 else { throw UnknownOption(word: word) }
          perCondition = count
          continue
        }
        rest = rest.dropFirst()
      }
    }
  }

  struct UnknownOption: Error { let word: String }
}

/// The result of the detector for one photograph.
struct QuadResult: Sendable, CustomStringConvertible {
  let condition: Condition
  let seed: UInt64
  let method: FoundCover.Method
  let overlap: Double
  let squareOverlap: Double
  /// The mean error of the four corners, as a share of the cover's diagonal.
  let cornerError: Double
  let milliseconds: Double

  /// The size of the photographs: 12 megapixels in portrait or landscape format, or a square of
  /// nine megapixels.
  enum Size: Sendable { case phone, square }

  init(_ condition: Condition, seed: UInt64, size: Size, keep folder: String?) throws {
    self.condition = condition
    self.seed = seed
    let kind = UInt64(Condition.allCases.firstIndex(of: condition) ?? 0)
    let sleeve = DrawnSleeve(seed: seed * 12 + kind, side: 1_024, for: condition)
    let (width, height) =
      size == .square ? (3_024, 3_024) : seed % 2 == 0 ? (4_032, 3_024) : (3_024, 4_032)
    let photo = DrawnPhotograph(of: sleeve, seed: seed, condition, width: width, height: height)
    let jpeg = try JPEG.encode(photo.pixels, quality: 88, maximumBytes: 32 << 20)
    if let folder {
      try Files.makeDirectories(folder)
      try Files.replace("\(folder)/\(condition)-\(seed).jpg", with: jpeg, durably: false)
    }
    let decoded = try JPEG.decode(jpeg, coveringSide: 1_500)
    let start = ContinuousClock.now
    let found = Covers.findCover(in: decoded.pixels, guide: nil)
    milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let enlarging = Double(decoded.divisor)
    let side = Double(min(width, height))
    let square = Quad(
      x: (Double(width) - side) / 2, y: (Double(height) - side) / 2, width: side, height: side)
    method = found.method
    overlap = found.quad.scaled(by: enlarging).overlap(with: photo.quad)
    squareOverlap = square.overlap(with: photo.quad)
    cornerError = found.quad.scaled(by: enlarging).cornerError(to: photo.quad)
  }

  var isGood: Bool { overlap >= 0.9 }

  var isBelowSquare: Bool { overlap < squareOverlap - 0.02 }

  var description: String {
    let (own, square) = (Int(overlap * 100), Int(squareOverlap * 100))
    return "\(condition) \(seed): \(method) \(own) %, centred square \(square) %"
  }
}

extension Quad {
  /// The mean distance between the corners of the two quads, as a share of the other quad's
  /// diagonal. The quads may begin at different corners: the smallest mean distance counts.
  func cornerError(to other: Quad) -> Double {
    let diagonals =
      (other.corners[2] - other.corners[0]).length
      + (other.corners[3] - other.corners[1]).length
    let errors = (0..<4).map { turn in
      (0..<4).reduce(0) { $0 + (corners[($1 + turn) % 4] - other.corners[$1]).length }
    }
    return (errors.min() ?? 0) / 4 / (diagonals / 2)
  }
}
