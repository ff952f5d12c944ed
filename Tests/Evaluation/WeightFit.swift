// `make fit PHOTOS=FOLDER`: fits the detector's weights to drawn photographs and to a folder of
// labelled photos, and writes the weights as Swift source. README.md beside this file describes the
// folder.

import Covers
import Host
import Pictures
import Support

enum WeightFit {
  /// `fit [--photos FOLDER] [--drawn PER_CONDITION] [--output FILE]`. Compares the present weights
  /// and the fitted weights on drawn photographs to which neither was fitted. Writes the fitted
  /// weights if they find at least as many covers; otherwise, returns false.
  static func run(_ arguments: [String]) async throws -> Bool {
    let options = try Options(arguments)
    var fitted = try await FitPicture.drawn(options.drawn, firstSeed: 100_001)
    if let folder = options.photos { fitted += try await FitPicture.labelled(in: folder) }
    let tested = try await FitPicture.drawn(max(2, options.drawn / 2), firstSeed: 200_001)
    print("fitted to \(fitted.count) pictures, tested on \(tested.count) drawn others")
    let present = JudgementWeights.fitted
    let weights = FitCalibration.scaled(FitProblem(fitted).solved(from: present), by: fitted)
    let (before, after) = (FitFigures(tested, present), FitFigures(tested, weights))
    print("present: \(before)\nfitted:  \(after)")
    print("on the pictures fitted to: \(FitFigures(fitted, weights))")
    guard after.good >= before.good else {
      print("MISSED : the fitted weights find fewer covers; nothing was written")
      return false
    }
    if let file = options.output {
      try Files.replace(
        file, with: Array(FitSource.text(weights, pictures: fitted.count).utf8), durably: false)
      print("written: \(file)")
    }
    return true
  }

  private struct Options {
    var photos: String?
    var drawn = 40
    var output: String?

    init(_ arguments: [String]) throws {
      var rest = arguments[...]
      while let word = rest.popFirst() {
        guard let value = rest.popFirst() else { throw QuadEvaluation.UnknownOption(word: word) }
        switch (word, Int(value)) {
        case ("--photos", _): photos = value
        case ("--output", _): output = value
        case ("--drawn", let count?) where count > 0: drawn = count
        default: throw QuadEvaluation.UnknownOption(word: word)
        }
      }
    }
  }
}

/// The quality of weights on some pictures.
struct FitFigures: CustomStringConvertible {
  let count: Int
  /// Number of pictures whose best quad has an overlap of at least 0.9 with a cover.
  let good: Int
  /// The mean squared difference between the confidence of a best quad and its correctness (0 or
  /// 1).
  let error: Double

  init(_ pictures: [FitPicture], _ weights: JudgementWeights) {
    let best = pictures.map { $0.best(weights) }
    count = pictures.count
    good = best.count { $0.overlap >= 0.9 }
    error =
      best.reduce(0) { sum, best in
        let off = FitCalibration.confidence(best.merit) - (best.overlap >= 0.9 ? 1 : 0)
        return sum + off * off
      } / Double(max(1, pictures.count))
  }

  var description: String {
    "\(good) of \(count) found, squared error of the confidence \(figure(error, 4))"
  }
}
