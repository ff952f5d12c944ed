// The data of the history that the caller passes to `Site`: all of it for a build, or the part
// around one find for a refresh.

package import Albums

/// The history for a build. The build reads the finds month by month, so that 10,000 finds need
/// little memory.
package struct HistoryContents: Equatable, Sendable {
  /// The number of finds on `/history/`.
  package static let newestCount = 100

  /// The maximum number of entries in a feed.
  package static var feedCount: Int { FeedEntry.limit }

  /// The number of finds in a part of a month. A part is a page of the history, and its review words
  /// are one file of the search.
  package static let partSize = MonthPages.size

  /// The newest finds, newest first: 100, or more if the entries of the feed need more.
  package let newest: [Find]

  /// The months that have a find, newest first.
  package let months: [Month]

  package let feed: FeedRecord

  package init(newest: [Find], months: [Month], feed: FeedRecord) {
    self.newest = newest
    self.months = months
    self.feed = feed
  }
}

/// The part of the history that one change affects, after the change.
package struct Surroundings: Equatable, Sendable {
  /// The newest finds, newest first: 100, or more if the entries of the feed need more.
  package let newest: [Find]

  /// The months that have a find, newest first.
  package let months: [Month]

  /// The month of the find that changed.
  package let month: Month

  /// The oldest find of each part of that month, from the oldest part; empty if the last find of the
  /// month was removed.
  package let firsts: [FindID]

  /// The index of the part that contains the find, or contained it before its removal; counted from
  /// 0.
  package let changed: Int

  package let feed: FeedRecord

  package init(
    newest: [Find], months: [Month], month: Month, firsts: [FindID], changed: Int, feed: FeedRecord
  ) {
    self.newest = newest
    self.months = months
    self.month = month
    self.firsts = firsts
    self.changed = changed
    self.feed = feed
  }

  /// The finds of a part of the month, newest first, if they are all among the newest finds. Then they need not be
  /// read again. Nil if they are not.
  func newestFinds(ofPart part: Int, zone: Zone) -> [Find]? {
    guard let oldest = newest.firstIndex(where: { $0.id == firsts[part] }) else { return nil }
    let found = newest[...oldest]
    guard firsts.indices.contains(part + 1) else {
      return found.filter { zone.month(of: $0.found) == month }
    }
    return found.firstIndex { $0.id == firsts[part + 1] }.map { Array(found[($0 + 1)...]) }
  }
}
