// Stale pages: pages that do not show the present content of the database. Each site has a record
// of the stale pages that it has written.

package import Albums

/// A page that has to be written again.
package struct StalePage: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case find(FindID)
    case scan(ScanID)
  }

  /// The number of the change. A later change has a higher serial, and a page that changes again
  /// gets a new serial.
  package let serial: Int64
  package let subject: Subject
}

/// A site that follows the changes of the finds. Each site does so independently of the others.
package enum SiteName: String, CaseIterable, Hashable, Sendable {
  case household

  /// The published log. In the household database, its serial is that of the last change that the
  /// published database has taken over (`Store.project`). The published database records the public
  /// pages under the name `household`.
  case published
}

extension Store {
  /// The pages that `site` still has to write, in the order of their changes.
  package func stalePages(of site: SiteName = .household) throws(StoreError) -> [StalePage] {
    try connection.rows(
      """
      SELECT serial, kind, id FROM stale_pages WHERE \(Self.isStale(for: site)) ORDER BY serial
      """
    ) { (row) in
      let isFind = row.text(1) == "find"
      return StalePage(
        serial: row.integer(0),
        subject: isFind
          ? .find(FindID(unchecked: row.text(2))) : .scan(ScanID(unchecked: row.text(2))))
    }
  }

  /// Whether `site` still has to write a page.
  package func hasStalePages(of site: SiteName = .household) throws(StoreError) -> Bool {
    try connection.row("SELECT \(Self.hasStalePages(of: site))") { (row) in row.integer(0) == 1 }
      ?? false
  }

  /// A condition in SQL: whether `site` still has to write a page.
  static func hasStalePages(of site: SiteName) -> String {
    "EXISTS (SELECT 1 FROM stale_pages WHERE \(isStale(for: site)))"
  }

  /// A condition in SQL for a row of `stale_pages`.
  private static func isStale(for site: SiteName) -> String {
    "serial > coalesce((SELECT serial FROM sites WHERE name = '\(site.rawValue)'), 0)"
  }

  /// The serial of the last change that `site` has to write; nil if it has written every page.
  package func newestStalePage(of site: SiteName = .household) throws(StoreError) -> Int64? {
    try connection.row("SELECT max(serial) FROM stale_pages WHERE \(Self.isStale(for: site))") {
      (row) in row.integerOrNil(0)
    } ?? nil
  }

  /// Records that `site` has written all stale pages up to `serial`. The pages in `failed` stay
  /// stale. A page that all sites have written is removed from the table. A page that changed
  /// meanwhile has a later serial and stays in the table. Stores the facets of `taken` in the
  /// index.
  package func markWritten(
    upTo serial: Int64, by site: SiteName = .household, except failed: [StalePage] = [],
    taking taken: [TakenFind] = []
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try takeOverInside(taken)
      for page in failed {
        // `sites` stores only the last written serial, so a failed page needs a new, higher serial.
        switch page.subject {
        case .find(let id): try markStale("find", id.text)
        case .scan(let id): try markStale("scan", id.text)
        }
      }
      try connection.run(
        """
        INSERT INTO sites (name, serial) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET serial = max(serial, excluded.serial)
        """, [.text(site.rawValue), .integer(serial)])
      try removeWrittenPages()
    }
  }

  /// Removes the stale pages that all sites have written. Only the household site has pages of scans.
  /// Call it inside a transaction.
  func removeWrittenPages() throws(StoreError) {
    try connection.run("DELETE FROM stale_pages WHERE serial <= (SELECT min(serial) FROM sites)")
    try connection.run(
      """
      DELETE FROM stale_pages WHERE kind = 'scan'
        AND serial <= (SELECT serial FROM sites WHERE name = ?)
      """, [.text(SiteName.household.rawValue)])
  }

  /// The id of the Atom feed of `site`.
  package func feedID(of site: SiteName = .household) throws(StoreError) -> String {
    let id = try connection.row("SELECT feed_id FROM sites WHERE name = ?", [.text(site.rawValue)])
    { (row) in row.text(0) }
    guard let id else { throw .damaged("there is no site \(site.rawValue)") }
    return id
  }

  /// A digest of the inputs of `site` other than the database; nil if it is not known.
  package func digest(of site: SiteName) throws(StoreError) -> String? {
    try connection.row("SELECT digest FROM sites WHERE name = ?", [.text(site.rawValue)]) { (row) in
      row.textOrNil(0)
    } ?? nil
  }

  package func keep(digest: String, of site: SiteName) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        """
        INSERT INTO sites (name, serial, digest) VALUES (?1, 0, ?2)
        ON CONFLICT (name) DO UPDATE SET digest = excluded.digest
        """, [.text(site.rawValue), .text(digest)])
    }
  }

  // MARK: Inside the transaction of the change itself

  func markStale(_ kind: String, _ id: String) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO stale_pages (kind, id) VALUES (?, ?)", [.text(kind), .text(id)])
  }

  /// Marks the page that shows the jobs of an item: the page of its find, or the page of its scan
  /// if it has no find.
  func markPage(ofItem item: Int64) throws(StoreError) {
    if let find = try find(ofItem: item) { return try markStale("find", find.text) }
    try markScanPage(ofItem: item)
  }

  /// Marks the page of the item's scan. An imported item has no scan; then nothing changes.
  func markScanPage(ofItem item: Int64) throws(StoreError) {
    let scan = try connection.row("SELECT scan FROM items WHERE id = ?", [.integer(item)]) {
      (row) in
      row.textOrNil(0)
    }
    if let scan, let scan { try markStale("scan", scan) }
  }

  /// Marks the pages that list `find` as an earlier find. They are the pages of later finds of the
  /// same album, and the pages of later scans that have this album as their result or as a
  /// candidate.
  func markPagesNaming(_ find: FindID) throws(StoreError) {
    try markStale(
      """
      SELECT 'find', later.id FROM finds later JOIN finds this ON this.id = ?1
        WHERE later.album = this.album AND later.deleted IS NULL
          AND (later.found, later.id) > (this.found, this.id)
      UNION ALL
      SELECT 'scan', scan FROM finds this JOIN items ON items.id IN (
          SELECT item FROM finds WHERE album = this.album
          UNION SELECT id FROM items WHERE album = this.album
            AND id NOT IN (SELECT item FROM finds)
          UNION SELECT item FROM candidates WHERE album = this.album)
        WHERE this.id = ?1 AND items.id <> this.item AND items.scan IS NOT NULL
          AND items.created >= this.found
      """, .text(find.text))
  }

  /// Marks the pages that show facts of an album: the pages of its finds, and the pages of scans
  /// and finds that have the album as their result or as a candidate.
  func markPages(of album: Int64) throws(StoreError) {
    try markStale(
      """
      SELECT 'find', id FROM finds WHERE album = ?1 AND deleted IS NULL
      UNION ALL
      SELECT 'scan', scan FROM items WHERE scan IS NOT NULL AND id IN (
        SELECT item FROM finds WHERE album = ?1
        UNION SELECT id FROM items WHERE album = ?1 AND id NOT IN (SELECT item FROM finds)
        UNION SELECT item FROM candidates WHERE album = ?1)
      UNION ALL
      SELECT 'find', finds.id FROM candidates JOIN finds USING (item)
        WHERE candidates.album = ?1 AND deleted IS NULL
      """, .integer(album))
  }

  private func markStale(_ pages: String, _ value: Value) throws(StoreError) {
    let pages = try connection.rows(pages, [value]) { (row) in (row.text(0), row.text(1)) }
    for (kind, id) in pages { try markStale(kind, id) }
  }
}
