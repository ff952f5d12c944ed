// Only `transform` and `opacity` may be animated: a browser animates these two without a new layout
// and without painting, so a slow phone drops no frame.

import Host
import Support
import Testing

@Suite struct AnimationTests {
  /// The properties that an animation may change. `scale`, `rotate` and `translate` are parts of
  /// `transform`. `visibility` has no values in between: it changes once.
  private static let allowed: Set<String> = [
    "transform", "opacity", "scale", "rotate", "translate", "visibility",
  ]

  private let style: String

  init() throws {
    let sheets = try Checkout.publicFiles(".css")
    style = Self.withoutComments(try sheets.map(Self.text).joined())
  }

  @Test func `the style sheets animate only transform and opacity`() throws {
    var others: [String] = []
    for match in style.matches(of: #/transition(-property)?:\s*([^;}]+)/#) {
      let parts = match.output.2.split(separator: ",")
      others += parts.compactMap { Self.property(of: $0) }.filter { !Self.allowed.contains($0) }
    }
    #expect(others.isEmpty, "transitions of \(others)")
    for (name, properties) in keyframes {
      let others = properties.subtracting(Self.allowed)
      #expect(others.isEmpty, "@keyframes \(name) changes \(others.sorted())")
    }
  }

  @Test func `each style sheet closes the rules that it opens`() throws {
    for file in try Checkout.publicFiles(".css") {
      var depth = 0
      for character in Self.withoutComments(try Self.text(file)) where "{}".contains(character) {
        depth += character == "{" ? 1 : -1
        #expect(depth >= 0, "\(file) closes a rule that it has not opened")
      }
      #expect(depth == 0, "\(file)")
    }
  }

  @Test func `scripts animate only transform and opacity`() throws {
    for file in try Checkout.publicFiles(".js") {
      let script = try Self.text(file)
      for match in script.matches(of: #/\.animate\(\s*(\[[^\]]*\]|\{[^}]*\})/#) {
        let names = match.output.1.matches(of: #/([A-Za-z]+):/#).map { String($0.output.1) }
        let others = Set(names).subtracting(Self.allowed).subtracting(["offset", "easing"])
        #expect(others.isEmpty, "\(file) animates \(others.sorted())")
      }
      let calls = script.matches(of: #/\.animate\(/#).count
      let read = script.matches(of: #/\.animate\(\s*[\[{]/#).count
      #expect(calls == read, "\(file): write the keyframes into the call of animate")
    }
  }

  /// The properties that each rule `@keyframes` changes.
  private var keyframes: [(name: String, properties: Set<String>)] {
    style.matches(of: #/@keyframes\s+([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)/#).map { match in
      let declarations = match.output.2.matches(of: #/[{;]\s*([a-z-]+):/#)
      let names = Set(declarations.map { String($0.output.1) })
      return (String(match.output.1), names.subtracting(["animation-timing-function"]))
    }
  }

  /// The property of one part of `transition`; nil if the part switches transitions off.
  private static func property(of part: Substring) -> String? {
    let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.first == "none" ? nil : words.first
  }

  private static func text(_ file: String) throws -> String {
    String(decoding: try Files.read("\(Checkout.root)/public/\(file)"), as: UTF8.self)
  }

  private static func withoutComments(_ text: String) -> String {
    text.replacing(#/\/\*[\s\S]*?\*\//#, with: "")
  }
}
