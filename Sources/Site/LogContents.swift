// What the caller hands in: the log as a build reads it, and the part of it around one find.

package import Albums

/// The whole log, read month by month so that memory stays bounded at 10,000 finds.
package struct LogContents {
  /// How many finds `/history/` shows.
  package static let newestCount = 100

  /// The newest 100 finds, newest first.
  package let newest: [Find]

  /// The months that have a find, newest first.
  package let months: [Month]

  /// The finds of one month, newest first.
  package let findsIn: (Month) throws -> [Find]

  /// Every scan whose page is still kept. Asked for only after the build has looked which scan
  /// pages exist: a scan is recorded before its page is made, so no page of a scan that arrives
  /// meanwhile is taken for a leftover.
  package let scans: () throws -> [Scan]

  package init(
    newest: [Find], months: [Month], findsIn: @escaping (Month) throws -> [Find],
    scans: @escaping () throws -> [Scan]
  ) {
    self.newest = newest
    self.months = months
    self.findsIn = findsIn
    self.scans = scans
  }
}

/// The part of the log that one change touches, as it is after the change.
package struct Surroundings: Equatable, Sendable {
  /// The newest 100 finds, newest first.
  package let newest: [Find]

  /// The months that have a find, newest first.
  package let months: [Month]

  /// The month in which the find in question was found.
  package let month: Month

  /// The finds of that month, newest first; empty when the last one was withdrawn.
  package let finds: [Find]

  package init(newest: [Find], months: [Month], month: Month, finds: [Find]) {
    self.newest = newest
    self.months = months
    self.month = month
    self.finds = finds
  }
}
