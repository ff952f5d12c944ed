// Citations: a comment that cites a document of docs/ names an existing row, section or heading,
// and documents name existing files and suites.

import Host
import RegexBuilder
import Support
import Testing

/// A Markdown file and the anchors in it that a comment may cite.
struct CitedDocument {
  /// The cited texts in lower case: headings, first cells of table rows, bold beginnings of items
  /// and paragraphs, numbers of list items.
  let anchors: [String]

  init(_ text: String) {
    anchors = text.split(separator: "\n").flatMap { Self.anchors(in: $0) }
  }

  private static func anchors(in line: Substring) -> [String] {
    var found: [Substring] = []
    if line.hasPrefix("#") { found.append(line.drop { $0 == "#" || $0 == " " }) }
    if line.hasPrefix("|") { found.append(line.dropFirst().prefix { $0 != "|" }) }
    if line.first?.isNumber == true { found.append(line.prefix { $0.isNumber }) }
    let parts = line.split(separator: "**", maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count == 3, parts[0].allSatisfy({ "-* 0123456789.".contains($0) }) {
      found.append(parts[1])
    }
    return found.map { text in
      text.filter { !"*`".contains($0) }.split(separator: " ").joined(separator: " ").lowercased()
    }
  }

  /// Whether an anchor is `reference`, or begins with `reference` as a whole word: `§1` is not
  /// `§1.4`.
  func has(_ reference: String) -> Bool {
    let wanted = reference.lowercased()
    return anchors.contains { anchor in
      guard anchor.hasPrefix(wanted) else { return false }
      let rest = anchor.dropFirst(wanted.count)
      guard let next = rest.first else { return true }
      if next == "." { return rest.dropFirst().first?.isNumber != true }
      return !next.isLetter && !next.isNumber
    }
  }
}

@Suite struct CitationTests {
  /// The folders, below the checkout, whose files contain citations.
  static let folders = ["Sources", "Tests", "templates", "public", "prompts"]
  static let files = ["Makefile", "Package.swift", "setup", "cgi-bin/albumscan.in"]

  /// Former names of documents that are not in the repository.
  static let formerNames = [
    "FAULTS", "CONTRACTS", "PRODUCT", "INTERFACE", "STYLE", "WORDING", "PLAIN",
  ]

  @Test func `a comment cites a document, row or section that exists`() throws {
    let documents = try documents()
    for file in try citingFiles() {
      for (number, line, joined) in try lines(of: file) where line.contains("docs/") {
        // A citation that continues on the next line is checked once, for the line in which it
        // begins.
        for match in joined.matches(of: Self.citation)
        where match.range.lowerBound < joined.index(joined.startIndex, offsetBy: line.count) {
          let path = String(match.output.1)
          guard Files.exists("\(Checkout.root)/docs/\(path)") else {
            Issue.record("\(file):\(number): there is no docs/\(path)")
            continue
          }
          guard let document = documents[path] else { continue }
          for reference in references(in: match.output.2, of: path) {
            let isThere = document.has(reference)
            #expect(isThere, "\(file):\(number): docs/\(path) has no \(reference)")
          }
        }
      }
    }
  }

  @Test func `a comment cites a decision that has a file`() throws {
    let files = try Files.entries(of: "\(Checkout.root)/docs/decisions")
    let numbers = Set(files.compactMap { Int($0.prefix(3)) })
    for file in try citingFiles() {
      for (number, line, _) in try lines(of: file) where line.contains("ecision ") {
        for match in line.matches(of: /[Dd]ecision ([0-9]+)/) {
          let isThere = Int(match.output.1).map(numbers.contains) ?? false
          #expect(isThere, "\(file):\(number): there is no decision \(match.output.1)")
        }
      }
    }
  }

  /// This test uses `grep`, because a debug build takes fifteen seconds to split every line into
  /// words.
  @Test func `no comment cites what is not in the repository`() throws {
    let pattern = (Self.formerNames + ["[Ii]ssue [0-9]+"]).joined(separator: "|")
    let places = (Self.folders + Self.files).map { "\(Checkout.root)/\($0)" }
    let output = try Programs.run(
      "/usr/bin/grep", ["-rnIwE", "--exclude=CitationTests.swift", pattern] + places,
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 20_000)
    let found = String(decoding: output.bytes, as: UTF8.self)
    #expect(found.isEmpty, "cited, but not in the repository:\n\(found)")
  }

  @Test func `documents name files and test suites that exist`() throws {
    let suites = try suites()
    for (path, text) in try texts() {
      for match in text.matches(of: /`([A-Za-z]+Tests)`/) {
        #expect(suites.contains(String(match.output.1)), "docs/\(path): no suite \(match.output.1)")
      }
      for match in text.matches(of: /`([A-Za-z-]+\/[A-Za-z+\/-]+\.swift)`/) {
        let name = String(match.output.1)
        let isThere = ["", "Sources/"].contains { Files.exists("\(Checkout.root)/\($0)\(name)") }
        #expect(isThere, "docs/\(path): no file \(name)")
      }
    }
  }

  @Test func `links between documents lead to files`() throws {
    let pages = try texts().map { ("docs/\($0.key)", $0.value) }
    let others = try ["README.md", "ARCHITECTURE.md"].map { ($0, try text(of: $0)) }
    for (path, text) in pages + others {
      let folder = Files.parent(of: "\(Checkout.root)/\(path)")
      for match in text.matches(of: /\]\(([^)#:]+)\)/) {
        let target = Files.absolutePath(String(match.output.1), from: folder)
        #expect(Files.exists(target), "\(path): the link \(match.output.1) leads nowhere")
      }
    }
  }

  // MARK: Reading

  /// Matches `docs/faults.md A4, §2 and "Headers"`. The groups are the path below docs/ and the
  /// cited anchors.
  private static var citation: Regex<(Substring, Substring, Substring)> {
    let numbered = /§[0-9]+(?:\.[0-9]+)?|[A-Z][0-9]+(?:–[A-Z][0-9]+)?\b|[0-9]+\b/
    let named = /step [0-9]|"[^"]*"/
    return Regex {
      "docs/"
      Capture(/[a-z0-9\/-]+\.md/)
      Capture {
        ZeroOrMore {
          #/,?(?: and)? /#
          ChoiceOf {
            numbered
            named
          }
        }
      }
    }
  }

  /// The cited anchors in `text`; for a range `A1–A3`, its two ends. A number without a letter
  /// counts only for the rules of style.md.
  private func references(in text: Substring, of path: String) -> [String] {
    let pattern = /§[0-9]+(?:\.[0-9]+)?|[A-Z][0-9]+|step [0-9]|"[^"]*"|[0-9]+/
    return text.matches(of: pattern).compactMap { match in
      let reference = match.output.filter { $0 != "\"" }
      let isBare = reference.allSatisfy(\.isNumber)
      return isBare && path != "style.md" ? nil : String(reference)
    }
  }

  /// The lines of a file: the number, the line alone, and the line joined with the comment on the
  /// next line.
  private func lines(of file: String) throws -> [(Int, String, String)] {
    let lines = try text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.map { index in
      let next = index + 1 < lines.count ? lines[index + 1] : ""
      let comment = next.drop { " /#-*".contains($0) }
      return (index + 1, String(lines[index]), "\(lines[index]) \(comment)")
    }
  }

  /// The texts of all documents, by path below docs/, with the decisions.
  private func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for folder in ["", "decisions/"] {
      let names = try Files.entries(of: "\(Checkout.root)/docs/\(folder)")
      for name in names where name.hasSuffix(".md") {
        texts[folder + name] = try text(of: "docs/\(folder)\(name)")
      }
    }
    return texts
  }

  private func documents() throws -> [String: CitedDocument] {
    try texts().mapValues { CitedDocument($0) }
  }

  private func text(of path: String) throws -> String {
    String(decoding: try Files.read("\(Checkout.root)/\(path)"), as: UTF8.self)
  }

  /// Paths below the checkout, without this file, which contains its own search patterns.
  private func citingFiles() throws -> [String] {
    let endings = [".swift", ".c", ".h", ".js", ".css", ".mustache", ".md"]
    let found = try Self.folders.flatMap { try files(in: $0) }.filter { path in
      endings.contains { path.hasSuffix($0) } && path != "Tests/Map/CitationTests.swift"
    }
    try #require(found.count > 100, "the sources were not found")
    return found + Self.files
  }

  private func files(in folder: String) throws -> [String] {
    try Files.entries(of: "\(Checkout.root)/\(folder)").flatMap { (name) throws -> [String] in
      let path = "\(folder)/\(name)"
      return Files.isDirectory("\(Checkout.root)/\(path)") ? try files(in: path) : [path]
    }
  }

  private func suites() throws -> Set<String> {
    var names: Set<String> = []
    for file in try files(in: "Tests") where file.hasSuffix("Tests.swift") {
      for match in try text(of: file).matches(of: /struct ([A-Za-z]+Tests)\b/) {
        names.insert(String(match.output.1))
      }
    }
    return names
  }
}
