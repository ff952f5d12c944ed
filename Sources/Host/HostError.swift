// What the operating system refused, in words for the log; never for a user's page.

import Glibc

/// An error of this room: which call, on what, and why.
package enum HostError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A system call failed; `code` is its errno.
  case system(operation: String, path: String, code: Int32)
  /// A file holds more bytes than the reader would take.
  case tooLarge(path: String, limit: Int)
  /// A child program wrote more than `limit` bytes, or ran longer than it may; it was killed.
  case childOverran(path: String)

  package var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "\(operation) \(path): \(String(cString: strerror(code)))"
    case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
    case .childOverran(let path): "\(path) ran too long or wrote too much"
    }
  }

  /// Whether the disk, its inodes or the quota are used up.
  package var isDiskFull: Bool {
    if case .system(_, _, let code) = self { return code == ENOSPC || code == EDQUOT }
    return false
  }

  /// Whether this user may not write there, or the file system is read-only.
  package var isNotWritable: Bool {
    if case .system(_, _, let code) = self { return [EACCES, EPERM, EROFS].contains(code) }
    return false
  }
}

/// Calls again while a signal interrupts; throws errno when the result is -1.
func valueOrErrno<Value: FixedWidthInteger>(
  _ operation: String, _ path: String, _ call: () -> Value
) throws(HostError) -> Value {
  while true {
    let value = call()
    if value != -1 { return value }
    if errno != EINTR { throw .system(operation: operation, path: path, code: errno) }
  }
}
