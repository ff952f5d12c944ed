// Reviews by album key: all editions of an album share one review.

package import Albums

extension Store {
  /// Stores a review, which all editions of the album share. `prompt` is the version of the prompt,
  /// `origin` the model.
  package func keep(
    _ review: Review, of key: AlbumKey, origin: String, prompt: String = "", at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try save(review, of: key, origin: origin, prompt: prompt, at: now)
      guard let album = try albumID(of: key) else { return }
      try connection.run(
        """
        UPDATE finds SET unreviewed_code = NULL, unreviewed_arguments = NULL WHERE album = ?
        """, [.integer(album)])
      try markPages(of: album)
    }
  }

  /// The review of an album key; nil if there is no review.
  package func review(of key: AlbumKey) throws(StoreError) -> Review? {
    try connection.row(
      "SELECT summary, rating, recommendation FROM reviews WHERE key = ?", [.text(key.text)]
    ) { (row) throws(StoreError) in
      guard let rating = Rating(tenths: Int(row.integer(1))),
        let recommendation = Recommendation(stored: row.text(2))
      else { throw .damaged("review of \(key)") }
      do {
        return try Review(
          summary: row.text(0), bullets: points("bullet", of: key), rating: rating,
          recommendation: recommendation, keyTracks: points("track", of: key),
          sources: sources(of: key))
      } catch let error as StoreError {
        throw error
      } catch {
        throw .damaged("review of \(key): \(error)")
      }
    }
  }

  /// The writer of a review and the version of the prompt ('' for a catalogue); nil without a review.
  package func origin(
    ofReviewOf key: AlbumKey
  ) throws(StoreError) -> (writer: String, prompt: String)? {
    try connection.row("SELECT origin, prompt FROM reviews WHERE key = ?", [.text(key.text)]) {
      (row) in
      (writer: row.text(0), prompt: row.text(1))
    }
  }

  /// Stores the reason why the find has no review; nil if no attempt was made. The find's page
  /// shows the reason.
  package func note(unreviewed why: Failure?, of find: FindID) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try setUnreviewed(why, of: find)
    }
  }

  /// The same as `note(unreviewed:of:)`. Call it inside a transaction.
  package func setUnreviewed(_ why: Failure?, of find: FindID) throws(StoreError) {
    try connection.run(
      "UPDATE finds SET unreviewed_code = ?2, unreviewed_arguments = ?3 WHERE id = ?1",
      [.text(find.text)] + FailureColumns.values(why))
    try markStale("find", find.text)
  }

  private func points(_ kind: String, of key: AlbumKey) throws(StoreError) -> [String] {
    try connection.rows(
      "SELECT text FROM review_points WHERE review = ? AND kind = ? ORDER BY position",
      [.text(key.text), .text(kind)]
    ) { (row) in row.text(0) }
  }

  private func sources(of key: AlbumKey) throws(StoreError) -> [ReviewSource] {
    try connection.rows(
      "SELECT passage, url, title FROM review_sources WHERE review = ? ORDER BY position",
      [.text(key.text)]
    ) { (row) in
      let passage = Int(row.integer(0))
      return ReviewSource(
        passage: passage == 0 ? .summary : .bullet(passage - 1), address: row.text(1),
        title: row.text(2))
    }
  }

  /// Call it inside a transaction.
  func save(
    _ review: Review, of key: AlbumKey, origin: String, prompt: String, at now: Timestamp
  ) throws(StoreError) {
    try connection.run("DELETE FROM reviews WHERE key = ?", [.text(key.text)])
    try connection.run(
      """
      INSERT INTO reviews (key, summary, rating, recommendation, origin, prompt, written)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(key.text), .text(review.summary), Value(review.rating.tenths),
        .text(review.recommendation.rawValue), .text(origin), .text(prompt),
        .integer(now.milliseconds),
      ])
    for (kind, texts) in [("bullet", review.bullets), ("track", review.keyTracks)] {
      for (position, text) in texts.enumerated() {
        try connection.run(
          "INSERT INTO review_points VALUES (?, ?, ?, ?)",
          [.text(key.text), .text(kind), Value(position), .text(text)])
      }
    }
    try save(review.sources, of: key)
  }

  private func save(_ sources: [ReviewSource], of key: AlbumKey) throws(StoreError) {
    for (position, source) in sources.enumerated() {
      let passage = if case .bullet(let place) = source.passage { place + 1 } else { 0 }
      try connection.run(
        "INSERT INTO review_sources VALUES (?, ?, ?, ?, ?)",
        [
          .text(key.text), Value(position), Value(passage), .text(source.address),
          .text(source.title),
        ])
    }
  }
}
