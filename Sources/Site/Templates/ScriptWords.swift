// The texts that scripts show. Each page contains the texts of its script in `<html data-words>`:
// the content security policy forbids inline scripts, and a separate file would need another
// request.

import Albums
import Host
import Text

/// For each script of public/, a JSON object with its texts by key, escaped for an attribute.
struct ScriptWords: Sendable {
  static let none = ScriptWords(byScript: [:])

  private let byScript: [String: String]

  /// The object for `camera`, which is `/camera.js`; nil for a script without texts.
  subscript(script: String) -> String? { byScript[script] }

  /// Reads the scripts in `directory`. A script gets the text of every key that occurs in quotation
  /// marks in the script or in a script that it imports.
  init(directory: String, words: Phrasebook) throws(SiteError) {
    var strings: [String: [String]] = [:]
    let names = try files { () throws(HostError) in try Files.entries(of: directory) }
    for name in names where name.hasSuffix(".js") {
      let bytes = try files { () throws(HostError) in
        try Files.read("\(directory)/\(name)", limit: 1 << 20)
      }
      strings[name] = bytes.split(separator: UInt8(ascii: "\"")).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    var byScript: [String: String] = [:]
    for name in strings.keys {
      let keys = Self.withImports(name, strings).flatMap { strings[$0] ?? [] }.filter(words.has)
      guard !keys.isEmpty else { continue }
      let members = Set(keys).sorted().map {
        JSON.Member($0, .cleaned(words.source(of: $0).last))
      }
      byScript[String(name.dropLast(3))] = PlainText.escaped(JSON.object(members).line)
    }
    self.byScript = byScript
  }

  private init(byScript: [String: String]) { self.byScript = byScript }

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
