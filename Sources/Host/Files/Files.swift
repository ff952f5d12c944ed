// Files and folders. The function with the shortest name is the safe choice: `replace` is atomic.

import CHost
import Glibc

/// Reading, replacing and removing files by path.
package enum Files {
  /// The mode of new files: names, photos and keys are for this user only.
  package static let privateMode: UInt32 = 0o600

  /// The mode of the files that a web server, which may be another user, sends to readers: pages,
  /// assets and artwork.
  package static let publicMode: UInt32 = 0o644

  /// All bytes of a file of at most `limit` bytes. A pipe in its place is an error; this function never waits for
  /// one. `/dev/stdin` and a pipe of the shell (`/dev/fd/63`) are read.
  package static func read(_ path: String, limit: Int = 64 << 20) throws(HostError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, O_RDONLY | openingFlag(path))
    guard isStream(path) || !file.isPipe else { throw .notRegular(path: path) }
    return try read(file, limit: limit)
  }

  /// `O_NONBLOCK`, because opening a pipe would block otherwise; a stream of this process may block.
  static func openingFlag(_ path: String) -> Int32 { isStream(path) ? 0 : O_NONBLOCK }

  private static func isStream(_ path: String) -> Bool {
    path.hasPrefix("/dev/std") || path.hasPrefix("/dev/fd/")
  }

  /// All bytes of an open file of at most `limit` bytes.
  static func read(
    _ file: borrowing FileDescriptor, limit: Int
  ) throws(HostError) -> [UInt8] {
    let size = try fileSize(of: file)
    guard size <= limit else { throw .tooLarge(path: file.path, limit: limit) }
    // The extra byte detects a file that has grown. A pipe or a file in /proc reports no size.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 1)
    var chunk = [UInt8](repeating: 0, count: min(max(size + 1, 4096), 1 << 20))
    while true {
      let count = try chunk.withUnsafeMutableBytes { raw in
        Result { () throws(HostError) in try file.read(into: raw) }
      }.get()
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw .tooLarge(path: file.path, limit: limit) }
    }
  }

  /// Replaces the file at `path` atomically: a reader sees either the old file or the new file.
  ///
  /// Writes a temporary file in the same folder, then renames it. With `durably`, the contents are
  /// on the disk before the rename, and the rename is on the disk before this function returns
  /// (docs/faults.md H1, "Accept sequence").
  ///
  /// Without `mode`, only this user may read the file. Files for readers get `publicMode`.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32 = privateMode, durably: Bool
  ) throws(HostError) {
    try replace(path, mode: mode, durably: durably) { (file) throws(HostError) in
      try file.write(bytes)
    }
  }

  /// Like the other `replace`, for contents that `body` writes in chunks.
  package static func replace(
    _ path: String, mode: UInt32 = privateMode, durably: Bool,
    writing body: (borrowing FileDescriptor) throws(HostError) -> Void
  ) throws(HostError) {
    let temporary = temporaryPath(for: path)
    do {
      let file = try FileDescriptor(
        opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      try body(file)
      if durably { try file.synchronise() }
    } catch {
      unlink(temporary)
      throw error
    }
    try move(temporary, to: path, durably: durably)
  }

  /// Creates the file at `path` atomically; false when a file of that name exists.
  package static func place(
    _ path: String, _ bytes: [UInt8], mode: UInt32 = privateMode
  ) throws(HostError) -> Bool {
    let temporary = temporaryPath(for: path)
    try replace(temporary, with: bytes, mode: mode, durably: false)
    defer { unlink(temporary) }
    if link(temporary, path) == 0 { return true }
    guard errno == EEXIST else { throw .system(operation: "link", path: path, code: errno) }
    return false
  }

  /// Renames a file and replaces an existing file; removes `from` on failure.
  package static func move(_ from: String, to path: String, durably: Bool) throws(HostError) {
    do {
      try renameNow(from, to: path)
      if durably { try synchroniseFolder(of: path) }
    } catch {
      unlink(from)
      throw error
    }
  }

  /// Makes a hard link, or a copy for readers if no link can be made, for example because the folders
  /// are on different file systems.
  package static func linkOrCopy(
    _ from: String, to path: String, durably: Bool
  ) throws(HostError) {
    let temporary = temporaryPath(for: path)
    if link(from, temporary) == 0 {
      return try move(temporary, to: path, durably: durably)
    }
    try replace(path, with: read(from), mode: publicMode, durably: durably)
  }

  /// Removes a file; false when it did not exist.
  @discardableResult
  package static func remove(_ path: String) throws(HostError) -> Bool {
    if unlink(path) == 0 { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw .system(operation: "unlink", path: path, code: errno)
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Bytes that this user may still write on the file system of `path`; nil when unknown.
  package static func freeBytes(at path: String) -> Int? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    return Int(exactly: facts.f_bavail).map {
      $0.multipliedReportingOverflow(by: Int(facts.f_frsize))
    }
    .map { $0.overflow ? Int.max : $0.partialValue }
  }

  static func synchroniseFolder(of path: String) throws(HostError) {
    let folder = try FileDescriptor(opening: parent(of: path), O_RDONLY | O_DIRECTORY)
    try folder.synchronise()
  }

  /// The parent folder: `/a/b` of `/a/b/c`.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A hidden name beside `path` that no other process uses: `.tmp-<process id>-<random>`.
  package static func temporaryPath(for path: String) -> String {
    let suffix = Randomness.bytes(8).map { String($0, radix: 36) }.joined()
    return "\(parent(of: path))/.tmp-\(getpid())-\(suffix)"
  }

  private static func fileSize(of file: borrowing FileDescriptor) throws(HostError) -> Int {
    var facts = stat()
    let number = file.number
    _ = try valueOrErrno("fstat", file.path) { fstat(number, &facts) }
    return max(0, Int(facts.st_size))
  }
}

extension Files {
  /// When a file was last written, in milliseconds since 1970; nil when it does not exist.
  package static func modificationMilliseconds(of path: String) -> Int64? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return Int64(facts.st_mtim.tv_sec) * 1000 + Int64(facts.st_mtim.tv_nsec) / 1_000_000
  }
}
