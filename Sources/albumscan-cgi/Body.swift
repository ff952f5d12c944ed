// The request's body on descriptor 0: exactly as many bytes as were announced, not slower than a
// rule, never more in memory than one chunk.

import Glibc
import Host

/// Why a body was not read to its end.
enum BodyError: Error, Equatable {
  /// It ended early.
  case short
  /// Slower than 2 kB/s after 10 s, or longer than 600 s.
  case slow
}

/// Reads descriptor 0. Source: FAULTS A4, A5, §6.
struct Body {
  /// The photo's 32 MiB, and room for the other parts and their headers.
  static let limit = (32 << 20) + (64 << 10)

  /// A body up to this is read and thrown away before a refusal; above, the connection closes.
  static let drainLimit = 64 << 20

  private static let bytesPerSecond: Int64 = 2000
  private static let graceMilliseconds: Int64 = 10_000
  private static let longestMilliseconds: Int64 = 600_000

  /// How much of the announced length was not read yet; what follows it is not ours (FAULTS A4).
  private(set) var left: Int

  init(length: Int) { left = length }

  /// Hands the bytes over in pieces of at most 64 kB.
  mutating func read<Failure: Error>(
    _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws {
    let start = Clock.bootMilliseconds()
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var done = 0
    while left > 0 {
      try wait(since: start, done: done)
      let wanted = UnsafeMutableRawBufferPointer(rebasing: chunk[..<min(chunk.count, left)])
      let count = Glibc.read(0, wanted.baseAddress, wanted.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw BodyError.short }
      done += count
      left -= count
      try take(UnsafeRawBufferPointer(rebasing: wanted[..<count]))
    }
  }

  /// Reads what is left and forgets it; gives up silently where `read` would throw.
  mutating func drain() {
    guard left <= Self.drainLimit else { return }
    try? read { (_) throws(Never) in }
  }

  private func wait(since start: Int64, done: Int) throws {
    let elapsed = Clock.bootMilliseconds() - start
    let required = max(0, elapsed - Self.graceMilliseconds) / 1000 * Self.bytesPerSecond
    guard elapsed < Self.longestMilliseconds, Int64(done) >= required else { throw BodyError.slow }
    guard StandardStreams.waitForInput(milliseconds: Int32(Self.graceMilliseconds)) else {
      throw BodyError.slow
    }
  }
}
