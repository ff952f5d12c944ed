// Measures how many spines of shelves are found. The shelves are drawn, or annotated photos.

import Covers
import Pictures
import Support

enum ShelfEvaluation {
  /// `shelves [PER_CELL]`, or `shelves --photos FOLDER`. Prints a table of light, filling and
  /// angle, or the figures of each photo.
  static func run(_ arguments: [String]) async throws -> Bool {
    if arguments.first == "--photos", arguments.count == 2 { return try photos(in: arguments[1]) }
    let perCell = arguments.first.flatMap { Int($0) } ?? 2
    let angles = [0.0, 15, -15, 45, -45]
    print("light    filling   " + angles.map { "\(Int($0))°" }.joined(separator: "     "))
    var straight = ShelfFigures()
    for light in ShelfLight.allCases {
      for filling in ShelfFilling.allCases where filling != .empty {
        var row: [String] = []
        for angle in angles {
          let figures = try await figures(perCell, filling, light, angle)
          if angle.magnitude <= 15 { straight = straight + figures }
          row.append("\(figure(100 * figures.recall, 1)) %")
        }
        print("\(light) \(filling)   " + row.joined(separator: "  "))
      }
    }
    let empty = try await Parallel.map(Array(720..<UInt64(760)), named: "empty") {
      Covers.findShelf(in: DrawnShelf(seed: $0, .empty, .lit, angle: 0).pixels, atMost: 100)
        .boxes.count
    }
    print("to ±15°: \(straight)")
    print("empty shelves without a box: \(empty.count { $0 == 0 }) of \(empty.count)")
    return straight.recall >= 0.95 && straight.wrong < 0.03
  }

  private static func figures(
    _ count: Int, _ filling: ShelfFilling, _ light: ShelfLight, _ angle: Double
  ) async throws -> ShelfFigures {
    let seeds = (0..<UInt64(count)).map { 5_000 + $0 }
    return try await Parallel.map(seeds, named: "\(light) \(filling) \(Int(angle))°") { seed in
      let shelf = DrawnShelf(seed: seed, filling, light, angle: angle)
      return ShelfFigures(Covers.findShelf(in: shelf.pixels, atMost: 100).boxes, in: shelf)
    }.reduce(ShelfFigures(), +)
  }

  private static func photos(in folder: String) throws -> Bool {
    var all = ShelfFigures()
    for (name, shelf) in try AnnotatedShelves(in: folder).photos {
      let start = ContinuousClock.now
      let boxes = Covers.findShelf(in: shelf.pixels, atMost: 100).boxes.map(\.quad)
      let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      let figures = shelf.figures(of: boxes)
      print("\(name): \(figures), \(figure(milliseconds, 0)) ms")
      all = all + figures
    }
    print("all: \(all)")
    return all.recall >= 0.9 && all.wrong < 0.05
  }
}
