// Untrusted text in any position of a template that is not raw. Source: docs/faults.md D3.

import Support
import Testing

@testable import Site

@Suite struct UntrustedTextTests {
  static let template = """
    {{title}}\u{1F}{{#title}}{{.}}{{/title}}\u{1F}{{#tracks}}{{.}}{{/tracks}}\u{1F}\
    {{#cover}}{{small}}{{title}}{{/cover}}\u{1F}{{cover.small}}\u{1F}{{> part}}\u{1F}{{{lineHTML}}}
    """

  @Test(arguments: [1, 2026, UInt64.random(in: 0...UInt64(Int64.max))])
  func `no text ends an element or an attribute`(seed: UInt64) throws {
    print("note: \(#fileID): seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let templates = try Templates(
      [("page", Self.template), ("part", "\n {{title}}\n")], words: Sample.words)
    for _ in 0..<2000 {
      let text = Self.text(&random)
      let field = Field.text(text)
      let sheet = Sheet([
        .title: field, .lineHTML: field, .tracks: .texts([text]),
        .cover: .view(Sheet([.small: field]).view),
      ])
      let bytes = try templates.render(sheet)
      #expect(String(validating: bytes, as: UTF8.self) != nil, "\(text.debugDescription)")
      #expect(!bytes.contains(where: "<>\"'".utf8.contains), "\(text.debugDescription)")
      let rest = try #require(String(validating: bytes, as: UTF8.self)).unicodeScalars
      for tail in rest.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
        let isEntity = ["amp;", "lt;", "gt;", "quot;", "#39;"].contains { entity in
          tail.starts(with: entity.unicodeScalars)
        }
        #expect(isEntity, "\(text.debugDescription)")
      }
      // The text before the first separator is only the escaped text.
      let first = Array(bytes.prefix { $0 != 0x1F })
      #expect(first == Array(PlainText.escaped(text).utf8), "\(text.debugDescription)")
    }
  }

  /// Markup characters, combining marks, controls, any other characters, and invalid bytes.
  private static func text(_ random: inout SeededGenerator) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: bytes.append("<>\"'&".utf8.randomElement(using: &random) ?? 0)
      case 2:
        let mark = Unicode.Scalar(UInt32.random(in: 0x300...0x36F, using: &random))
        bytes += mark.map { Array(String($0).utf8) } ?? []
      case 3:
        bytes +=
          ["{{", "}}", "&lt;", "a", "\n", "\r", "\t", " "].randomElement(using: &random)?.utf8.map(
            \.self) ?? []
      case 4:
        let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
        bytes += any.map { Array(String($0).utf8) } ?? []
      default: bytes.append(UInt8.random(in: 0x80...0xFF, using: &random))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
