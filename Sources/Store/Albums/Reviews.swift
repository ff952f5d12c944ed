// Reviews by album key and language: all editions of an album share one review in each language.

package import Albums

extension Store {
  /// Stores a review, which all editions of the album share. It replaces the review in the same
  /// language only. `prompt` is the version of the prompt, `origin` the model.
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

  /// The review of an album key in `language`; nil if the database has no such review.
  package func review(of key: AlbumKey, in language: String) throws(StoreError) -> Review? {
    try review(of: key, where: "language = ?2", language)
  }

  /// The review that pages show: the review in the installation's language, otherwise the newest
  /// review. Returns nil for an album without a review.
  package func shownReview(of key: AlbumKey) throws(StoreError) -> Review? {
    try review(of: key, where: "TRUE", reviewLanguage)
  }

  private func review(
    of key: AlbumKey, where condition: String, _ language: String
  ) throws(StoreError) -> Review? {
    try connection.row(
      """
      SELECT \(Self.reviewColumns) FROM reviews WHERE key = ?1 AND \(condition) \(Self.shownFirst)
      """, [.text(key.text), .text(language)]
    ) { (row) throws(StoreError) in try review(row, of: key) }
  }

  /// The origin of a catalogue's reviews. Other origins are names of models.
  static let catalogueOrigin = "catalogue"

  /// The order of an album's reviews, for the language `?2`.
  private static let shownFirst = "ORDER BY language = ?2 DESC, written DESC, language LIMIT 1"

  /// The columns that `review(_:of:)` reads; they are the first of a row.
  static let reviewColumns = "language, summary, rating, recommendation, origin, written"

  func review(_ row: Row, of key: AlbumKey) throws(StoreError) -> Review {
    let language = row.text(0)
    guard let rating = Rating(tenths: Int(row.integer(2))),
      let recommendation = Recommendation(rawValue: row.text(3))
    else { throw .damaged("review of \(key)") }
    do {
      var review = try Review(
        summary: row.text(1), bullets: points("bullet", of: key, language), rating: rating,
        recommendation: recommendation, keyTracks: points("track", of: key, language),
        sources: sources(of: key, language), language: language)
      review.isByModel = row.text(4) != Self.catalogueOrigin
      if review.isByModel {
        review.writer = ReviewWriter(
          model: row.text(4), written: Timestamp(milliseconds: row.integer(5)))
      }
      return review
    } catch let error as StoreError {
      throw error
    } catch {
      throw .damaged("review of \(key): \(error)")
    }
  }

  /// The writer of the review that pages show, and the version of the prompt ('' for a catalogue);
  /// nil without a review.
  package func origin(
    ofReviewOf key: AlbumKey
  ) throws(StoreError) -> (writer: String, prompt: String)? {
    try connection.row(
      "SELECT origin, prompt FROM reviews WHERE key = ?1 \(Self.shownFirst)",
      [.text(key.text), .text(reviewLanguage)]
    ) { (row) in (writer: row.text(0), prompt: row.text(1)) }
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

  private func points(
    _ kind: String, of key: AlbumKey, _ language: String
  ) throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT text FROM review_points WHERE review = ? AND language = ? AND kind = ?
      ORDER BY position
      """, [.text(key.text), .text(language), .text(kind)]
    ) { (row) in row.text(0) }
  }

  private func sources(
    of key: AlbumKey, _ language: String
  ) throws(StoreError) -> [ReviewSource] {
    try connection.rows(
      """
      SELECT passage, url, title FROM review_sources WHERE review = ? AND language = ?
      ORDER BY position
      """, [.text(key.text), .text(language)]
    ) { (row) in
      let passage = Int(row.integer(0))
      return ReviewSource(
        passage: passage == 0 ? .summary : .bullet(passage - 1), address: row.text(1),
        title: row.text(2))
    }
  }

  /// Replaces the review in the same language. Reviews in other languages stay. Call it inside a
  /// transaction.
  func save(
    _ review: Review, of key: AlbumKey, origin: String, prompt: String, at now: Timestamp
  ) throws(StoreError) {
    let id: [Value] = [.text(key.text), .text(review.language)]
    try connection.run("DELETE FROM reviews WHERE key = ? AND language = ?", id)
    try connection.run(
      """
      INSERT INTO reviews
        (key, language, summary, rating, recommendation, origin, prompt, written)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      id + [
        .text(review.summary), Value(review.rating.tenths),
        .text(review.recommendation.rawValue), .text(origin), .text(prompt),
        .integer(now.milliseconds),
      ])
    for (kind, texts) in [("bullet", review.bullets), ("track", review.keyTracks)] {
      for (position, text) in texts.enumerated() {
        try connection.run(
          "INSERT INTO review_points VALUES (?, ?, ?, ?, ?)",
          id + [.text(kind), Value(position), .text(text)])
      }
    }
    try save(review.sources, of: id)
  }

  private func save(_ sources: [ReviewSource], of id: [Value]) throws(StoreError) {
    for (position, source) in sources.enumerated() {
      let passage = if case .bullet(let index) = source.passage { index + 1 } else { 0 }
      try connection.run(
        "INSERT INTO review_sources VALUES (?, ?, ?, ?, ?, ?)",
        id + [
          Value(position), Value(passage), .text(source.address), .text(source.title),
        ])
    }
  }
}
