// The names with which browsers may store the files of public/ for ever: `/assets/camera-0a1b2c3d4e5f.js`.
// Such a name changes with the content of the file and of every file that it uses, so a page always
// gets the files that belong to it.

import Host

/// Scripts, style sheets and pictures of public/ under names that contain a digest.
struct Assets: Sendable {
  static let none = Assets([:])

  /// The folder of the hashed names below the web root.
  static let folder = "assets"

  /// The script of the service worker. Its address must not change, so it has no hashed name, and
  /// its plain copy uses the hashed names of other files.
  static let worker = "sw.js"

  /// A placeholder in the service worker's script. The build replaces it by the addresses of all
  /// scripts, style sheets and drawings that pages of the household use. The name of a file that
  /// only the published log uses begins with `published`.
  private static let listPattern = Array("\"/assets/*\"".utf8)

  /// The maximum size of a file that gets a hashed name, in bytes.
  private static let fileLimit = 4 << 20

  private static let kinds: Set = ["js", "css", "svg", "png", "jpg", "webp", "ico"]

  /// The form of an address in a script or a style sheet.
  enum Form {
    /// The address begins at the root of the server.
    case absolute

    /// In a style sheet and in the import of a script, the address is relative to the file that
    /// contains it, because browsers resolve it in this way. Any other address in a script begins
    /// with a slash, which the script replaces by the root of its page.
    case relative
  }

  /// A file of public/.
  private struct File {
    /// The content without comments.
    let bytes: [UInt8]
    let digest: [UInt8]

    /// The addresses in a script or a style sheet.
    let references: [Reference]
  }

  private let form: Form

  /// The files by their path in public/.
  private let files: [String: File]

  /// The hashed name of each file by its path in public/.
  private let names: [String: String]

  /// The modules that each script imports, by the path of the script.
  private let imports: [String: Set<String>]

  /// `files` are the files of public/ by path. A file with an unusual name has no hashed name.
  init(_ files: [String: [UInt8]], form: Form = .absolute) {
    let named = files.filter {
      Self.mayContain($0.key) && $0.value.count <= Self.fileLimit
    }
    let files = named.reduce(into: [String: File]()) { files, file in
      let bytes = Self.withoutComments(file.value, of: file.key)
      files[file.key] = File(
        bytes: bytes, digest: SHA256.digest(of: bytes),
        references: Self.references(in: bytes, of: file.key).filter { named[$0.path] != nil })
    }
    let used = files.mapValues { Set($0.references.map(\.path)) }
    imports = files.mapValues { Set($0.references.filter(\.isImported).map(\.path)) }
    self.form = form
    self.files = files
    names = files.keys.reduce(into: [:]) { names, path in
      names[path] = Self.name(of: path, used: Self.reached(from: [path], used), files, form)
    }
  }

  /// The content of every hashed name.
  var contents: [(name: String, bytes: [UInt8])] {
    names.sorted { $0.value < $1.value }.map { path, name in
      (name, files[path].map { replaced(in: $0.bytes, $0.references, of: path) } ?? [])
    }
  }

  /// The address of a file of public/: the hashed one if there is one.
  func address(of path: String) -> String {
    "/\(names[path].map { "\(Self.folder)/\($0)" } ?? path)"
  }

  /// The file's bytes with hashed addresses in place of plain ones.
  func replaced(in bytes: [UInt8], of path: String) -> [UInt8] {
    guard ["js", "css"].contains(Self.kind(of: path)) else { return bytes }
    let bytes = replaced(in: bytes, Self.references(in: bytes, of: path), of: path)
    return path == Self.worker ? withList(bytes) : bytes
  }

  /// A template with hashed addresses in place of plain ones.
  func replaced(inTemplate text: String) -> String {
    let bytes = Array(text.utf8)
    let references = References(bytes, folder: "", .template).all
    return String(decoding: replaced(in: bytes, references, of: nil), as: UTF8.self)
  }

  /// The addresses of the modules that these scripts import, without the scripts.
  func modules(of scripts: [String]) -> [String] {
    let roots = scripts.map { "\($0).js" }
    return Self.reached(from: roots, imports).subtracting(roots).sorted().map(address)
  }

  /// `source` is the path of the text in public/; nil for a template.
  private func replaced(
    in bytes: [UInt8], _ references: [Reference], of source: String?
  ) -> [UInt8] {
    var (result, end): ([UInt8], Int) = ([], 0)
    for reference in references {
      guard let name = names[reference.path] else { continue }
      let isBeside = isBeside(reference.path, in: source)
      result += bytes[end..<reference.range.lowerBound]
      result += (isBeside ? "./\(name)" : address(of: reference.path)).utf8
      end = reference.range.upperBound
    }
    return result + bytes[end...]
  }

  /// Whether the text at `source` names the file relative to itself.
  private func isBeside(_ path: String, in source: String?) -> Bool {
    guard form == .relative, let source else { return false }
    return Self.kind(of: source) == "css" || Self.kind(of: path) == "js"
  }

  /// Whether a file of public/ has a hashed name.
  func has(_ path: String) -> Bool { names[path] != nil }

  private func withList(_ bytes: [UInt8]) -> [UInt8] {
    guard let range = bytes.firstRange(of: Self.listPattern) else { return bytes }
    let list = names.keys
      .filter { ["js", "css", "svg"].contains(Self.kind(of: $0)) && !$0.hasPrefix("published") }
      .map { "\"\(address(of: $0))\"" }.sorted().joined(separator: ", ")
    return bytes[..<range.lowerBound] + Array(list.utf8) + bytes[range.upperBound...]
  }
}

extension Assets {
  /// Whether a file of public/ gets a hashed name, by its path.
  static func mayContain(_ path: String) -> Bool {
    path != worker && isPlain(path) && kinds.contains(kind(of: path))
  }

  /// The paths that a file of public/ contains, apart from its comments.
  static func paths(in bytes: [UInt8], of path: String) -> [String] {
    references(in: withoutComments(bytes, of: path), of: path).map(\.path)
  }

  /// The files that can be reached from `roots`, with the roots. Modules may import each other.
  private static func reached(
    from roots: [String], _ references: [String: Set<String>]
  ) -> Set<String> {
    var (found, new) = (Set<String>(), roots)
    while let next = new.popLast() {
      if found.insert(next).inserted { new += references[next] ?? [] }
    }
    return found
  }

  /// `camera-0a1b2c3d4e5f.js`. The digest covers all files that the file uses, because its hashed
  /// copy contains their names.
  private static func name(
    of path: String, used: Set<String>, _ files: [String: File], _ form: Form
  ) -> String {
    var hash = FieldHash()
    if form == .relative { hash.add("relative") }
    hash.add(path)
    // The files themselves contain the paths of the files that they use.
    hash.add(used.sorted().flatMap { files[$0]?.digest ?? [] })
    let digest = hexadecimal(hash.finish()).prefix(12)
    let kind = kind(of: path)
    let stem = path.dropLast(kind.utf8.count + 1).split(separator: "/").joined(separator: "-")
    return "\(stem)-\(digest).\(kind)"
  }

  private static func references(in bytes: [UInt8], of path: String) -> [Reference] {
    let kind = kind(of: path)
    guard kind == "js" || kind == "css" else { return [] }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return References(bytes, folder: folder, kind == "js" ? .script : .style).all
  }

  private static func withoutComments(_ bytes: [UInt8], of path: String) -> [UInt8] {
    let kind = kind(of: path)
    guard kind == "js" || kind == "css" else { return bytes }
    return CommentLines.removed(from: bytes, isScript: kind == "js")
  }

  /// The part of a path after its last dot.
  private static func kind(of path: String) -> String {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[parts.count - 1]) : ""
  }

  /// Whether a path needs no escaping in an address.
  private static func isPlain(_ path: String) -> Bool {
    path.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "-_./".utf8.contains(byte)
    }
  }

  /// Whether a name in the folder of the hashed names has the form of a hashed name.
  static func isHashed(_ name: String) -> Bool {
    guard let stem = name.split(separator: ".").dropLast().last?.split(separator: "-"),
      stem.count > 1, let digest = stem.last
    else { return false }
    return digest.utf8.count == 12
      && digest.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (97...102).contains(byte)
      }
  }
}
