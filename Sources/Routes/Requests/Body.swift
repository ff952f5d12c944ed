// Reads the request's body from descriptor 0: exactly the announced number of bytes, with a minimum
// speed, and never more than one chunk in memory.

import Glibc
import Host

/// The reason why a body was not read completely.
enum BodyError: Error, Equatable {
  /// The body ended early.
  case short
  /// The body was slower than the minimum speed, or took too long.
  case slow
}

/// Reads descriptor 0. Source: docs/faults.md A4, A5, §6.
struct Body {
  /// The maximum length of an upload: a photo of 32 MiB, and 64 KiB for the other parts and the
  /// headers.
  static let limit = (32 << 20) + (64 << 10)

  /// The minimum speed and the maximum times of a body.
  struct Pace {
    /// The minimum speed after the first `graceMilliseconds`.
    var bytesPerSecond: Int64 = 2000
    /// The time before the minimum speed applies. Also the maximum time without any byte.
    var graceMilliseconds: Int64 = 10_000
    /// The maximum time for the whole body.
    var maxMilliseconds: Int64 = 600_000
    /// The maximum length of a body that is read and dropped before a refusal. A longer body is not
    /// read.
    var maxDrainBytes = 64 << 20

    /// The pace for a client that the access policy admits.
    static let upload = Pace()

    /// The pace for a client that the access policy denies. Its body is dropped and must not occupy
    /// this process for long. The time is long enough for a photo that the web server already has,
    /// or that arrives fast. Without this reading, the phone would show an empty reply in place of
    /// the reason.
    static let refused = Pace(
      graceMilliseconds: 5000, maxMilliseconds: 5000, maxDrainBytes: Body.limit)
  }

  /// The number of announced bytes that are not read yet. Later bytes are never read, because they
  /// do not belong to the body (docs/faults.md A4).
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

  /// Reads the rest and drops it. Stops silently if `read` would throw.
  ///
  /// If a response is sent before the body is read, some web servers send the client an empty reply
  /// or a 502 (docs/faults.md §0.6).
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
