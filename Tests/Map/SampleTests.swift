// A suite that takes a sample in `make test` runs as a whole in `make torture` or `make tour`. The
// test checks that the filters of the two targets name every such suite, and only suites that
// exist.

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

  @Test func `each suite that takes a sample is in the filter of the target that runs it whole`()
    throws
  {
    let filters = try Self.filters()
    var missing: [String] = []
    for file in try Self.testFiles() {
      let code = try ModuleFolders.code(of: file)
      let wholes = Self.wholeTables(in: code)
      guard let suite = code.firstMatch(of: #/struct (\w+Tests)\b/#)?.output.1 else {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        #expect(wholes.isEmpty || Self.samplerFiles.contains(name), "\(file) is no suite")
        continue
      }
      for whole in wholes where !(filters[whole] ?? []).contains(where: { suite.contains($0) }) {
        missing.append("\(suite) is not in `make \(whole)`")
      }
    }
    #expect(missing == [])
  }

  @Test func `each name in the filters of torture and tour is the name of a suite`() throws {
    let text = try Self.testFiles().map(ModuleFolders.code).joined()
    let suites = text.matches(of: #/struct (\w+Tests)\b/#).map(\.output.1)
    for (whole, names) in try Self.filters() {
      let unused = names.filter { name in !suites.contains { $0.contains(name) } }
      #expect(unused == [], "make \(whole)")
    }
  }

  /// The names in the filter of each target in the Makefile.
  static func filters() throws -> [WholeTable: [String]] {
    let makefile = try ModuleFolders.text(of: "\(Checkout.root)/Makefile")
    return try [WholeTable.torture, .tour].reduce(into: [:]) { filters, whole in
      let rule = try #require(makefile.range(of: "\n\(whole):\n"), "no target \(whole)")
      let filter = makefile[rule.upperBound...].firstMatch(of: #/--filter '([A-Za-z|]+)'/#)
      filters[whole] = try #require(filter).output.1.split(separator: "|").map(String.init)
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
