// The texts that scripts show. Each page contains the texts of its script in `<meta name="words">`,
// because the content security policy forbids inline scripts, and a separate file would need
// another request. The element follows the charset, which HTML requires in the first 1,024 bytes.

import Albums
import Host
import Text

/// The texts of each script of public/.
struct ScriptWords: Sendable {
  static let none = ScriptWords()

  /// For each script, the texts whose keys it contains.
  private let texts: [String: [String: JSON]]

  /// For each script, the scripts that it imports.
  private let imports: [String: [String]]

  /// The names of the scripts that no other script imports. A page's own script is one of them.
  let roots: [String]

  /// The texts of these scripts and of those that they import as a JSON object by key, escaped for an attribute; nil
  /// without texts. `camera` is `/camera.js`.
  subscript(scripts: [String]) -> String? {
    var members: [String: JSON] = [:]
    for script in withImports(scripts.map { "\($0).js" }) {
      members.merge(texts[script] ?? [:]) { first, _ in first }
    }
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
    texts = strings.mapValues { strings in
      Dictionary(
        strings.filter(words.has).map { ($0, JSON.cleaned(words.source(of: $0).last)) }
      ) { first, _ in first }
    }
    self.imports = imports
    let imported = Set(imports.values.joined())
    roots = scripts.keys.filter { !imported.contains($0) }.map { String($0.dropLast(3)) }
  }

  private init() { (texts, imports, roots) = ([:], [:], []) }

  /// The texts between quotation marks that may be a key or the address of an import: both have a dot
  /// and no space. A part of the code between two strings may be one of these texts.
  private static func strings(in script: [UInt8]) -> [String] {
    script.withUnsafeBufferPointer { script in
      var (found, start) = ([String](), 0)
      while start <= script.count {
        let end = script.index(of: UInt8(ascii: "\""), from: start, before: script.count)
        let text = UnsafeBufferPointer(rebasing: script[start..<(end ?? script.count)])
        if text.count < longest, text.contains(UInt8(ascii: ".")),
          !text.contains(where: { $0 <= UInt8(ascii: " ") })
        {
          found.append(String(decoding: text, as: UTF8.self))
        }
        start = (end ?? script.count) + 1
      }
      return found
    }
  }

  /// The length of the longest key and address, in bytes.
  private static let longest = 200

  /// The scripts, and all scripts that they import, as in `import "./words.js"`.
  private func withImports(_ scripts: [String]) -> Set<String> {
    var (found, new) = (Set<String>(), scripts)
    while let next = new.popLast() {
      if found.insert(next).inserted { new += imports[next] ?? [] }
    }
    return found
  }
}
