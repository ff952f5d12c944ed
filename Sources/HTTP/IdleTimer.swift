// The idle deadline of a transfer. The caller passes the time, so that tests need not wait.

/// A deadline that each byte postpones. At the minimum speed, the time left stays the same. Without
/// any byte, the deadline expires after exactly one window.
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

  /// `bytes`: the sum of sent and received bytes since the beginning of the transfer.
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
