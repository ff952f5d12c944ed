// Months in UTC, for tests of code whose zone is UTC.

package import Albums

extension Timestamp {
  package var month: Month { Zone.utc.month(of: self) }
}

extension Month {
  package var start: Timestamp { Zone.utc.start(of: self) }
}
