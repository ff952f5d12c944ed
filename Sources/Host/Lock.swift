// A lock that the kernel releases when the process ends: no process ids, no clocks, no leases.

import Glibc

/// An exclusive lock on a file, held as long as the value lives. The corresponding C function is `flock`.
package struct Lock: ~Copyable {
  private let file: FileDescriptor

  private init(file: consuming FileDescriptor) { self.file = file }

  /// The lock, or nil when another process holds it.
  package static func take(_ path: String) throws(HostError) -> Lock? {
    let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT, mode: 0o640)
    if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return Lock(file: file) }
    if errno == EWOULDBLOCK { return nil }
    throw .system(operation: "flock", path: path, code: errno)
  }

  /// The lock, as soon as it is free; nil after `milliseconds`.
  package static func wait(
    for path: String, milliseconds: Int64
  ) throws(HostError) -> Lock? {
    let deadline = Clock.bootMilliseconds() + milliseconds
    while true {
      let lock = try take(path)
      if lock != nil || Clock.bootMilliseconds() >= deadline { return lock }
      usleep(50_000)
    }
  }

  /// Whether a process holds the lock now.
  package static func isHeld(_ path: String) -> Bool {
    guard let file = try? FileDescriptor(opening: path, O_RDWR) else { return false }
    // A shared lock, so that two processes that check at the same time do not see each other.
    if flock(file.number, LOCK_SH | LOCK_NB) == 0 { return false }
    return errno == EWOULDBLOCK
  }
}
