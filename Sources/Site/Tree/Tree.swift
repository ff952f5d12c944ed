// The generated site on the disk. A file is always replaced as a whole. A file whose content stays
// the same is not written, so its time and ETag stay. Nothing outside the web root is ever written.

import Albums
import Glibc
import Host

/// The web root.
struct Tree: Sendable {
  let root: String

  /// Records the paths that change; nil for the household.
  var changes: ChangedPaths?

  /// The maximum size of a file that is read from the web root, in bytes. Pages and copies of public/
  /// are smaller.
  static let fileLimit = 64 << 20

  /// Writes `bytes` at `path` below the root. Returns the path if the file changed.
  func write(_ bytes: [UInt8], at path: String, durably: Bool) throws(SiteError) -> [String] {
    let file = "\(root)/\(path)"
    try refuseLinks(above: path)
    if has(bytes, at: file) { return [] }
    try files { () throws(HostError) in
      try Files.makeDirectories(Files.parent(of: file))
      try Files.replace(file, with: bytes, mode: Files.publicMode, durably: durably)
    }
    record(path)
    return [path]
  }

  /// Whether the regular file has these bytes. A link is replaced, and so is a file that cannot be read:
  /// replacing it needs only a folder that can be written.
  private func has(_ bytes: [UInt8], at file: String) -> Bool {
    guard Files.regularSize(of: file) == bytes.count else { return false }
    do throws(HostError) {
      let present = try Files.read(file, limit: Self.fileLimit)
      // The generic comparison took a thirtieth of the time of a build.
      return present.count == bytes.count && memcmp(present, bytes, bytes.count) == 0
    } catch {
      return false
    }
  }

  /// Throws if a link has the name of a folder of the published log: nothing outside of it is ever
  /// read or written. `PublishedFolder.repair` removes the link.
  private func refuseLinks(above path: String) throws(SiteError) {
    guard changes != nil else { return }
    var folder = root
    for name in path.split(separator: "/").dropLast() {
      folder += "/\(name)"
      if Files.isLink(folder) {
        throw .files(.linkInPlaceOfFolder(at: folder))
      }
    }
  }

  /// Makes a hard link to `source` at `path` below the root. If the file exists, its content is the
  /// same, because the name of artwork is a digest of its content.
  func link(_ source: String, at path: String, durably: Bool) throws(SiteError) -> [String] {
    let file = "\(root)/\(path)"
    try refuseLinks(above: path)
    if Files.isRegular(file) { return [] }
    try files { () throws(HostError) in
      try Files.makeDirectories(Files.parent(of: file))
      try Files.linkOrCopy(source, to: file, durably: durably)
    }
    record(path)
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
    try refuseLinks(above: path)
    let file = "\(root)/\(path)"
    guard Files.isDirectory(file) else {
      if try files({ () throws(HostError) in try Files.remove(file) }) { record(path) }
      return
    }
    // The paths are recorded before the removal, so that every removed file is recorded even if the
    // removal fails halfway.
    if changes != nil { for inside in try paths(in: path) { record(inside) } }
    try files { () throws(HostError) in try Files.removeTree(file) }
  }

  /// Removes all entries of `directory` except `kept`.
  func clear(_ directory: String, but kept: Set<String>) throws(SiteError) {
    for name in try names(in: directory) where !kept.contains(name) {
      try remove("\(directory)/\(name)")
    }
  }

  /// The paths of all files in a directory and its folders that readers may get, sorted by their
  /// bytes; the empty path means the root. A symbolic link, a pipe and a device are no such files: the
  /// host put them there.
  func paths(in directory: String = "") throws(SiteError) -> [String] {
    var found: [String] = []
    for name in try names(in: directory) {
      let path = directory.isEmpty ? name : "\(directory)/\(name)"
      if Files.isDirectory("\(root)/\(path)") {
        found += try paths(in: path)
      } else if Self.isForReaders(path), Files.isRegular("\(root)/\(path)") {
        found.append(path)
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func record(_ path: String) {
    if let changes, Self.isForReaders(path) { changes.add(path) }
  }
}

extension Tree {
  /// The names of the lists that a build writes for the next build or refresh.
  static let assetList = "assets.txt"
  static let publicList = "public.txt"
  static let partList = "parts.txt"

  /// Whether readers get the file. They do not get the lists of a build, and no file whose name
  /// begins with a dot: temporary files, and the marker file of the folder.
  static func isForReaders(_ path: String) -> Bool {
    guard path != assetList, path != publicList else { return false }
    let parts = path.split(separator: "/")
    let isPartList = parts.count == 3 && parts[0] == "history" && parts[2] == partList
    return !isPartList && !parts.contains { $0.utf8.first == UInt8(ascii: ".") }
  }
}
