// Folders: made with their parents, listed in order, removed whole.

import CHost
import Glibc

extension Files {
  /// Makes a folder and those above it; nothing when it is there.
  package static func makeDirectories(_ path: String, mode: UInt32 = 0o755) throws(HostError) {
    if mkdir(path, mode) == 0 { return }
    if errno == EEXIST, isDirectory(path) { return }
    guard errno == ENOENT, parent(of: path) != path else {
      throw .system(operation: "mkdir", path: path, code: errno)
    }
    try makeDirectories(parent(of: path), mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else {
      throw .system(operation: "mkdir", path: path, code: errno)
    }
  }

  /// Whether `path` is a folder; a link to one does not count.
  package static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder but `.` and `..`, in the order of their bytes.
  package static func entries(of directory: String) throws(HostError) -> [String] {
    guard let stream = opendir(directory) else {
      throw .system(operation: "opendir", path: directory, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes a file or a folder with all in it; nothing when there is none. Follows no link.
  package static func removeTree(_ path: String) throws(HostError) {
    guard isDirectory(path) else {
      _ = try remove(path)
      return
    }
    for name in try entries(of: path) { try removeTree("\(path)/\(name)") }
    guard rmdir(path) == 0 || errno == ENOENT else {
      throw .system(operation: "rmdir", path: path, code: errno)
    }
  }

  /// Waits until everything written to the file system of `folder` is on the disk: one wait for a
  /// whole build, where one a page cost 11.7 s for 10,000 (FAULTS H1). The C function is `syncfs`.
  package static func synchroniseFileSystem(of folder: String) throws(HostError) {
    let code = albumscan_sync_file_system(folder)
    guard code == 0 else { throw .system(operation: "syncfs", path: folder, code: code) }
  }

  /// The path without links, `.` or `..`; nil when it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Absolute, with `.` and `..` taken away by spelling alone; relative paths start at `base`.
  package static func absolutePath(_ path: String, from base: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let whole = Array((isAbsolute ? path : "\(base)/\(path)").utf8)
    var parts: [ArraySlice<UInt8>] = []
    for part in whole.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    let joined = Array(parts.joined(separator: [UInt8(ascii: "/")]))
    return "/" + String(decoding: joined, as: UTF8.self)
  }

  /// The folder this process works in.
  package static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Whether anyone but the owner may read the file: a key file must not be.
  package static func isReadableByOthers(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & 0o077 != 0
  }

  /// The user id that owns `path`; nil when it does not exist.
  package static func owner(of path: String) -> UInt32? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_uid : nil
  }
}
