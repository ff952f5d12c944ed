// The result of one photographed sleeve, as a row of a file. A run that goes on with the same file continues its table.

import Host

struct SleeveResult: Sendable {
  enum Outcome: String, CaseIterable, Sendable {
    /// The photographed album is sure.
    case sure
    /// The photographed album is among the offers.
    case offered
    /// Only other albums are offered.
    case others
    case nothing
    /// The photo is not accepted: it shows nothing, or the cover is too small.
    case refused
    /// Another album is sure.
    case falseSure
  }

  let number: Int
  let outcome: Outcome
  let isMissing: Bool
  let isReadable: Bool

  /// From the stored photo to the decision.
  let seconds: Double
  let kinds: [String]
  let note: String

  init(
    number: Int, outcome: Outcome, isMissing: Bool, isReadable: Bool, seconds: Double,
    kinds: [String], note: String
  ) {
    (self.number, self.outcome, self.isMissing) = (number, outcome, isMissing)
    (self.isReadable, self.seconds, self.kinds, self.note) = (isReadable, seconds, kinds, note)
  }

  /// Whether the sleeve counts for the shares of identified and sure albums.
  var isCounted: Bool { !isMissing && isReadable }

  // MARK: The file

  /// The fields with tabs between them.
  var row: String {
    [
      "\(number)", outcome.rawValue, "\(isMissing)", "\(isReadable)", "\(seconds)",
      kinds.joined(separator: ";"), note.replacing("\t", with: " ").replacing("\n", with: " "),
    ].joined(separator: "\t")
  }

  init?(row: Substring) {
    let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 7, let number = Int(fields[0]),
      let outcome = Outcome(rawValue: String(fields[1])), let seconds = Double(fields[4])
    else { return nil }
    self.init(
      number: number, outcome: outcome, isMissing: fields[2] == "true",
      isReadable: fields[3] == "true", seconds: seconds,
      kinds: fields[5].split(separator: ";").map(String.init), note: String(fields[6]))
  }
}

/// The results of all runs with one file.
struct SleeveResults {
  private(set) var all: [SleeveResult] = []

  /// Nil: the results are kept in memory only.
  private let path: String?

  init(path: String?) throws {
    self.path = path
    guard let path, Files.exists(path) else { return }
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    all = text.split(separator: "\n").compactMap { SleeveResult(row: $0) }
  }

  func contains(_ number: Int) -> Bool { all.contains { $0.number == number } }

  mutating func add(_ result: SleeveResult) throws {
    all.append(result)
    guard let path else { return }
    let rows = all.map { "\($0.row)\n" }.joined()
    try Files.replace(path, with: Array(rows.utf8), durably: false)
  }
}
