// The source files of a module and of its folders.

import Host
import Support

enum ModuleFolders {
  /// The paths of all Swift files of a module, or of one folder of it: `Site`, `Site/Pages`.
  static func sources(of folder: String) throws -> [String] {
    try sources(at: "\(Checkout.root)/Sources/\(folder)")
  }

  static func sources(at folder: String) throws -> [String] {
    try Files.entries(of: folder).flatMap { (name) throws -> [String] in
      let path = "\(folder)/\(name)"
      if Files.isDirectory(path) { return try sources(at: path) }
      return name.hasSuffix(".swift") ? [path] : []
    }
  }

  static func text(of file: String) throws -> String {
    String(decoding: try Files.read(file), as: UTF8.self)
  }

  /// The text of a file without comments and without the text of string literals.
  static func code(of file: String) throws -> String {
    try text(of: file).replacing(#/"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"/#, with: "\"\"")
      .replacing(#/\/\/[^\n]*/#, with: "")
  }
}
