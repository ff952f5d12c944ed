// Finds addresses of files of public/ in templates, scripts and style sheets. An address follows a
// quotation mark, a bracket or an equals sign; any other text stays as it is.

/// An address in a text.
struct Reference: Equatable {
  /// The position of the address in the text.
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
    while let opening = nextOpening(from: index) {
      let rest = bytes[(opening + 1)...]
      let run = rest.prefix { !Self.isEnding[Int($0)] }
      index = opening + 1
      // A style sheet has many brackets and quotation marks without an address. Each file that it uses has a dot in
      // its name.
      guard kind != .style || run.contains(UInt8(ascii: ".")),
        let path = path(String(decoding: run, as: UTF8.self))
      else { continue }
      found.append(
        Reference(
          range: run.startIndex..<run.endIndex, path: path, isImported: isImport(before: opening)))
      index = run.endIndex
    }
    return found
  }

  /// The next byte after which an address can begin: an address with a slash, or a relative address in a
  /// script or a style sheet.
  private func nextOpening(from start: Int) -> Int? {
    let (isOpening, kind) = (Self.isOpening, kind)
    return bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index + 1 < bytes.count {
        if isOpening[Int(bytes[index])] {
          switch bytes[index + 1] {
          case UInt8(ascii: "/"): return index
          case UInt8(ascii: "."): if kind != .template { return index }
          default: if kind == .style { return index }
          }
        }
        index += 1
      }
      return nil
    }
  }

  /// Two tables: for each byte, whether an address may follow it, and whether it ends an address.
  /// Access to a table is much quicker than to a `Set`, and each start of the program reads all
  /// files of public/.
  private static let isOpening = table(of: "\"'`(=")
  private static let isEnding = table(of: "\"'`()<>{}#?,;\\ \t\r\n")

  private static func table(of characters: String) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in characters.utf8 { table[Int(byte)] = true }
    return table
  }

  /// The path in public/ to which an address leads; nil for an address outside of public/, and for
  /// an address that cannot be that of a file.
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
