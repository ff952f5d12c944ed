// The texts that scripts show. Each page contains the texts of its script in `<meta name="words">`,
// because the content security policy forbids inline scripts, and a separate file would need
// another request. The element follows the charset, which HTML requires in the first 1,024 bytes.

import Albums
import Host
import Text

/// The texts of each script of public/.
struct ScriptWords: Sendable {
  static let none = ScriptWords(texts: [:])

  /// For each script, its texts by key.
  private let texts: [String: [String: JSON]]

  /// The names of all scripts.
  var scripts: [String] { Array(texts.keys) }

  /// The texts of these scripts as a JSON object by key, escaped for an attribute; nil without
  /// texts. `camera` is `/camera.js`.
  subscript(scripts: [String]) -> String? {
    var members: [String: JSON] = [:]
    for script in scripts { members.merge(texts[script] ?? [:]) { first, _ in first } }
    guard !members.isEmpty else { return nil }
    let sorted = members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
    return PlainText.escaped(JSON.object(sorted).line)
  }

  /// Reads the scripts of `publicFiles`. A script gets the text of every key that occurs in quotation
  /// marks in the script or in a script that it imports.
  init(_ publicFiles: PublicFolder, words: Phrasebook) throws(SiteError) {
    var strings: [String: [String]] = [:]
    for name in try publicFiles.names() where name.hasSuffix(".js") && !name.contains("/") {
      strings[name] = try publicFiles.bytes(of: name).split(separator: UInt8(ascii: "\"")).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    var texts: [String: [String: JSON]] = [:]
    for name in strings.keys {
      let keys = Self.withImports(name, strings).flatMap { strings[$0] ?? [] }.filter(words.has)
      texts[String(name.dropLast(3))] = Dictionary(
        Set(keys).map { ($0, .cleaned(words.source(of: $0).last)) }
      ) { first, _ in first }
    }
    self.texts = texts
  }

  private init(texts: [String: [String: JSON]]) { self.texts = texts }

  /// A script and all scripts that it imports, as in `import "./words.js"`.
  private static func withImports(_ name: String, _ strings: [String: [String]]) -> Set<String> {
    var (found, new) = (Set<String>(), [name])
    while let next = new.popLast() {
      guard found.insert(next).inserted else { continue }
      new += (strings[next] ?? []).filter { $0.hasPrefix("./") && $0.hasSuffix(".js") }
        .map { String($0.dropFirst(2)) }
    }
    return found
  }
}
