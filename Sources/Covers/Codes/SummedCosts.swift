// Sums the costs of the lines of a region, and finds the numbers that fit the sums best.

/// The sums of the costs of all lines in one direction.
struct DirectedEvidence {
  private let lines: [PlacedLine]
  private let path: KeyPath<PlacedLine, PlacedLine.Direction>

  init(_ lines: [PlacedLine], _ path: KeyPath<PlacedLine, PlacedLine.Direction>) {
    (self.lines, self.path) = (lines, path)
  }

  /// The best number, the deviation with which it fits best, the two best numbers of all
  /// deviations, and the smallest cost of any digits.
  func best(
    _ layout: CodeLayout
  ) -> (numbers: ChosenNumber, blur: Int, all: TwoBest, free: Float)? {
    var all = TwoBest()
    var best = (cost: Float.infinity, blur: 0)
    var free = Float.infinity
    for blur in CodeTemplates.deviations.indices {
      let sums = SummedCosts(lines, lines.map { $0[keyPath: path].costs[blur] }, layout)
      let numbers = layout.numbers(sums)
      all.add(numbers)
      free = min(free, sums.least)
      if let cost = numbers.first?.cost, cost < best.cost { best = (cost, blur) }
    }
    return all.chosen.map { ($0, best.blur, all, free) }
  }
}

/// The weighted sums of the costs of some lines.
struct SummedCosts {
  private(set) var digits: [[Float]] = []
  private(set) var guards: Float = 0

  init(_ lines: [PlacedLine], _ costs: [SymbolCosts], _ layout: CodeLayout) {
    for (index, part) in layout.parts.enumerated() {
      var sums = [Float](repeating: 0, count: part.patterns.count)
      for (line, costs) in zip(lines, costs) where index < costs.parts.count {
        for (symbol, cost) in costs.parts[index].enumerated() { sums[symbol] += cost * line.weight }
      }
      if part.isDigit { digits.append(sums) } else { guards += sums[0] }
    }
  }

  /// The cost of the digits that fit best one by one.
  var least: Float { digits.reduce(guards) { $0 + ($1.min() ?? 0) } }
}

extension CodeLayout {
  /// The two best numbers for the costs.
  func numbers(_ costs: SummedCosts) -> TwoBest {
    let numbers =
      switch (digits, isSymmetric) {
      case (12, _): NumberChoice.thirteen(costs.digits)
      case (8, _): NumberChoice.eight(costs.digits)
      default: NumberChoice.six(costs.digits)
      }
    return numbers.costing(costs.guards)
  }
}
