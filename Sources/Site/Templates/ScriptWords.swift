// The texts that scripts show. Each page contains the texts of its script in `<meta name="words">`,
// because the content security policy forbids inline scripts, and a separate file would need
// another request. The element follows the charset, which HTML requires in the first 1,024 bytes.

import Albums
import Host
import Text

/// The texts of each script of public/.
struct ScriptWords: Sendable {
  static let none = ScriptWords()

  /// For each script, its texts by key.
  private let texts: [String: [String: JSON]]

  /// The names of the scripts that no other script imports. A page's own script is one of them.
  let roots: [String]

  /// The texts of these scripts as a JSON object by key, escaped for an attribute; nil without
  /// texts. `camera` is `/camera.js`.
  subscript(scripts: [String]) -> String? {
    var members: [String: JSON] = [:]
    for script in scripts { members.merge(texts[script] ?? [:]) { first, _ in first } }
    guard !members.isEmpty else { return nil }
    let sorted = members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
    return PlainText.escaped(JSON.object(sorted).line)
  }

  /// `files` are the files of public/ by name. A script gets the text of every key that occurs in
  /// quotation marks in the script or in a script that it imports.
  init(_ files: [String: [UInt8]], words: Phrasebook) {
    let scripts = files.filter { $0.key.hasSuffix(".js") && !$0.key.contains("/") }
    let strings = scripts.mapValues { Self.strings(in: $0) }
    let imports = strings.mapValues { strings in
      strings.filter { $0.hasPrefix("./") && $0.hasSuffix(".js") }.map { String($0.dropFirst(2)) }
    }
    let own = strings.mapValues { strings in
      Dictionary(
        strings.filter(words.has).map { ($0, JSON.cleaned(words.source(of: $0).last)) }
      ) { first, _ in first }
    }
    var texts: [String: [String: JSON]] = [:]
    for name in scripts.keys {
      texts[String(name.dropLast(3))] = Self.withImports(name, imports).reduce(into: [:]) {
        $0.merge(own[$1] ?? [:]) { first, _ in first }
      }
    }
    self.texts = texts
    let imported = Set(imports.values.joined())
    roots = scripts.keys.filter { !imported.contains($0) }.map { String($0.dropLast(3)) }
  }

  private init() { (texts, roots) = ([:], []) }

  /// The texts between quotation marks that may be a key or the address of an import: both have a dot
  /// and no space. A part of the code between two strings may be one of these texts.
  private static func strings(in script: [UInt8]) -> [String] {
    script.split(separator: UInt8(ascii: "\""))
      .filter { text in
        text.count < longest && text.contains(UInt8(ascii: "."))
          && !text.contains { $0 <= UInt8(ascii: " ") }
      }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The length of the longest key and address, in bytes.
  private static let longest = 200

  /// A script and all scripts that it imports, as in `import "./words.js"`.
  private static func withImports(_ name: String, _ imports: [String: [String]]) -> Set<String> {
    var (found, new) = (Set<String>(), [name])
    while let next = new.popLast() {
      if found.insert(next).inserted { new += imports[next] ?? [] }
    }
    return found
  }
}
