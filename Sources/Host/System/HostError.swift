// Errors of the operating system, worded for the log and the command line. Pages never show them.

import Glibc

/// An error of this module: the call, the path and the reason.
package enum HostError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A system call failed; `code` is its errno.
  case system(operation: String, path: String, code: Int32)
  /// A file contains more bytes than the reader accepts.
  case tooLarge(path: String, limit: Int)
  /// A pipe, a device or a folder has the name of a file.
  case notRegular(path: String)
  /// A child program wrote too much or ran too long, and this process killed it.
  case childOverran(path: String)
  /// This process killed a child program because its output is not needed any more.
  case childCancelled(path: String)

  package var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "\(path): \(String(cString: strerror(code))) (\(operation))"
    case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
    case .notRegular(let path): "\(path): \(reason)"
    case .childOverran(let path): "\(path) ran too long or wrote too much"
    case .childCancelled(let path): "\(path) was cancelled"
    }
  }

  /// Whether the disk, its inodes or the quota are used up.
  package var isDiskFull: Bool {
    if case .system(_, _, let code) = self { return code == ENOSPC || code == EDQUOT }
    return false
  }

  /// The reason without the path, such as `No such file or directory`.
  package var reason: String {
    switch self {
    case .system(_, _, let code): String(cString: strerror(code))
    case .tooLarge(_, let limit): "larger than \(limit) bytes"
    case .notRegular: "it is no regular file"
    case .childOverran: "it ran too long or wrote too much"
    case .childCancelled: "it was cancelled"
    }
  }

  /// Whether a new file has the name of a file that exists.
  package var isPresent: Bool {
    if case .system(_, _, let code) = self { return code == EEXIST }
    return false
  }

  /// The error for a symbolic link that has the name of a folder.
  package static func linkInPlaceOfFolder(at path: String) -> HostError {
    .system(operation: "mkdir", path: path, code: ELOOP)
  }

  /// Whether the file does not exist.
  package var isMissing: Bool {
    if case .system(_, _, let code) = self { return code == ENOENT }
    return false
  }

  /// Whether this user has no write permission, or the file system is read-only.
  package var isNotWritable: Bool {
    if case .system(_, _, let code) = self { return [EACCES, EPERM, EROFS].contains(code) }
    return false
  }
}

/// Repeats a call that a signal interrupted; throws errno when the result is -1.
func valueOrErrno<Value: FixedWidthInteger>(
  _ operation: String, _ path: String, _ call: () -> Value
) throws(HostError) -> Value {
  while true {
    let value = call()
    if value != -1 { return value }
    if errno != EINTR { throw .system(operation: operation, path: path, code: errno) }
  }
}
