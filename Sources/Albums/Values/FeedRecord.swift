// What a site stores about its feeds.

package struct FeedRecord: Equatable, Sendable {
  /// The id of the Atom feed of all finds.
  package let id: String

  /// The last times at which an entry entered or left a feed, by the key of its tag; the feed of all finds has the empty key.
  package let changes: [String: Timestamp]

  package init(id: String, changes: [String: Timestamp] = [:]) {
    self.id = id
    self.changes = changes
  }
}
