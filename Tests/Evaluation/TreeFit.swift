// Fits the decision trees that judge spines: gradient boosting with log-loss. The same samples give
// the same trees.
//
// Source: J. Friedman, Greedy Function Approximation: A Gradient Boosting Machine (2001).

import Covers
import Glibc

/// The measurements of a candidate, and how good it is: 0…1.
struct TreeSample: Sendable {
  let clues: [Double]
  let target: Double
  /// The number of candidates for which the sample stands.
  var weight = 1.0
}

struct TreeFit {
  /// The largest number of limits that a question can choose from.
  private static let limitCount = 63

  /// The share of the error that each tree removes.
  private static let rate = 0.12

  /// Added to the weight of each answer, so that answers with few samples stay small.
  private static let ridge = 8.0

  /// Each tree is fitted to every fourth sample.
  private static let share = 4

  private let samples: [TreeSample]
  /// For each measurement, the limits in ascending order.
  private let limits: [[Double]]
  /// For each measurement and each sample, the number of limits that are not larger.
  private let bins: [[UInt8]]

  init(_ samples: [TreeSample]) {
    self.samples = samples
    let clues = samples.first?.clues.indices ?? 0..<0
    limits = clues.map { Self.limits(of: samples, $0) }
    let limits = limits
    bins = clues.map { clue in
      samples.map { UInt8(Self.count(of: limits[clue], upTo: $0.clues[clue])) }
    }
  }

  /// Limits between which there are about equally many samples, with four significant digits.
  private static func limits(of samples: [TreeSample], _ clue: Int) -> [Double] {
    let step = max(1, samples.count / 20_000)
    let values = stride(from: 0, to: samples.count, by: step).map { samples[$0].clues[clue] }
      .sorted()
    let picked = (1...limitCount).map { values[$0 * values.count / (limitCount + 1)] }
    return Set(picked.map { rounded($0) }).sorted()
  }

  private static func rounded(_ value: Double) -> Double {
    guard value != 0 else { return 0 }
    let digits = 3 - Int(log10(value.magnitude).rounded(.down))
    let scale = pow(10, Double(digits))
    return (value * scale).rounded() / scale
  }

  private static func count(of limits: [Double], upTo value: Double) -> Int {
    var (low, high) = (0, limits.count)
    while low < high {
      let middle = (low + high) / 2
      if limits[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func fitted(trees: Int) -> SpineWeights {
    let (sum, weight) = samples.reduce((0.0, 0.0)) {
      ($0.0 + $1.weight * $1.target, $0.1 + $1.weight)
    }
    let share = min(0.99, max(0.01, sum / max(1, weight)))
    var weights = SpineWeights(constant: (1_000 * log(share / (1 - share))).rounded() / 1_000)
    var merits = [Double](repeating: weights.constant, count: samples.count)
    for tree in 0..<trees {
      let rows = Array(stride(from: tree % Self.share, to: samples.count, by: Self.share))
      let grown = Tree(self, rows, merits)
      weights.add(clues: grown.clues, limits: grown.limits, answers: grown.answers)
      for index in samples.indices { merits[index] += grown.answer(index, bins) }
    }
    return weights
  }

  /// A tree while it grows. A question without use asks for the first measurement.
  private struct Tree {
    private(set) var clues: [Int] = []
    private(set) var limits: [Double] = []
    private(set) var answers: [Double] = []
    /// For each question, the smallest bin that leads to the second place.
    private var cuts: [UInt8] = []

    /// The sums of the slopes and curvatures of the error.
    private struct Sums {
      var (slope, curve) = (0.0, 0.0)
      var gain: Double { slope * slope / (curve + TreeFit.ridge) }
      static func - (one: Sums, other: Sums) -> Sums {
        Sums(slope: one.slope - other.slope, curve: one.curve - other.curve)
      }
    }

    init(_ fit: TreeFit, _ rows: [Int], _ merits: [Double]) {
      let sums = rows.map { row -> Sums in
        let sample = fit.samples[row]
        let share = 1 / (1 + exp(-merits[row]))
        return Sums(
          slope: sample.weight * (sample.target - share),
          curve: sample.weight * max(1e-6, share * (1 - share)))
      }
      var places = [Int](repeating: 0, count: rows.count)
      var first = 0
      while first < SpineWeights.questions {
        let nodes = first + 1
        for question in Self.questions(fit, rows, sums, places, first: first, nodes: nodes) {
          clues.append(question.clue)
          cuts.append(question.cut)
          let all = fit.limits[question.clue]
          limits.append(all.isEmpty ? 0 : all[Int(question.cut) - 1])
        }
        for index in rows.indices {
          places[index] = next(places[index], rows[index], fit.bins)
        }
        first += nodes
      }
      var totals = [Sums](repeating: Sums(), count: SpineWeights.questions + 1)
      for (place, sum) in zip(places, sums) {
        totals[place - SpineWeights.questions].slope += sum.slope
        totals[place - SpineWeights.questions].curve += sum.curve
      }
      answers = totals.map { total in
        let step = TreeFit.rate * total.slope / (total.curve + TreeFit.ridge)
        return (10_000 * step).rounded() / 10_000
      }
    }

    private func next(_ place: Int, _ row: Int, _ bins: [[UInt8]]) -> Int {
      2 * place + (bins[clues[place]][row] < cuts[place] ? 1 : 2)
    }

    func answer(_ row: Int, _ bins: [[UInt8]]) -> Double {
      var place = 0
      while place < SpineWeights.questions { place = next(place, row, bins) }
      return answers[place - SpineWeights.questions]
    }

    /// The best question for each of `nodes` places from `first`.
    private static func questions(
      _ fit: TreeFit, _ rows: [Int], _ sums: [Sums], _ places: [Int], first: Int, nodes: Int
    ) -> [(clue: Int, cut: UInt8)] {
      let size = TreeFit.limitCount + 1
      var best = [(clue: Int, cut: UInt8, gain: Double)](repeating: (0, 1, 0), count: nodes)
      for clue in fit.limits.indices {
        var histogram = [Sums](repeating: Sums(), count: nodes * size)
        let bins = fit.bins[clue]
        for index in rows.indices {
          let cell = (places[index] - first) * size + Int(bins[rows[index]])
          histogram[cell].slope += sums[index].slope
          histogram[cell].curve += sums[index].curve
        }
        for node in 0..<nodes {
          let cells = histogram[node * size..<(node + 1) * size]
          let total = cells.reduce(into: Sums()) {
            $0.slope += $1.slope
            $0.curve += $1.curve
          }
          var left = Sums()
          for cut in 0..<fit.limits[clue].count {
            left.slope += histogram[node * size + cut].slope
            left.curve += histogram[node * size + cut].curve
            let gain = left.gain + (total - left).gain - total.gain
            if gain > best[node].gain + 1e-9 { best[node] = (clue, UInt8(cut + 1), gain) }
          }
        }
      }
      return best.map { ($0.clue, $0.cut) }
    }
  }
}
