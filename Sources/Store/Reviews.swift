// Reviews, by album key: every edition shares one.

package import Albums

extension Store {
  /// A review that was written; all editions share it from now on.
  package func keep(
    _ review: Review, of key: AlbumKey, origin: String, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try save(review, of: key, origin: origin, at: now)
      if let album = try albumID(of: key) { try markPagesUnpublished(of: album) }
    }
  }

  /// The review of an album key; nil when none was ever written.
  package func review(of key: AlbumKey) throws(StoreError) -> Review? {
    try connection.row(
      "SELECT summary, rating, recommendation FROM reviews WHERE key = ?", [.text(key.text)]
    ) { (row) throws(StoreError) in
      guard let rating = Rating(tenths: Int(row.integer(1))),
        let recommendation = Recommendation(rawValue: row.text(2))
      else { throw .damaged("review of \(key)") }
      do {
        return try Review(
          summary: row.text(0), bullets: points("bullet", of: key), rating: rating,
          recommendation: recommendation, keyTracks: points("track", of: key))
      } catch let error as StoreError {
        throw error
      } catch {
        throw .damaged("review of \(key): \(error)")
      }
    }
  }

  private func points(_ kind: String, of key: AlbumKey) throws(StoreError) -> [String] {
    try connection.rows(
      "SELECT text FROM review_points WHERE review = ? AND kind = ? ORDER BY position",
      [.text(key.text), .text(kind)]
    ) { (row) in row.text(0) }
  }

  /// Inside a transaction.
  func save(
    _ review: Review, of key: AlbumKey, origin: String, at now: Timestamp
  ) throws(StoreError) {
    try connection.run("DELETE FROM reviews WHERE key = ?", [.text(key.text)])
    try connection.run(
      "INSERT INTO reviews (key, summary, rating, recommendation, origin, written) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .text(key.text), .text(review.summary), Value(review.rating.tenths),
        .text(review.recommendation.rawValue), .text(origin), .integer(now.milliseconds),
      ])
    for (kind, texts) in [("bullet", review.bullets), ("track", review.keyTracks)] {
      for (position, text) in texts.enumerated() {
        try connection.run(
          "INSERT INTO review_points VALUES (?, ?, ?, ?)",
          [.text(key.text), .text(kind), Value(position), .text(text)])
      }
    }
  }
}
