// Fills a page of `FilledPage` with values of one reader. The page has placeholders for values and
// for blocks; the program needs no template engine.

/// Values, and the entries of the blocks, by name.
struct PageFill {
  enum Value {
    /// Untrusted text, escaped for every position in a page.
    case text(String)
    /// Markup that this program has made itself.
    case markup(String)
  }

  private var values: [String: Value] = [:]
  private var blocks: [String: [PageFill]] = [:]

  /// Sets the text of the placeholder `[[name]]`. Reading always gives nil.
  subscript(name: String) -> String? {
    get { nil }
    set { values[name] = newValue.map { .text($0) } }
  }

  mutating func setMarkup(_ name: String, _ markup: String) { values[name] = .markup(markup) }

  /// Shows the block `name` once if `isShown`, and leaves it out otherwise.
  mutating func show(_ name: String, _ isShown: Bool = true) {
    blocks[name] = isShown ? [PageFill()] : nil
  }

  /// Repeats the block `name` for each entry. An entry's values hide outer values of the same name.
  mutating func list(_ name: String, _ entries: [PageFill]) { blocks[name] = entries }

  /// `page` with its placeholders replaced. A value without a placeholder is not written; a
  /// placeholder without a value becomes empty.
  func filled(_ page: [UInt8]) -> [UInt8] {
    var reader = PieceReader(page)
    var result: [UInt8] = []
    result.reserveCapacity(page.count + 4096)
    write(&reader, until: nil, outer: [], into: &result)
    return result
  }

  /// Writes everything up to the end of the block `name`. `outer` has the fills around this one, the
  /// innermost last.
  private func write(
    _ reader: inout PieceReader, until name: String?, outer: [PageFill], into result: inout [UInt8]
  ) {
    let all = outer + [self]
    while let piece = reader.next() {
      switch piece {
      case .text(let bytes): result += bytes
      case .value(let name): result += Self.value(name, in: all)
      case .end(let ended): if ended == name { return }
      case .begin(let block):
        let start = reader
        for entry in Self.entries(block, in: all) {
          reader = start
          entry.write(&reader, until: block, outer: all, into: &result)
        }
        reader = start
        reader.skip(toEndOf: block)
      }
    }
  }

  private static func value(_ name: String, in fills: [PageFill]) -> [UInt8] {
    for fill in fills.reversed() {
      switch fill.values[name] {
      case .text(let text): return Array(text.asCharacterReferences.utf8)
      case .markup(let markup): return Array(markup.utf8)
      case nil: continue
      }
    }
    return []
  }

  private static func entries(_ name: String, in fills: [PageFill]) -> [PageFill] {
    for fill in fills.reversed() {
      if let entries = fill.blocks[name] { return entries }
    }
    return []
  }
}

/// Reads a page as text and placeholders.
private struct PieceReader {
  enum Piece {
    case text(ArraySlice<UInt8>)
    case value(String)
    case begin(String)
    case end(String)
  }

  private let page: [UInt8]
  private var index = 0

  init(_ page: [UInt8]) { self.page = page }

  /// The next piece; nil at the end of the page.
  mutating func next() -> Piece? {
    guard index < page.count else { return nil }
    if let placeholder = placeholderHere() { return placeholder }
    let start = index
    index += 1
    while index < page.count, !mayBePlaceholder(page[index]) { index += 1 }
    return .text(page[start..<index])
  }

  /// Moves behind the end of the block, whose beginning was read.
  mutating func skip(toEndOf block: String) {
    while let piece = next() {
      if case .end(block) = piece { return }
    }
  }

  private func mayBePlaceholder(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<")
  }

  private mutating func placeholderHere() -> Piece? {
    if let name = name(between: "<!--[/", "]-->") { return .end(name) }
    if let name = name(between: "<!--[", "]-->") { return .begin(name) }
    return name(between: "[[", "]]").map { .value($0) }
  }

  /// The name of lower-case letters and hyphens between the two texts, if a placeholder begins
  /// here. Then the reader moves behind the placeholder.
  private mutating func name(between start: String, _ end: String) -> String? {
    let rest = page[index...]
    guard rest.starts(with: start.utf8) else { return nil }
    let name = rest.dropFirst(start.utf8.count).prefix {
      (97...122).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard !name.isEmpty, page[name.endIndex...].starts(with: end.utf8) else { return nil }
    index = name.endIndex + end.utf8.count
    return String(decoding: name, as: UTF8.self)
  }
}
