// The errors of the pace, and its clocks.

package import Host

/// The reason why there was no permit.
package enum PaceError: Error, Equatable, Sendable {
  case cancelled
  /// The permit would start after the caller's deadline. No permit was used.
  case late
  /// Another process has locked the file at `path` for longer than any permit lasts, and sends
  /// nothing. That process may be suspended.
  case blocked(path: String)
  case file(HostError)
}

extension PaceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancelled: "the request was cancelled"
    case .late: "the next request is allowed only after the deadline"
    case .blocked(let path):
      "another process keeps \(path) locked and sends no request; it may be stopped"
    case .file(let error): "\(error)"
    }
  }
}

/// Both clocks at one instant, in milliseconds. The wall clock may be set back, and the boot clock
/// starts again when the machine restarts.
package struct Instant: Sendable, Equatable {
  package let wall: Int64
  package let boot: Int64

  package init(wall: Int64, boot: Int64) {
    self.wall = wall
    self.boot = boot
  }

  package static func now() -> Instant {
    Instant(wall: Clock.wallMilliseconds(), boot: Clock.bootMilliseconds())
  }
}
