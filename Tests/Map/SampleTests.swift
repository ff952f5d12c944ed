// A suite that takes a sample in `make test` runs as a whole in `make torture` or `make tour`. The
// test checks that the parts of the two targets (Tests/Run/parts.tsv) name every such suite, and
// only suites that exist.

import Host
import Support
import Testing

@Suite struct SampleTests {
  /// The types that take a sample, each with the target that runs the whole table. A suite that uses
  /// such a type takes a sample, too.
  static let samplers = [
    "KillCourse": WholeTable.torture, "HostKind.drawn": .tour, "HostKind.sample": .tour,
  ]

  /// The files without a suite that may name a sample. They contain the types above, or the
  /// functions of sampling, or use such a type; Browser.swift only reads whether the tour runs.
  static let samplerFiles: Set = [
    "Environment.swift", "Sampling.swift", "KillCourse.swift", "HostKind.swift", "Browser.swift",
    "SystemCalls.swift",
  ]

  @Test func `each suite that takes a sample is in a part of the target that runs it whole`()
    throws
  {
    let patterns = try Self.patterns()
    var missing: [String] = []
    for file in try Self.testFiles() {
      let code = try ModuleFolders.code(of: file)
      let wholes = Self.wholeTables(in: code)
      guard let suite = code.firstMatch(of: #/struct (\w+Tests)\b/#)?.output.1 else {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        #expect(wholes.isEmpty || Self.samplerFiles.contains(name), "\(file) is no suite")
        continue
      }
      for whole in wholes where !(patterns[whole] ?? []).contains(where: { $0.fits(suite) }) {
        missing.append("\(suite) is not in `make \(whole)`")
      }
    }
    #expect(missing == [])
  }

  @Test func `each name in a part of torture or tour is the name of a suite`() throws {
    let text = try Self.testFiles().map(ModuleFolders.code).joined()
    let suites = text.matches(of: #/struct (\w+Tests)\b/#).map(\.output.1)
    for (whole, patterns) in try Self.patterns() {
      let unused = patterns.filter { pattern in !suites.contains { pattern.fits($0) } }
      #expect(unused == [], "make \(whole)")
    }
  }

  /// The suites in the parts of each target. A part with `$` is a command.
  private static func patterns() throws -> [WholeTable: [SuitePattern]] {
    let table = try ModuleFolders.text(of: "\(Checkout.root)/Tests/Run/parts.tsv")
    let rows = table.split(separator: "\n").map { $0.split(separator: "\t") }
    return rows.reduce(into: [:]) { patterns, row in
      guard row.count == 6, let whole = WholeTable(rawValue: String(row[1])), row[4].first != "$"
      else { return }
      patterns[whole, default: []] += row[4].split(separator: "|").map(SuitePattern.init)
    }
  }

  /// The targets that run the whole of the tables from which the code takes samples.
  private static func wholeTables(in code: String) -> Set<WholeTable> {
    var wholes: Set<WholeTable> = []
    if code.contains("isTorture") { wholes.insert(.torture) }
    if code.contains("isTour") { wholes.insert(.tour) }
    for (name, whole) in samplers where code.contains(name) { wholes.insert(whole) }
    for call in code.ranges(of: "sampled(") {
      wholes.insert(arguments(code[call.upperBound...]).contains("whole: .tour") ? .tour : .torture)
    }
    return wholes
  }

  /// The text up to the parenthesis that closes the call.
  private static func arguments(_ text: Substring) -> Substring {
    var depth = 1
    return text.prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
  }

  private static func testFiles() throws -> [String] {
    try ModuleFolders.sources(at: "\(Checkout.root)/Tests").filter {
      !$0.hasSuffix("/Map/SampleTests.swift")
    }
  }
}

/// `BrowserShelf*Tests`: a name of suites, in which `*` stands for any letters. In a part, the name
/// of one test may follow after `/`.
private struct SuitePattern: Equatable {
  let pieces: [Substring]

  init(_ text: Substring) {
    let suite = text.prefix { $0 != "/" }
    pieces = suite.split(separator: "*", omittingEmptySubsequences: false)
  }

  /// A name has at most one `*`.
  func fits(_ suite: Substring) -> Bool {
    guard pieces.count == 2 else { return pieces == [suite] }
    return suite.hasPrefix(pieces[0]) && suite.hasSuffix(pieces[1])
      && suite.count >= pieces[0].count + pieces[1].count
  }
}
