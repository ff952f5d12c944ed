// The request's body on descriptor 0: exactly the announced number of bytes, at a minimum speed, and
// never more than one chunk in memory.

import Glibc
import Host

/// Why a body was not read to its end.
enum BodyError: Error, Equatable {
  /// It ended early.
  case short
  /// It was slower than the minimum speed, or took too long.
  case slow
}

/// Reads descriptor 0. Source: docs/faults.md A4, A5, §6.
struct Body {
  /// Maximum length of an upload: a photo of 32 MiB, and 64 KiB for the other parts and the headers.
  static let limit = (32 << 20) + (64 << 10)

  /// How slow a body may be.
  struct Pace {
    /// Minimum speed once `graceMilliseconds` are over.
    var bytesPerSecond: Int64 = 2000
    /// Maximum time without any bytes, too.
    var graceMilliseconds: Int64 = 10_000
    /// Maximum time for the whole body.
    var maxMilliseconds: Int64 = 600_000
    /// Maximum length of a body that is read and dropped before a refusal. A longer one is left unread.
    var maxDrainBytes = 64 << 20

    /// For a client that may use this installation.
    static let upload = Pace()

    /// For the body of a client that is not allowed. The body is dropped, and must not keep this
    /// process running. A photo that the web server has already, or that comes fast, is read within
    /// this time; without that, the phone would show an empty reply in place of the reason.
    static let refused = Pace(
      graceMilliseconds: 5000, maxMilliseconds: 5000, maxDrainBytes: Body.limit)
  }

  /// How much of the announced length was not read yet. Bytes after that are never read: they do not
  /// belong to the body (docs/faults.md A4).
  private(set) var left: Int

  init(length: Int) { left = length }

  /// Passes the bytes to `take` in pieces of at most 64 KiB.
  mutating func read<Failure: Error>(
    within pace: Pace = .upload, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws {
    let start = Clock.bootMilliseconds()
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var done = 0
    while left > 0 {
      try wait(since: start, done: done, pace)
      let wanted = UnsafeMutableRawBufferPointer(rebasing: chunk[..<min(chunk.count, left)])
      let count = Glibc.read(0, wanted.baseAddress, wanted.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw BodyError.short }
      done += count
      left -= count
      try take(UnsafeRawBufferPointer(rebasing: wanted[..<count]))
    }
  }

  /// Reads the rest and drops it; stops silently where `read` would throw.
  ///
  /// A response that is sent before the body is read reaches the client as an empty reply or a 502
  /// behind some web servers (docs/faults.md §0.6).
  mutating func drain(within pace: Pace = .upload) {
    guard left <= pace.maxDrainBytes else { return }
    try? read(within: pace) { (_) throws(Never) in }
  }

  private func wait(since start: Int64, done: Int, _ pace: Pace) throws {
    let elapsed = Clock.bootMilliseconds() - start
    let required = max(0, elapsed - pace.graceMilliseconds) / 1000 * pace.bytesPerSecond
    guard elapsed < pace.maxMilliseconds, Int64(done) >= required else { throw BodyError.slow }
    let patience = min(pace.graceMilliseconds, pace.maxMilliseconds - elapsed)
    guard StandardStreams.waitForInput(milliseconds: Int32(patience)) else {
      throw BodyError.slow
    }
  }
}
