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
    var reader = PortableReader(name: name)
    var number = 0
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines {
      number += 1
      let isCarried = line.last == UInt8(ascii: "\r")
      try reader.read(Substring(isCarried ? line.dropLast() : line), number: number)
    }
    try reader.finishEntry()
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

/// Reads line by line, and remembers the string to which a continuation line belongs.
private struct PortableReader {
  private enum Part {
    case none, context, id, plural
    case string(Int)
  }

  let name: String
  private(set) var entries: [PortableEntry] = []
  private var entry = PortableEntry()
  private var part = Part.none
  private var line = 0

  init(name: String) { self.name = name }

  mutating func read(_ text: Substring, number: Int) throws(WordsError) {
    line = number
    // Reading bytes is faster than reading characters, and every command reads a message catalogue
    // at its start.
    let text = Substring(text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    switch text.utf8.first {
    case nil: try finishEntry()
    case UInt8(ascii: "#"): try comment(text)
    case UInt8(ascii: "\""): try append(try quoted(text))
    default: try keyword(text)
    }
  }

  mutating func finishEntry() throws(WordsError) {
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
  private mutating func comment(_ text: Substring) throws(WordsError) {
    if !entry.strings.isEmpty { try finishEntry() }
    guard text.hasPrefix("#,") else { return }
    let flags = text.utf8.dropFirst(2).split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    if flags.contains(where: { $0.elementsEqual("fuzzy".utf8) }) { entry.isFuzzy = true }
  }

  private mutating func keyword(_ text: Substring) throws(WordsError) {
    let word = Substring(
      text.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") })
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
    let rest = text.utf8[word.endIndex...].drop { $0 == UInt8(ascii: " ") }
    try append(try quoted(Substring(rest)))
  }

  private mutating func append(_ text: String) throws(WordsError) {
    switch part {
    case .none: throw .file(name, line: line, "a string without a keyword")
    case .context: entry.context = (entry.context ?? "") + text
    case .id: entry.id = (entry.id ?? "") + text
    case .plural: entry.plural = (entry.plural ?? "") + text
    case .string(let form):
      if form == entry.strings.count {
        entry.strings.append(text)
      } else {
        entry.strings[form] += text
      }
    }
  }

  private func quoted(_ text: Substring) throws(WordsError) -> String {
    guard text.utf8.first == UInt8(ascii: "\""), text.utf8.count >= 2 else {
      throw .file(name, line: line, "a string stands in quotation marks")
    }
    let body = text.utf8.dropFirst()
    if body.last == UInt8(ascii: "\""),
      !body.dropLast().contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    {
      return String(Substring(body.dropLast()))
    }
    var result = ""
    var scalars = text.unicodeScalars.dropFirst()
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"":
        guard scalars.allSatisfy({ $0 == " " }) else {
          throw .file(name, line: line, "there is text after the string")
        }
        return result
      case "\\":
        guard let escaped = scalars.popFirst(), let meant = Self.escapes[escaped] else {
          throw .file(name, line: line, "an unknown escape")
        }
        result.unicodeScalars.append(meant)
      default: result.unicodeScalars.append(scalar)
      }
    }
    throw .file(name, line: line, "the string does not end")
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\",
  ]
}
