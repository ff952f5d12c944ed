// Chooses the number that fits the costs of its digits best. Only numbers with a right check digit
// and an allowed order of odd and even digits count.

/// The best number and the distance to the second best one.
struct ChosenNumber: Equatable, Sendable {
  let digits: [UInt8]
  /// The sum of the costs of the digits.
  let cost: Float
  /// The cost of the second best number.
  let secondCost: Float
}

enum NumberChoice {
  /// The order of odd (0) and even (1) digits that stands for the first digit of EAN-13, from the
  /// highest of six bits.
  static let firstDigits: [UInt8] = [0, 11, 13, 14, 19, 25, 28, 21, 22, 26]

  /// `costs`: a table for each digit that has a part.
  static func thirteen(_ costs: [[Float]]) -> TwoBest {
    guard costs.count == 12 else { return TwoBest() }
    var best = TwoBest()
    for (first, order) in firstDigits.enumerated() {
      var sums = CheckSums(startingWith: first)
      for (index, table) in costs.enumerated() {
        let isEven = index < 6 && order >> (5 - index) & 1 == 1
        sums.add(table[isEven ? 10..<20 : 0..<10], weight: index % 2 == 0 ? 3 : 1)
      }
      best.add(sums.valid)
    }
    return best
  }

  static func eight(_ costs: [[Float]]) -> TwoBest {
    guard costs.count == 8 else { return TwoBest() }
    var sums = CheckSums(startingWith: nil)
    for (index, table) in costs.enumerated() {
      sums.add(table[0..<10], weight: index % 2 == 0 ? 3 : 1)
    }
    return sums.valid
  }

  /// The eight digits of UPC-E: the number system (0 or 1), six digits with parts, the check digit.
  /// The order of odd and even digits stands for the number system and the check digit.
  static func six(_ costs: [[Float]]) -> TwoBest {
    guard costs.count == 6 else { return TwoBest() }
    var best = TwoBest()
    for system in 0..<2 {
      for check in 0..<10 {
        let even = UPCE.evenDigits(check: check) ^ (system == 1 ? 63 : 0)
        let tables = costs.enumerated().map { index, table in
          Array(table[even >> (5 - index) & 1 == 1 ? 10..<20 : 0..<10])
        }
        best.add(UPCE.best(tables, system: UInt8(system), check: UInt8(check)))
      }
    }
    return best
  }
}

/// The two best numbers, which differ.
struct TwoBest: Sendable {
  struct Entry: Sendable {
    var cost: Float
    /// Four bits a digit.
    var packed: UInt64
    var count: Int
  }

  private(set) var first: Entry?
  private(set) var second: Entry?

  mutating func add(_ entry: Entry) {
    if let first, entry.packed == first.packed {
      if entry.cost < first.cost { self.first = entry }
    } else if let first, entry.cost >= first.cost {
      if second.map({ entry.cost < $0.cost }) ?? true { second = entry }
    } else {
      second = first
      first = entry
    }
  }

  mutating func add(_ other: TwoBest) {
    if let entry = other.first { add(entry) }
    if let entry = other.second { add(entry) }
  }

  /// The same numbers with a higher cost.
  func costing(_ more: Float) -> TwoBest {
    var costing = self
    costing.first?.cost += more
    costing.second?.cost += more
    return costing
  }

  var chosen: ChosenNumber? {
    guard let first else { return nil }
    return ChosenNumber(
      digits: (0..<first.count).map {
        UInt8(first.packed >> UInt64(4 * (first.count - 1 - $0)) & 15)
      },
      cost: first.cost, secondCost: second?.cost ?? .infinity)
  }
}

/// For each remainder of the weighted sum of digits the two best beginnings of a number.
private struct CheckSums {
  private var ends: [TwoBest]

  /// The first digit has no part and the weight 1.
  init(startingWith first: Int?) {
    ends = [TwoBest](repeating: TwoBest(), count: 10)
    ends[first ?? 0].add(
      TwoBest.Entry(cost: 0, packed: UInt64(first ?? 0), count: first == nil ? 0 : 1))
  }

  mutating func add(_ costs: ArraySlice<Float>, weight: Int) {
    var next = [TwoBest](repeating: TwoBest(), count: 10)
    for (sum, end) in ends.enumerated() {
      for (digit, cost) in costs.enumerated() {
        for entry in [end.first, end.second] {
          guard let entry else { continue }
          next[(sum + weight * digit) % 10].add(
            TwoBest.Entry(
              cost: entry.cost + cost, packed: entry.packed << 4 | UInt64(digit),
              count: entry.count + 1))
        }
      }
    }
    ends = next
  }

  /// The numbers whose weighted sum is a multiple of ten.
  var valid: TwoBest { ends[0] }
}
