// Takes a part of a large table of cases in `make test`, and the whole table in `make torture` or
// `make tour`.

/// The command that runs the whole of a table.
package enum WholeTable: String, Sendable {
  case torture, tour

  var isRunning: Bool { self == .tour ? Environment.isTour : Environment.isTorture }
}

/// In `make test`, a sample of `count` cases; a note in the output names them. All of `cases` in
/// `make torture`, or in `make tour` if `whole` is `.tour`.
///
/// The seed (`ALBUMSCAN_SEED`, else a new seed for each run) determines the first case of the
/// sample. From there, the sample takes every n-th case, where n has no common factor with the
/// number of cases. In a table with c columns, any c consecutive cases of the sample therefore
/// include every column.
package func sampled<Case: Sendable>(
  _ cases: [Case], _ count: Int, of table: String, whole: WholeTable = .torture,
  file: StaticString = #fileID,
  name: (Case) -> String
) -> [Case] {
  guard !whole.isRunning, count < cases.count else { return cases }
  let seed = testSeed()
  let step = sampleStep(cases.count)
  let start = Int(seed % UInt64(cases.count))
  let picks = (0..<count).map { cases[(start + $0 * step) % cases.count] }
  note(
    "\(count) of \(cases.count) \(table), ALBUMSCAN_SEED=\(seed) (all: make \(whole)): "
      + picks.map(name).joined(separator: ", "), file: file)
  return picks
}

/// A step near 0.618 of `count` that has no common factor with `count`. Its multiples lie far from
/// each other.
private func sampleStep(_ count: Int) -> Int {
  let wanted = count * 618 / 1000
  return (max(1, wanted)..<max(2, count)).first { greatestCommonDivisor($0, count) == 1 } ?? 1
}

private func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
  other == 0 ? one : greatestCommonDivisor(other, one % other)
}
