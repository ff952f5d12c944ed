// A lock that the kernel releases when the process ends. It needs no process ids, clocks or leases.

import Glibc

/// A lock on a file, held while the value exists. The corresponding C function is `flock`.
package struct Lock: ~Copyable {
  let file: FileDescriptor

  private init(file: consuming FileDescriptor) { self.file = file }

  /// The exclusive lock, or nil when another process holds it.
  package static func take(_ path: String) throws(HostError) -> Lock? {
    try take(path, LOCK_EX)
  }

  /// A lock that any number of processes may hold at the same time, or nil when a process holds the
  /// exclusive lock.
  package static func takeShared(_ path: String) throws(HostError) -> Lock? {
    try take(path, LOCK_SH)
  }

  private static func take(_ path: String, _ kind: Int32) throws(HostError) -> Lock? {
    let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT, mode: Files.privateMode)
    if flock(file.number, kind | LOCK_NB) == 0 { return Lock(file: file) }
    if errno == EWOULDBLOCK { return nil }
    throw .system(operation: "flock", path: path, code: errno)
  }

  /// Waits for the lock; nil if it is not free after `milliseconds`.
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

  /// Waits for the exclusive lock on a folder that this process only reads; nil if it is not free after `milliseconds`. All
  /// processes of the machine that read the folder share this lock.
  package static func wait(
    forFolder path: String, milliseconds: Int64
  ) throws(HostError) -> Lock? {
    let deadline = Clock.bootMilliseconds() + milliseconds
    let file = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .system(operation: "flock", path: path, code: errno)
      }
      if Clock.bootMilliseconds() >= deadline { return nil }
      usleep(20_000)
    }
    return Lock(file: file)
  }

  /// The process that holds the lock; nil if none does, or if /proc does not show it. Source: proc(5), "/proc/locks".
  package static func holder(of path: String) -> Int32? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    let list: [UInt8]
    do { list = try Files.read("/proc/locks", limit: 4 << 20) } catch { return nil }
    // "1: FLOCK  ADVISORY  WRITE 1234 08:01:393221 0 EOF"; the two numbers of the device (makedev(3)) are hexadecimal.
    let device = UInt64(facts.st_dev)
    let major: UInt64 = ((device >> 8) & 0xFFF) | ((device >> 32) & ~0xFFF)
    let minor: UInt64 = (device & 0xFF) | ((device >> 12) & ~0xFF)
    let file = "\(hexadecimal(major)):\(hexadecimal(minor)):\(facts.st_ino)"
    for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5] == file else { continue }
      return Int32(words[4])
    }
    return nil
  }

  /// At least two digits.
  private static func hexadecimal(_ number: UInt64) -> String {
    (number < 16 ? "0" : "") + String(number, radix: 16)
  }

  /// Whether a process holds the lock now.
  package static func isHeld(_ path: String) -> Bool {
    guard let file = try? FileDescriptor(opening: path, O_RDWR) else { return false }
    // This test takes a shared lock. With an exclusive lock, two processes that test at the same
    // time would each take the other for a holder.
    if flock(file.number, LOCK_SH | LOCK_NB) == 0 { return false }
    return errno == EWOULDBLOCK
  }
}
