// Finds addresses of files of public/ in templates, scripts and style sheets. An address follows a
// quotation mark, a bracket or an equals sign; any other text stays as it is.

/// An address in a text.
struct Reference: Equatable {
  /// The place of the address in the text.
  let range: Range<Int>

  /// The path in public/.
  let path: String

  /// Whether the text could be a static import of a module: `from "./words.js"`, not
  /// `import("./words.js")`.
  let isImported: Bool
}

/// The addresses in a text.
struct References {
  private let bytes: [UInt8]
  private let folder: [Substring]
  private let kind: Kind

  /// A template has no relative addresses, because its pages lie in different folders. A module's
  /// relative address begins with a dot (HTML, "resolve a module specifier"), so `"page.js"` in a
  /// script is only a word.
  enum Kind { case template, script, style }

  /// `folder` is the folder of the text in public/, for relative addresses.
  init(_ bytes: [UInt8], folder: String, _ kind: Kind) {
    self.bytes = bytes
    self.folder = folder.split(separator: "/")
    self.kind = kind
  }

  /// All addresses, in the order of the text.
  var all: [Reference] {
    var found: [Reference] = []
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard Self.openings.contains(bytes[index]) else { continue }
      let rest = bytes[(index + 1)...]
      let run = rest.prefix { !Self.endings.contains($0) }
      guard let path = path(String(decoding: run, as: UTF8.self)) else { continue }
      found.append(
        Reference(
          range: run.startIndex..<run.endIndex, path: path, isImported: isImport(before: index)))
      index = run.endIndex - 1
    }
    return found
  }

  private static let openings = Set("\"'`(=".utf8)
  private static let endings = Set("\"'`()<>{}#?,;\\ \t\r\n".utf8)

  /// The path of an address in public/; nil if it leads out of it or is no address of a file.
  private func path(_ address: String) -> String? {
    guard !address.isEmpty, !address.hasSuffix("/"), !address.hasPrefix("//") else { return nil }
    let isAbsolute = address.hasPrefix("/")
    guard isAbsolute || kind == .style || kind == .script && address.hasPrefix(".") else {
      return nil
    }
    var parts = isAbsolute ? [] : folder
    for part in address.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard parts.popLast() != nil else { return nil }
      default: parts.append(part)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// Whether the word before a quotation mark is `from` or `import`.
  private func isImport(before index: Int) -> Bool {
    let before = bytes[..<index].reversed().drop { $0 == 0x20 }
    return ["from", "import"].contains { word in before.starts(with: word.utf8.reversed()) }
  }
}
