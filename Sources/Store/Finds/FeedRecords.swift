// The id of a site's feed, and the times at which entries entered or left its feeds. Without these times, the time of a feed
// would go back when its newest entry leaves it. Source: RFC 4287, section 4.2.15.

package import Albums

extension Store {
  /// The facts about the feeds of `site`.
  package func feed(of site: SiteName = .household) throws(StoreError) -> FeedRecord {
    let rows = try connection.rows("SELECT tag, changed FROM feeds") { (row) in
      (row.text(0), Timestamp(milliseconds: row.integer(1)))
    }
    return FeedRecord(
      id: try feedID(of: site), changes: Dictionary(rows, uniquingKeysWith: { first, _ in first }))
  }

  // MARK: Inside a transaction

  /// Notes that an entry enters or leaves the feed of all finds.
  func noteFeedChange(at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO feeds (tag, changed) VALUES ('', ?)
      ON CONFLICT (tag) DO UPDATE SET changed = max(changed, excluded.changed)
      """, [.integer(now.milliseconds)])
  }
}
