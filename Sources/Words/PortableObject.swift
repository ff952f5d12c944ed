// Parses the part of gettext's PO format that the message catalogues use. Source:
// <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>.

/// One entry of a PO file.
struct PortableEntry: Equatable, Sendable {
  var line = 0

  /// Whether the entry has the flag `fuzzy`: its translation needs a check.
  var isFuzzy = false
  var context: String?
  var id: String?
  var plural: String?

  /// The text of `msgstr`, or the texts of `msgstr[0]`, `msgstr[1]` … in this order.
  var strings: [String] = []
}

/// A parsed PO file.
struct PortableObject: Equatable, Sendable {
  /// The fields of the entry with an empty `msgid`: `Language`, `Plural-Forms`.
  private(set) var header: [String: String] = [:]
  private(set) var entries: [PortableEntry] = []

  /// Parses `text`. Errors contain `name`, the name of the file.
  init(_ text: String, name: String) throws(WordsError) {
    var reader = PortableReader(Array(text.utf8), name: name)
    try reader.readAll()
    for entry in reader.entries {
      if entry.id == "", entry.context == nil {
        header = Self.header(entry.strings.first ?? "")
      } else {
        entries.append(entry)
      }
    }
  }

  private static func header(_ text: String) -> [String: String] {
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[String(line[..<colon])] = String(value)
    }
    return fields
  }
}

/// Reads line by line, and remembers the string to which a continuation line belongs. Reading bytes is faster than
/// reading characters, and every command reads a message catalogue at its start.
private struct PortableReader {
  private enum Part {
    case none, context, id, plural
    case string(Int)
  }

  let name: String
  private(set) var entries: [PortableEntry] = []
  private let bytes: [UInt8]
  private var entry = PortableEntry()
  private var part = Part.none
  private var line = 0

  init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  mutating func readAll() throws(WordsError) {
    var start = 0
    while start <= bytes.count {
      line += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let isCarried = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      try read(bytes[start..<(isCarried ? end - 1 : end)])
      start = end + 1
    }
    try finishEntry()
  }

  private mutating func read(_ text: ArraySlice<UInt8>) throws(WordsError) {
    let text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    switch text.first {
    case nil: try finishEntry()
    case UInt8(ascii: "#"): try comment(text)
    case UInt8(ascii: "\""): try append(try quoted(text))
    default: try keyword(text)
    }
  }

  private mutating func finishEntry() throws(WordsError) {
    defer {
      entry = PortableEntry()
      part = .none
    }
    guard entry.id != nil || entry.context != nil || !entry.strings.isEmpty else { return }
    guard entry.id != nil, !entry.strings.isEmpty else {
      throw .file(name, line: entry.line, "an entry needs msgid and msgstr")
    }
    entries.append(entry)
  }

  /// Looks for the flag `fuzzy` in a comment with flags. All other comments are ignored, obsolete
  /// entries (`#~`) too.
  private mutating func comment(_ text: ArraySlice<UInt8>) throws(WordsError) {
    if !entry.strings.isEmpty { try finishEntry() }
    guard text.dropFirst().first == UInt8(ascii: ",") else { return }
    let flags = text.dropFirst(2).split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    if flags.contains(where: { $0.elementsEqual("fuzzy".utf8) }) { entry.isFuzzy = true }
  }

  private mutating func keyword(_ text: ArraySlice<UInt8>) throws(WordsError) {
    let end = text.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }
    let word = String(decoding: text[..<(end ?? text.endIndex)], as: UTF8.self)
    if word == "msgctxt" || (word == "msgid" && entry.context == nil), !entry.strings.isEmpty {
      try finishEntry()
    }
    if entry.line == 0 { entry.line = line }
    switch word {
    case "msgctxt": part = .context
    case "msgid": part = .id
    case "msgid_plural": part = .plural
    case "msgstr": part = .string(0)
    default:
      guard word.hasPrefix("msgstr["), word.hasSuffix("]"),
        let form = Int(word.dropFirst(7).dropLast()), form == entry.strings.count, form < 6
      else { throw .file(name, line: line, "\(word) is not a keyword") }
      part = .string(form)
    }
    try append(try quoted(text[(end ?? text.endIndex)...].drop { $0 == UInt8(ascii: " ") }))
  }

  private mutating func append(_ text: String) throws(WordsError) {
    switch part {
    case .none: throw .file(name, line: line, "a string without a keyword")
    case .context: entry.context = entry.context.map { $0 + text } ?? text
    case .id: entry.id = entry.id.map { $0 + text } ?? text
    case .plural: entry.plural = entry.plural.map { $0 + text } ?? text
    case .string(let form):
      if form == entry.strings.count {
        entry.strings.append(text)
      } else {
        entry.strings[form] += text
      }
    }
  }

  private func quoted(_ text: ArraySlice<UInt8>) throws(WordsError) -> String {
    guard text.first == UInt8(ascii: "\""), text.count >= 2 else {
      throw .file(name, line: line, "a string stands in quotation marks")
    }
    var (result, rest) = ([UInt8](), text.dropFirst())
    while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    {
      guard rest[end] == UInt8(ascii: "\\") else {
        guard rest[(end + 1)...].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
          throw .file(name, line: line, "there is text after the string")
        }
        return String(
          decoding: result.isEmpty ? rest[..<end] : result + rest[..<end], as: UTF8.self)
      }
      guard let meant = rest[(end + 1)...].first.flatMap(Self.meaning) else {
        throw .file(name, line: line, "an unknown escape")
      }
      result += rest[..<end]
      result.append(meant)
      rest = rest[(end + 2)...]
    }
    throw .file(name, line: line, "the string does not end")
  }

  /// The meaning of the letter after a backslash; nil for an unknown one.
  private static func meaning(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter
    default: nil
    }
  }
}
