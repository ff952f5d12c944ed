// The parts of arriving answers that a scan's page already shows. Only the memory of the worker has them.

package struct LiveScan: Hashable, Sendable {
  /// The first candidate of an identification that is still arriving. The whole answer can name
  /// another album, or none.
  package var album: Album?

  /// The sentences of a review that is being written.
  package var review: String?

  package init(album: Album? = nil, review: String? = nil) {
    self.album = album
    self.review = review
  }
}
