// How long a transfer may stand still. A value, so that its arithmetic can be tried without waiting.

/// A deadline that every byte pushes on: at the least permitted pace it stays as far away as it was,
/// with no byte at all it comes after the whole window, exactly.
struct Patience: Sendable, Equatable {
  private let window: Int64
  private let leastBytesPerSecond: Int
  private var seenBytes = 0
  /// Milliseconds since start-up.
  private(set) var deadline: Int64

  init(_ limits: HTTPLimits, now: Int64) {
    window = Int64(limits.idleMilliseconds)
    leastBytesPerSecond = limits.leastBytesPerSecond
    deadline = now + window
  }

  /// `bytes`: sent and received since the beginning.
  mutating func note(bytes: Int, now: Int64) {
    guard bytes > seenBytes else { return }
    let earned =
      leastBytesPerSecond > 0
      ? Int64((bytes - seenBytes).multipliedReportingOverflow(by: 1000).partialValue)
        / Int64(leastBytesPerSecond) : window
    seenBytes = bytes
    deadline = min(now + window, deadline + max(earned, 0))
  }
}
