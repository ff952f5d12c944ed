// Makes folders with their parents, lists them in order, and removes them with their contents.
// Computes paths.

import CHost
import Glibc

extension Files {
  /// Makes a folder and its parents. Does nothing when the folder exists.
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

  /// Whether `path` is a folder; false for a symbolic link to a folder.
  package static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether `path` is a symbolic link, also one that leads nowhere.
  package static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }

  /// The text of a symbolic link; nil if `path` is no link.
  package static func linkTarget(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink(path, &buffer, buffer.count)
    guard length > 0, length < buffer.count else { return nil }
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a symbolic link. The corresponding C function is `symlink`.
  package static func makeLink(to target: String, at path: String) throws(HostError) {
    _ = try valueOrErrno("symlink", path) { symlink(target, path) }
  }

  /// Makes a folder and gives it to another user, as only root may do. The parent must exist. Fails if `path` exists,
  /// also as a link.
  package static func makeDirectory(
    _ path: String, mode: UInt32, owner: UInt32, group: UInt32
  ) throws(HostError) {
    _ = try valueOrErrno("mkdir", path) { mkdir(path, mode) }
    _ = try valueOrErrno("chown", path) { lchown(path, owner, group) }
  }

  /// Whether `path` is a regular file; false for a symbolic link, a pipe, a socket and a device.
  package static func isRegular(_ path: String) -> Bool { regularSize(of: path) != nil }

  /// The size of a regular file in bytes; nil if `path` is no regular file.
  package static func regularSize(of path: String) -> Int? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(exactly: facts.st_size)
  }

  /// The names in a folder without `.` and `..`, in the order of their bytes. With `prefix`, only
  /// the names that begin with it; in a large folder, the other names then cost almost no time.
  package static func entries(
    of directory: String, startingWith prefix: String = ""
  ) throws(HostError) -> [String] {
    guard let stream = opendir(directory) else {
      throw .system(operation: "opendir", path: directory, code: errno)
    }
    defer { closedir(stream) }
    let length = prefix.utf8.count
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          strncmp($0, prefix, length) == 0 ? String(cString: $0) : nil
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of all files in a folder and its folders. Symbolic links, and folders that this user
  /// cannot list, do not count.
  package static func treeBytes(_ path: String) -> Int {
    guard isDirectory(path) else { return regularSize(of: path) ?? 0 }
    do {
      return try entries(of: path).reduce(0) { $0 + treeBytes("\(path)/\($1)") }
    } catch {
      return 0
    }
  }

  /// Removes a file, or a folder with its contents. Does nothing when it does not exist. Follows no
  /// symbolic link.
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

  /// Waits until all data written to the file system of `folder` are on the disk. A build calls it
  /// once, because 10,000 calls of `fsync` took 11.7 s (docs/faults.md H1). The C function is
  /// `syncfs`.
  package static func synchroniseFileSystem(of folder: String) throws(HostError) {
    let code = albumscan_sync_file_system(folder)
    guard code == 0 else { throw .system(operation: "syncfs", path: folder, code: code) }
  }

  /// The path without symbolic links, `.` or `..`; nil when it does not exist. The corresponding C
  /// function is `realpath`.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Like `realPath`; resolves only the existing part of a path that does not exist.
  package static func resolvingLinks(_ path: String) -> String {
    if let resolved = realPath(path) { return resolved }
    let folder = parent(of: path)
    guard folder != path, folder != ".", let name = path.split(separator: "/").last else {
      return path
    }
    let resolved = resolvingLinks(folder)
    return resolved == "/" ? "/\(name)" : "\(resolved)/\(name)"
  }

  /// An absolute path without `.` and `..`, computed from the text only. A relative path begins at
  /// `base`.
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

  /// Whether `path` is `folder` or lies inside it, computed from the text only. Both are absolute and
  /// without `.`, `..` and links.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    folder == "/" || "\(path)/".utf8.starts(with: "\(folder)/".utf8)
  }

  /// The working directory of this process.
  package static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// The permission bits, such as 0o640; nil when the file does not exist.
  package static func mode(of path: String) -> UInt32? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o7777 : nil
  }

  /// Whether a user other than the owner has any access to the file. A key file must not allow it.
  package static func isOpenToOthers(_ path: String) -> Bool {
    (mode(of: path) ?? 0) & 0o077 != 0
  }

  /// Changes the permission bits. The corresponding C function is `chmod`.
  package static func setMode(_ mode: UInt32, of path: String) throws(HostError) {
    _ = try valueOrErrno("chmod", path) { chmod(path, mode) }
  }

  /// A kind of access to a file or folder.
  package enum Access: Sendable {
    case read, write, execute
  }

  /// Whether this user has the access; false when the file does not exist. The corresponding C
  /// function is `access`.
  package static func allows(_ access: Access, _ path: String) -> Bool {
    switch access {
    case .read: Glibc.access(path, R_OK) == 0
    case .write: Glibc.access(path, W_OK) == 0
    case .execute: Glibc.access(path, X_OK) == 0
    }
  }

  /// The user id that owns `path`; nil when it does not exist.
  package static func owner(of path: String) -> UInt32? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_uid : nil
  }
}
