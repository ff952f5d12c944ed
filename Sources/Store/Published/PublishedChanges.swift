// The changes of the household database that the published database has not yet taken over. The row
// 'published' of the table `sites` in albums.db has the serial of the last change that was taken over.

package import Albums

/// The finds that the published database has to take over.
package enum PublishedChanges: Equatable, Sendable {
  case all
  case finds([FindID])
}

extension Store {
  /// The serial before the first projection.
  private static let neverProjected: Int64 = -1

  /// The serial of an installation that no longer has a published log. It is higher than the serial
  /// of every change, so no page is stale for the published log. The row stays, because it has the
  /// id of the feed.
  private static let ended = Int64.max

  /// Begins the recording of changes for the published log, unless it has begun. Returns the id of the
  /// public Atom feed, which stays the same for ever.
  package func preparePublishing() throws(StoreError) -> String {
    if let feedID = try publishedFeedID() { return feedID }
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        """
        INSERT INTO sites (name, serial) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET serial = excluded.serial
        """, [.text(SiteName.published.rawValue), .integer(Self.neverProjected)])
    }
    return try feedID(of: .published)
  }

  /// The id of the public Atom feed; nil without a published log.
  private func publishedFeedID() throws(StoreError) -> String? {
    try connection.row(
      "SELECT feed_id FROM sites WHERE name = ? AND serial < ?",
      [.text(SiteName.published.rawValue), .integer(Self.ended)]
    ) { (row) in row.text(0) }
  }

  /// Ends the recording of changes for the published log. Does nothing if the installation has no
  /// published log.
  package func endPublishing() throws(StoreError) {
    guard try publishedFeedID() != nil else { return }
    try markProjected(upTo: Self.ended)
  }

  /// The finds that changed since the last projection; before the first projection, all finds. Also
  /// the serial of the last change; nil if no page changed.
  package func publishedChanges() throws(StoreError) -> (changes: PublishedChanges, serial: Int64?)
  {
    let pages = try stalePages(of: .published)
    guard try isProjected() else { return (.all, pages.last?.serial ?? 0) }
    let finds = pages.compactMap { page in
      if case .find(let id) = page.subject { id } else { nil }
    }
    return (.finds(finds), pages.last?.serial)
  }

  /// Whether a page changed since the last projection, or no projection was made yet. Call it only
  /// if the installation has a published log. After a refresh of the household site, only changes
  /// of finds are still recorded.
  package func hasChangesToPublish() throws(StoreError) -> Bool {
    guard try isProjected() else { return true }
    return try hasStalePages(of: .published)
  }

  private func isProjected() throws(StoreError) -> Bool {
    try connection.row(
      "SELECT serial > ? FROM sites WHERE name = ?",
      [.integer(Self.neverProjected), .text(SiteName.published.rawValue)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// Records that the published database has taken over all changes up to `serial`.
  package func markProjected(upTo serial: Int64) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.run(
        "UPDATE sites SET serial = max(serial, ?2) WHERE name = ?1",
        [.text(SiteName.published.rawValue), .integer(serial)])
      try removeWrittenPages()
    }
  }

  // MARK: Inside a projection

  /// A find with another moment leaves the lists of its former month, so all pages are stale.
  func noteMovedFinds() throws(StoreError) {
    try connection.run(
      """
      UPDATE main.sites SET digest = NULL WHERE EXISTS (
        SELECT 1 FROM temp.due_finds AS due CROSS JOIN main.finds AS old ON old.id = due.id
          CROSS JOIN log.finds AS new ON new.id = due.id
        WHERE due.is_changed AND due.album IS NOT NULL AND new.found <> old.found)
      """)
  }
}
