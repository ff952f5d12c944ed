// The time of the computer, and months in UTC for tests of code whose zone is UTC.

package import Albums
import Host

extension Timestamp {
  package static var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  package var month: Month { Zone.utc.month(of: self) }
}

extension Month {
  package var start: Timestamp { Zone.utc.start(of: self) }
}
