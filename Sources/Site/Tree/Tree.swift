// The generated site on the disk. A file is always replaced as a whole. A file whose content stays
// the same is not written, so its time and ETag stay. Nothing outside the web root is ever written.

import Albums
import Host

/// The web root.
struct Tree: Sendable {
  let root: String

  /// The maximum size of a generated or copied file, in bytes. A month with 10,000 finds makes 8
  /// MB.
  static let fileLimit = 64 << 20

  /// Writes `bytes` at `path` below the root. Returns the path if the file changed.
  func write(_ bytes: [UInt8], at path: String, durably: Bool) throws(SiteError) -> [String] {
    let file = "\(root)/\(path)"
    if Files.exists(file), !Files.isDirectory(file) {
      let present = try files { () throws(HostError) in
        try Files.read(file, limit: Self.fileLimit)
      }
      if present == bytes { return [] }
    }
    try files { () throws(HostError) in
      try Files.makeDirectories(Files.parent(of: file))
      try Files.replace(file, with: bytes, durably: durably)
    }
    return [path]
  }

  /// Makes a hard link to `source` at `path` below the root. If the file exists, its content is the
  /// same, because the name of artwork is a digest of its content.
  func link(_ source: String, at path: String, durably: Bool) throws(SiteError) -> [String] {
    let file = "\(root)/\(path)"
    if Files.exists(file) { return [] }
    try files { () throws(HostError) in
      try Files.makeDirectories(Files.parent(of: file))
      try Files.linkOrCopy(source, to: file, durably: durably)
    }
    return [path]
  }

  /// Whether a file exists below the root.
  func has(_ path: String) -> Bool { Files.exists("\(root)/\(path)") }

  /// The names in a directory below the root, sorted; empty if the directory does not exist.
  func names(in path: String) throws(SiteError) -> [String] {
    let directory = path.isEmpty ? root : "\(root)/\(path)"
    guard Files.isDirectory(directory) else { return [] }
    return try files { () throws(HostError) in try Files.entries(of: directory) }
  }

  /// Removes a file or a whole directory below the root. A missing file is not an error.
  func remove(_ path: String) throws(SiteError) {
    let file = "\(root)/\(path)"
    try files { () throws(HostError) in
      if Files.isDirectory(file) {
        try Files.removeTree(file)
      } else {
        _ = try Files.remove(file)
      }
    }
  }

  /// Removes all entries of `directory` except `kept`.
  func clear(_ directory: String, but kept: Set<String>) throws(SiteError) {
    for name in try names(in: directory) where !kept.contains(name) {
      try remove("\(directory)/\(name)")
    }
  }
}
