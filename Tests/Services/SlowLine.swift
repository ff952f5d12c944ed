// The values of a slow connection to the internet, and the time at which its bytes arrive.

/// The rate of each direction, and the time from a question to its answer.
package struct SlowLine: Equatable, Sendable {
  package let bitsPerSecond: Int64
  package let roundTripMilliseconds: Int64

  package init(bitsPerSecond: Int64, roundTripMilliseconds: Int64) {
    self.bitsPerSecond = bitsPerSecond
    self.roundTripMilliseconds = roundTripMilliseconds
  }

  /// A phone with a bad connection, as the bench plays it.
  package static let phone = SlowLine(bitsPerSecond: 1_600_000, roundTripMilliseconds: 150)
}

/// One direction of a slow connection. All bytes share it, whatever TCP connection they belong to.
/// Times are in microseconds.
package struct SlowDirection: Sendable {
  private let line: SlowLine

  /// The time at which the last accepted byte has left the sender.
  private var freeAt: Int64 = 0

  /// The number of all accepted bytes.
  package private(set) var bytes = 0

  package init(_ line: SlowLine) { self.line = line }

  /// Accepts bytes that the sender has at `now`. Returns the time at which the last of them arrives.
  package mutating func accept(_ count: Int, at now: Int64) -> Int64 {
    freeAt = max(freeAt, now) + Int64(count) * 8_000_000 / line.bitsPerSecond
    bytes += count
    return freeAt + line.roundTripMilliseconds * 500
  }

  /// The time until the direction has sent all accepted bytes.
  package func backlog(at now: Int64) -> Int64 { max(0, freeAt - now) }
}
