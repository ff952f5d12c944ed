// The evidence for one kind of code from the lines of a region, in both directions.

import Pictures

/// The lines of a region on which a code was placed.
struct CodeEvidence: Sendable {
  let templates: CodeTemplates.OfLayout
  private(set) var lines: [PlacedLine] = []

  init(_ templates: CodeTemplates.OfLayout) { self.templates = templates }

  mutating func add(_ line: PlacedLine) { lines.append(line) }

  /// The number that fits all lines best, with the same direction and the same blur on all lines.
  func verdict() -> CodeVerdict? {
    guard !lines.isEmpty else { return nil }
    let (forward, backward) = (
      DirectedEvidence(lines, \.forward), DirectedEvidence(lines, \.backward)
    )
    guard let one = forward.best(templates.layout), let other = backward.best(templates.layout)
    else { return nil }
    let isReversed = other.numbers.cost < one.numbers.cost
    let (better, worse) = isReversed ? (other, one) : (one, other)
    let path: KeyPath<PlacedLine, PlacedLine.Direction> = isReversed ? \.backward : \.forward
    let grown = templates.grown[better.blur].map { templates in
      lines.map { SymbolFit(templates: templates).costs($0[keyPath: path].code) }
    }
    var tables = lines.map { $0[keyPath: path].costs[better.blur] }
    var numbers = TwoBest()
    numbers.add(better.all)
    var best = better.numbers.cost
    var free = better.free
    for costs in grown {
      let sums = SummedCosts(lines, costs, templates.layout)
      let found = templates.layout.numbers(sums)
      numbers.add(found)
      free = min(free, sums.least)
      if let cost = found.first?.cost, cost < best { (best, tables) = (cost, costs) }
    }
    guard let chosen = numbers.chosen else { return nil }
    let agreeing = zip(lines, tables).filter { line, costs in
      templates.layout.numbers(SummedCosts([line], [costs], templates.layout)).chosen?.digits
        == chosen.digits
    }
    return CodeVerdict(
      digits: chosen.digits, isReversed: isReversed,
      lead: min(chosen.secondCost, worse.numbers.cost) - chosen.cost,
      excess: chosen.cost - free, agreeing: agreeing.map(\.0))
  }
}

/// The answer of the lines of a region.
struct CodeVerdict: Sendable {
  let digits: [UInt8]
  let isReversed: Bool
  /// How much worse the second best number fits, in units of the lines' own deviations.
  let lead: Float
  /// How much worse the number fits than the digits that fit best one by one, whose check digit or
  /// order is wrong. A large excess says that the bars are no code, or that a part of the code is
  /// hidden.
  let excess: Float
  /// The lines that give this number alone, too.
  let agreeing: [PlacedLine]
}

extension CodeVerdict {
  /// Whether more lines cannot change the number.
  var isCertain: Bool { lead >= 30 && agreeing.count >= 2 }

  /// Whether the number is sure enough to be an answer. Shorter codes need more, because more
  /// random bars look like them. Source: docs/decisions/178-own-reader-of-codes.md.
  func isAccepted(_ layout: CodeLayout) -> Bool {
    let (leastLead, leastLines): (Float, Int) = layout.digits == 12 ? (7, 1) : (14, 2)
    return lead >= (isPlain ? leastLead : 14) && excess <= 0.3 * lead
      && agreeing.count >= leastLines
  }

  /// Whether the code has light margins or fits very well. Bars without an end on both sides, such as
  /// those of a fence, have neither.
  private var isPlain: Bool {
    let margins = agreeing.map(\.marginDarkness).sorted()
    let isBounded = margins.isEmpty || margins[margins.count / 2] < 0.5
    return isBounded || agreeing.contains { $0.mean < 0.012 }
  }
}
