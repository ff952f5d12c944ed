// Code, templates and scripts name only texts of the message catalogue, and every text of the
// message catalogue is used. Source: docs/decisions/066-texts-are-catalogues.md.

import Albums
import Foundation
import Host
import Store
import Support
import Testing

@Suite struct SentenceKeyTests {
  @Test func `every key that code, templates and scripts name is in the catalogue`() throws {
    let keys = Set(try Phrasebook.english().keys)
    for (path, text) in try Self.sources() {
      for key in Self.named(in: text) where !keys.contains(key) {
        Issue.record("\(path) names \(key)")
      }
    }
  }

  @Test func `the CGI names only sentences that the build gives it`() throws {
    var count = 0
    for file in try ModuleFolders.sources(of: "Routes") {
      let text = String(decoding: try Files.read(file), as: UTF8.self)
      for match in text.matches(of: #/(?:sentence|Sentence)\(\s*"([a-z][a-z.-]*\.)/#) {
        count += 1
        let key = String(match.output.1)
        #expect(Phrasebook.served.contains { key.hasPrefix($0) }, "\(file) names \(key)")
      }
    }
    #expect(count > 40)
  }

  @Test func `every text of the catalogue is used`() throws {
    let sources = try Self.sources()
    let literals = Set(sources.flatMap { Self.literals(in: $0.text) })
    let beginnings = Set(sources.flatMap { Self.beginnings(in: $0.text) })
    for key in try Phrasebook.english().keys where !literals.contains(key) {
      #expect(beginnings.contains { key.hasPrefix($0) }, "no source names \(key)")
    }
  }

  /// The keys that code composes of a beginning and the name of a case.
  static let composed: [(beginning: String, names: [String])] = [
    ("job", JobTopic.allCases.map(\.rawValue)), ("account.job", JobKind.allCases.map(\.rawValue)),
    ("account.plan", Plan.allCases.map(\.rawValue)), ("code", FailureCode.allCases.map(\.rawValue)),
    ("import.format", ImportFormat.allCases.map(\.rawValue)),
    ("status", FindStatus.allCases.map(\.rawValue)),
    (
      "connection",
      LogConnection.Source.allCases.flatMap { source in
        ["have", "log", "public"].map { "\(source.rawValue).\($0)" }
      }
    ),
  ]

  @Test(arguments: composed)
  func `each case of a composed key has a text`(beginning: String, names: [String]) throws {
    let keys = Set(try Phrasebook.english().keys)
    for name in names { #expect(keys.contains("\(beginning).\(name)"), "\(beginning).\(name)") }
  }

  static let languages = Checkout.languages.filter { $0 != "en" }

  @Test func `German is among the shipped translations`() {
    #expect(Self.languages.contains("de"))
  }

  @Test(arguments: languages)
  func `a shipped translation has every text, and msgfmt accepts it`(language: String) throws {
    let english = try Phrasebook.english()
    let folder = "\(Checkout.root)/words"
    let text = String(decoding: try Files.read("\(folder)/\(language).po"), as: UTF8.self)
    #expect(!text.contains("#, fuzzy"))
    #expect(text.components(separatedBy: "\nmsgctxt ").count - 1 == english.keys.count)
    let check = Process()
    check.executableURL = URL(filePath: "/usr/bin/msgfmt")
    check.arguments = [
      "--check-format", "--statistics", "-o", "/dev/null", "\(folder)/\(language).po",
    ]
    check.environment = ["LC_ALL": "C", "PATH": "/usr/bin"]
    let pipe = Pipe()
    check.standardError = pipe
    try check.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    check.waitUntilExit()
    #expect(check.terminationStatus == 0, "\(output)")
    #expect(output.contains("\(english.keys.count) translated messages."), "\(output)")
  }

  /// `when.day` is “on 21 November 2026”, so a sentence must not have another preposition before it.
  @Test(arguments: ["albumscan.pot", "de.po"])
  func `a sentence about an earlier find has one preposition before the day`(file: String) throws {
    let text = String(
      decoding: try Files.read("\(Checkout.root)/words/\(file)"), as: UTF8.self)
    let sentences = text.components(separatedBy: "\n\n").filter {
      $0.contains("msgctxt \"earlier.") && $0.contains("{when}")
    }
    #expect(sentences.count > 10)
    for sentence in sentences {
      for preposition in ["since", "on", "from", "seit", "am", "vom"] {
        #expect(!sentence.contains(" \(preposition) {when}"), "\(sentence)")
      }
    }
  }

  private static func sources() throws -> [(path: String, text: String)] {
    var found: [(String, String)] = []
    for folder in ["Sources", "templates", "public"] {
      let files = FileManager.default.enumerator(atPath: "\(Checkout.root)/\(folder)")
      while let name = files?.nextObject() as? String {
        guard ["swift", "mustache", "js", "webmanifest"].contains((name as NSString).pathExtension)
        else {
          continue
        }
        let path = "\(folder)/\(name)"
        let bytes = try Files.read("\(Checkout.root)/\(path)")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
          .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        found.append((path, lines.joined(separator: "\n")))
      }
    }
    return found
  }

  /// Texts that are keys beyond doubt: `Sentence("…"`, `words("…"`, `parts("…"`, `{{words.…}}`.
  private static func named(in text: String) -> [String] {
    captures(#"(?:\bSentence|\bwords|\bparts)\(\s*"([^"\\]+)""#, in: text)
      + captures(#"\{\{[#/^&{]*words\.([A-Za-z0-9.-]+)\}\}"#, in: text)
  }

  private static func literals(in text: String) -> [String] {
    captures(#"["'`]([a-z0-9][a-z0-9.-]+)["'`]"#, in: text) + named(in: text)
  }

  /// The fixed beginnings of composed keys: `stage.` of `"stage.\(name)"` or of a script's
  /// `stage.${name}`.
  private static func beginnings(in text: String) -> [String] {
    captures(#"["`]([a-z0-9][a-z0-9.-]*\.)(?:\\\(|\$\{)"#, in: text)
  }

  private static func captures(_ pattern: String, in text: String) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
      Range($0.range(at: 1), in: text).map { String(text[$0]) }
    }
  }
}
