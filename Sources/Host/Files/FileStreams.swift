// Opens files that are too large for memory, for reading and writing in chunks.

import Glibc

extension FileDescriptor {
  /// Opens a regular file for reading. Follows no symbolic link at the end of the path, and waits for no pipe.
  package static func reading(_ path: String) throws(HostError) -> FileDescriptor {
    try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Creates a file. Throws if a file of that name exists.
  package static func creating(
    _ path: String, mode: UInt32 = 0o600
  ) throws(HostError) -> FileDescriptor {
    try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
  }

  /// The last bytes of a file of `size` bytes, at most `bytes`.
  borrowing func tail(of size: Int, bytes: Int) throws(HostError) -> [UInt8] {
    var tail = [UInt8](repeating: 0, count: min(size, bytes))
    let (number, path, start) = (self.number, self.path, off_t(size - tail.count))
    let count = try valueOrErrno("pread", path) {
      tail.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, start) }
    }
    return Array(tail[..<count])
  }

  /// Whether this is a pipe, with or without a name.
  var isPipe: Bool {
    var facts = stat()
    return fstat(number, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
  }

  /// The size of a regular file in bytes; nil for a folder, a pipe or a device.
  package var regularSize: Int? {
    var facts = stat()
    guard fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(exactly: facts.st_size)
  }
}

extension Files {
  /// All bytes of a regular file of at most `limit` bytes. A pipe or a device in its place is an error; this function
  /// never waits for one.
  package static func readRegular(_ path: String, limit: Int) throws(HostError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    guard file.regularSize != nil else { throw .notRegular(path: path) }
    return try read(file, limit: limit)
  }

  /// Renames a file or a folder. Unlike `move`, a failure removes nothing. With `durably`, the new
  /// name is on the disk before this function returns.
  package static func relocate(_ from: String, to path: String, durably: Bool) throws(HostError) {
    try renameNow(from, to: path)
    if durably { try synchroniseFolder(of: path) }
  }

  /// Renames a file; a test can kill the process before and after. Only `LogFile` and `Upgrade`
  /// rename without this function. The corresponding C function is `rename`.
  static func renameNow(_ from: String, to path: String) throws(HostError) {
    Failpoint.pass("rename:before", path)
    _ = try valueOrErrno("rename", path) { rename(from, path) }
    Failpoint.pass("rename:after", path)
  }

  /// Makes a hard link, or a copy if no link can be made. False if `from` does not exist.
  package static func linkIfPresent(_ from: String, to path: String) throws(HostError) -> Bool {
    if link(from, path) == 0 { return true }
    if errno == ENOENT { return false }
    do {
      try replace(path, with: read(from), mode: 0o600, durably: false)
      return true
    } catch {
      if error.isMissing { return false }
      throw error
    }
  }
}
