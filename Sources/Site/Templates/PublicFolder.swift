// The folder public/ of the checkout or of the host: scripts, style sheets, pictures.

import Host

/// The name of a file is its path in the site. In the checkout, scripts and style sheets lie in a folder
/// for each kind of page. Their names do not contain this folder: `camera/aim.js` has the name `aim.js`.
/// In a host's own public/, the name of a file is its whole path.
/// Source: docs/decisions/128-public-has-folders.md.
struct PublicFolder: Sendable {
  /// The folders of the checkout whose files have names without a folder.
  static let folders = [
    "album", "camera", "history", "offline", "published", "scan", "settings", "shared", "shelf",
  ]

  /// Only if public/ has this file, the names of files leave out these folders.
  private static let sheetOfAllPages = "shared/style.css"

  /// The maximum size of a file, in bytes.
  private static let fileLimit = 16 << 20

  private let path: String

  /// The path of each file below `path`, by its name.
  private let paths: [String: String]

  /// The names of all files, sorted.
  let names: [String]

  /// Reads the names of the files. Throws if the folder cannot be read.
  init(path: String) throws(SiteError) {
    let hasFolders = Files.exists("\(path)/\(Self.sheetOfAllPages)")
    let all = try Self.list(below: path)
    var paths = Dictionary(all.map { ($0, $0) }) { first, _ in first }
    // An installation may still have the file of an earlier version outside of its folder.
    for file in all {
      guard hasFolders, let name = Self.flatName(of: file) else { continue }
      paths[name] = file
      paths[file] = nil
    }
    self.path = path
    self.paths = paths
    names = paths.keys.sorted()
  }

  /// The content of a file, as a browser gets it. Throws if the file cannot be read.
  func bytes(of name: String) throws(SiteError) -> [UInt8] {
    let file = paths[name] ?? name
    let bytes = try files { () throws(HostError) in
      try Files.read("\(path)/\(file)", limit: Self.fileLimit)
    }
    return file == name ? bytes : Self.withNames(bytes)
  }

  /// The paths of the files below `path/folder`, relative to `path`, in the order of their names. The
  /// empty folder means `path` itself.
  private static func list(
    below path: String, _ folder: String = ""
  ) throws(SiteError) -> [String] {
    let directory = folder.isEmpty ? path : "\(path)/\(folder)"
    var found: [String] = []
    let names = try files { () throws(HostError) in try Files.entries(of: directory) }
    for name in names where !name.hasPrefix(".") {
      let file = folder.isEmpty ? name : "\(folder)/\(name)"
      found += Files.isDirectory("\(path)/\(file)") ? try list(below: path, file) : [file]
    }
    return found
  }

  /// The name of a file that lies in one of the folders; nil for other files.
  private static func flatName(of file: String) -> String? {
    let steps = file.split(separator: "/").map(String.init)
    return steps.count == 2 && folders.contains(steps[0]) ? steps[1] : nil
  }

  /// The text of a file in one of the folders, with the names of other files in place of their paths:
  /// the checkout has `from "../shared/words.js"`, and a browser gets `from "./words.js"`.
  private static func withNames(_ bytes: [UInt8]) -> [UInt8] {
    var (result, end, start) = ([UInt8](), 0, 0)
    result.reserveCapacity(bytes.count)
    while let index = bytes.firstIndex(of: "../", from: start) {
      start = index + 1
      guard index == 0 || bytes[index - 1] != UInt8(ascii: "/") else { continue }
      let rest = bytes[(index + 3)...]
      guard let folder = folders.first(where: { rest.starts(with: "\($0)/".utf8) }) else {
        continue
      }
      result += bytes[end..<index] + Array("./".utf8)
      end = index + 3 + folder.utf8.count + 1
    }
    return result + bytes[end...]
  }
}
