// The data of a find that the search needs. A search shard has a thousand entries, so the database
// reads only these columns and no whole finds.

/// The data of one find in the search.
package struct SearchEntry: Sendable {
  package let id: FindID
  package let found: Timestamp
  package let isSure: Bool
  package let album: Album

  /// Nil without a review.
  package let verdict: SearchVerdict?

  /// The details without the note.
  package let details: FindDetails

  package init(
    id: FindID, found: Timestamp, isSure: Bool, album: Album,
    verdict: SearchVerdict?, details: FindDetails
  ) {
    self.id = id
    self.found = found
    self.isSure = isSure
    self.album = album
    self.verdict = verdict
    self.details = details
  }
}

/// The verdict of a review, without its text.
package struct SearchVerdict: Sendable {
  package let rating: Rating
  package let recommendation: Recommendation

  package init(rating: Rating, recommendation: Recommendation) {
    self.rating = rating
    self.recommendation = recommendation
  }
}
