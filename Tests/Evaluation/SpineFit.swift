// `make fit`: fits decision trees to drawn shelves and annotated photos, and writes them as Swift source. The trees
// judge spines.

import Covers
import Host
import Support

/// The trees that judge spines.
struct SpineTrees: Sendable {
  let own, surroundings: SpineWeights
}

enum SpineFit {
  /// `fit-spines [--own SHELVES] [--surrounded SHELVES] [--trees COUNT] [--photos FOLDER]
  /// [--output FILE]`. Fits the trees for the own measurements first. With these trees, it measures
  /// the surroundings on other shelves, and fits the second trees. With annotated photos, it also
  /// prints how many of the spines of each photo are found after a fit without this photo.
  static func run(_ arguments: [String]) async throws -> Bool {
    let options = try Options(arguments)
    let own = try await drawn(options.own, first: 100_001, named: "own")
    let surrounded = try await drawn(options.surrounded, first: 150_000, named: "surrounded")
    var photos: [AnnotatedPhoto] = []
    if let folder = options.photos {
      photos = try await Parallel.map(
        Array(try AnnotatedShelves(in: folder).photos.enumerated()), named: "photos"
      ) { number, photo in
        AnnotatedPhoto(
          name: photo.name, shelf: photo.shelf,
          variants: photo.shelf.variants(options.variants, seed: UInt64(number))
            .map { MeasuredShelf($0) })
      }
    }
    let fit = Shelves(own: own, surrounded: surrounded, trees: options.trees)
    var all = ShelfFigures()
    for photo in photos {
      let trees = fit.fitted(photos.filter { $0.name != photo.name })
      let figures = photo.shelf.figures(of: photo.variants[0].chosen(trees))
      print("without \(photo.name): \(figures)")
      all = all + figures
    }
    if !photos.isEmpty { print("all: \(all)") }
    let trees = fit.fitted(photos)
    try await check(trees)
    if let file = options.output {
      let text = source(trees, shelves: options.own + options.surrounded, photos: photos.count)
      try Files.replace(file, with: Array(text.utf8), durably: false)
      print("written: \(file)")
    }
    return true
  }

  /// Measures the trees on drawn shelves that were not used for fitting, and prints the figures.
  private static func check(_ trees: SpineTrees) async throws {
    var all = ShelfFigures()
    for light in ShelfLight.allCases {
      let cases: [(ShelfFilling, Double)] = ShelfFilling.allCases.filter { $0 != .empty }.flatMap {
        filling in
        [0.0, 15, -15].map { (filling, $0) }
      }
      let figures = try await Parallel.map(cases, named: "\(light)") { filling, angle in
        let shelf = ShelfPhoto(DrawnShelf(seed: 5_000, filling, light, angle: angle))
        let measured = MeasuredShelf(shelf)
        return (
          figures: shelf.figures(of: measured.chosen(trees)),
          possible: measured.possible(of: shelf.spines)
        )
      }
      let sum = figures.reduce(ShelfFigures()) { $0 + $1.figures }
      let possible = figures.reduce(0) { $0 + $1.possible }
      print("\(light): \(sum), \(possible) have a candidate")
      all = all + sum
    }
    print("drawn: \(all), \(figure(100 * all.recall, 1)) %")
    let empty = try await Parallel.map(Array(720..<UInt64(760)), named: "empty") { seed in
      MeasuredShelf(ShelfPhoto(DrawnShelf(seed: seed, .empty, .lit, angle: 0))).chosen(trees).count
    }
    print("empty shelves without a box: \(empty.count { $0 == 0 }) of \(empty.count)")
  }

  /// An annotated photo. The first variant is the photo itself.
  private struct AnnotatedPhoto: Sendable {
    let name: String
    let shelf: ShelfPhoto
    let variants: [MeasuredShelf]
  }

  /// The drawn shelves.
  private struct Shelves {
    /// The weight of a candidate in a photo. It is more than 1, because the photos are few.
    static let weightOfPhoto = 3.0

    let own, surrounded: [MeasuredShelf]
    let trees: Int

    /// The trees fitted to the drawn shelves and to `photos`. For the second trees, the surroundings in a
    /// photo are measured with first trees that were fitted to the other photos only.
    func fitted(_ photos: [AnnotatedPhoto]) -> SpineTrees {
      let first = own.flatMap { $0.own(weight: 1) }
      func ownTrees(_ photos: [AnnotatedPhoto]) -> SpineWeights {
        let samples = photos.flatMap(\.variants).flatMap { $0.own(weight: Self.weightOfPhoto) }
        return TreeFit(first + samples).fitted(trees: trees)
      }
      let own = ownTrees(photos)
      var samples = surrounded.flatMap { $0.surrounded(own, weight: 1) }
      for photo in photos {
        let others = ownTrees(photos.filter { $0.name != photo.name })
        samples += photo.variants.flatMap { $0.surrounded(others, weight: Self.weightOfPhoto) }
      }
      return SpineTrees(own: own, surroundings: TreeFit(samples).fitted(trees: trees))
    }
  }

  private static func drawn(
    _ count: Int, first: UInt64, named name: String
  ) async throws -> [MeasuredShelf] {
    try await Parallel.map((0..<UInt64(count)).map { first + $0 }, named: name) {
      MeasuredShelf(SpineSamples.shelf($0))
    }
  }

  private struct Options {
    var own = 144
    var surrounded = 84
    var trees = 200
    var variants = 8
    var photos: String?
    var output: String?

    init(_ arguments: [String]) throws {
      var rest = arguments[...]
      while let word = rest.popFirst() {
        guard let value = rest.popFirst() else { throw QuadEvaluation.UnknownOption(word: word) }
        switch (word, Int(value)) {
        case ("--output", _): output = value
        case ("--photos", _): photos = value
        case ("--own", let count?) where count > 0: own = count
        case ("--surrounded", let count?) where count > 0: surrounded = count
        case ("--variants", let count?) where count > 0: variants = count
        case ("--trees", let count?) where count > 0: trees = count
        default: throw QuadEvaluation.UnknownOption(word: word)
        }
      }
    }
  }

  private static func source(_ trees: SpineTrees, shelves: Int, photos: Int) -> String {
    """
    // Decision trees, fitted by `make fit` to the candidates of \(shelves) drawn shelves and \(photos)
    // photos. Three lines have the numbers of one tree: the measurements and the limits of its
    // questions, and its answers.

    extension SpineWeights {
      /// For the measurements of a candidate.
      package static let own = OwnTrees.weights

      /// For the measurements of a candidate and of its surroundings.
      package static let surroundings = SurroundingTrees.weights
    }

    private enum OwnTrees {
      static let weights = \(text(trees.own))
    }

    private enum SurroundingTrees {
      static let weights = \(text(trees.surroundings))
    }

    """
  }

  /// The fields have types, because the compiler is slow with long arrays without types.
  private static func text(_ weights: SpineWeights) -> String {
    func lines<Value>(_ values: [Value], _ count: Int) -> String {
      stride(from: 0, to: values.count, by: count).map { first in
        "    "
          + values[first..<min(values.count, first + count)].map { "\($0)" }
          .joined(separator: ", ") + ","
      }.joined(separator: "\n")
    }
    return """
      SpineWeights(
          constant: \(weights.constant), clues: clues, limits: limits, answers: answers)

        private static let clues: [Int] = [
      \(lines(weights.clues, SpineWeights.questions))
        ]

        private static let limits: [Double] = [
      \(lines(weights.limits, SpineWeights.questions))
        ]

        private static let answers: [Double] = [
      \(lines(weights.answers, SpineWeights.questions + 1))
        ]
      """
  }
}
