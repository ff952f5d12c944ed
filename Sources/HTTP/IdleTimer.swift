// The idle deadline of a transfer. A value, so that its arithmetic can be tested without waiting.

/// A deadline that bytes move. At the minimum speed the deadline stays at the same distance; without any
/// byte it expires after exactly one window.
struct IdleTimer: Sendable, Equatable {
  private let windowMilliseconds: Int64
  private let minBytesPerSecond: Int
  private var seenBytes = 0
  /// Milliseconds since start-up.
  private(set) var deadline: Int64

  init(_ limits: HTTPLimits, now: Int64) {
    windowMilliseconds = Int64(limits.idleMilliseconds)
    minBytesPerSecond = limits.minBytesPerSecond
    deadline = now + windowMilliseconds
  }

  /// `bytes`: sent and received since the beginning of the transfer.
  mutating func note(bytes: Int, now: Int64) {
    guard bytes > seenBytes else { return }
    let earned =
      minBytesPerSecond > 0
      ? Int64((bytes - seenBytes).multipliedReportingOverflow(by: 1000).partialValue)
        / Int64(minBytesPerSecond) : windowMilliseconds
    seenBytes = bytes
    deadline = min(now + windowMilliseconds, deadline + max(earned, 0))
  }
}
