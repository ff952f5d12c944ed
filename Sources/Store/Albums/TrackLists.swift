// The tracks of albums, and the jobs that fetch them.

package import Albums

/// An album whose tracks a job fetches.
package struct UntrackedAlbum: Equatable, Sendable {
  /// MBID of the release group.
  package let releaseGroup: String

  /// MBID of the edition that the page shows; nil: the earliest official edition counts.
  package let release: String?

  package init(releaseGroup: String, release: String?) {
    self.releaseGroup = releaseGroup
    self.release = release
  }
}

extension Store {
  /// The condition that a row of `albums` lacks its tracks: that of the index `albums_untracked`.
  private static let isUntracked = """
    NOT is_tracked AND release_group IS NOT NULL AND albums.kind = 'album'
    """

  /// The tracks of an album; nil if they were not fetched, or if MusicBrainz has none.
  package func tracks(of album: Int64) throws(StoreError) -> StoredTracks? {
    try connection.row(
      "SELECT release, tracks FROM track_lists WHERE album = ?", [.integer(album)]
    ) { (row) in Self.tracks(row, from: 0) } ?? nil
  }

  /// The tracks in two columns of a row, `release` and `tracks`; nil if the first is NULL.
  static func tracks(_ row: Row, from column: Int32) -> StoredTracks? {
    row.textOrNil(column).map { StoredTracks(release: $0, text: row.text(column + 1)) }
  }

  /// Nil if the tracks of the album were fetched, or if its release group is unknown.
  package func untracked(_ album: Int64) throws(StoreError) -> UntrackedAlbum? {
    try connection.row(
      "SELECT release_group, release FROM albums WHERE id = ? AND \(Self.isUntracked)",
      [.integer(album)]
    ) { (row) in UntrackedAlbum(releaseGroup: row.text(0), release: row.textOrNil(1)) }
  }

  /// Stores the tracks of an album, and marks the pages that show it as stale. `tracks` is nil if MusicBrainz has none.
  /// Does nothing if the album shows another edition by now.
  package func keep(
    _ tracks: StoredTracks?, of untracked: UntrackedAlbum, as album: Int64
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      guard try self.untracked(album) == untracked else { return }
      try connection.run(
        "INSERT OR REPLACE INTO track_lists (album, release, tracks) VALUES (?, ?, ?)",
        [.integer(album), Value(tracks?.release), .text(tracks?.text ?? "")])
      try connection.run("UPDATE albums SET is_tracked = 1 WHERE id = ?", [.integer(album)])
      if tracks != nil { try markPages(of: album) }
    }
  }

  /// The time after which a job that failed is queued again, in milliseconds. Source: docs/limits.md.
  static let tracksPause: Int64 = 24 * 3_600_000

  /// Queues a job for each album of the history whose tracks were not fetched, in the order of their newest finds.
  /// Returns the number of new jobs.
  package func queueTracks(at now: Timestamp) throws(StoreError) -> Int {
    let kind = JobKind.tracks
    return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.run(
        """
        INSERT INTO jobs (lane, kind, person, payload, state, next_attempt, created, updated)
        SELECT ?2, ?3, ?4, json_object('album', albums.id), 'queued', ?1, ?1, ?1
        FROM albums INDEXED BY albums_untracked JOIN finds ON finds.album = albums.id
        WHERE \(Self.isUntracked) AND deleted IS NULL
          AND albums.id NOT IN (SELECT payload ->> '$.album' FROM jobs
            WHERE kind = ?3 AND (state = 'queued' OR updated BETWEEN ?1 - \(Self.tracksPause) AND ?1))
        GROUP BY albums.id ORDER BY max(found) DESC
        """,
        [
          .integer(now.milliseconds), .text(kind.lane.rawValue), .text(kind.rawValue),
          .text(PersonID.owner.text),
        ])
    }
  }
}
