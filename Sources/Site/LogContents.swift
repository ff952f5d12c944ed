// What the caller hands in: the log as a build reads it, and the part of it around one find.

package import Albums

/// The log as a build reads it; the finds themselves come month by month, so that memory stays
/// bounded at 10,000 of them.
package struct LogContents: Equatable, Sendable {
  /// How many finds `/history/` shows.
  package static let newestCount = 100

  /// The newest 100 finds, newest first.
  package let newest: [Find]

  /// The months that have a find, newest first.
  package let months: [Month]

  package init(newest: [Find], months: [Month]) {
    self.newest = newest
    self.months = months
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
