// One entry of the log, with all its pages say.

/// A cover that was found, and when. Its id is its page's address for ever.
package struct Find: Hashable, Sendable {
  package let id: FindID
  package let scan: ScanID?
  package let found: Timestamp

  /// Whether the album is certain; otherwise the page says *not sure*.
  package var isSure: Bool
  package var album: Album

  /// Nil when writing it failed; the find is complete without one.
  package var review: Review?

  /// Why writing it failed; nil where it worked, or was never tried.
  package var unreviewed: Failure?

  /// Whether the artwork shows the cover in the photo; nil where there was nothing to compare.
  package var agreement: ArtworkMatch?

  /// Finds of the same album from before, newest first.
  package var earlier: [EarlierFind]

  /// Other albums it might be, best first.
  package var candidates: [NamedCandidate]

  /// The job that is under way or failed last; nil when all jobs were done.
  package var job: JobNotice?

  /// Whether the picture is the owner's own.
  package var hasOwnArtwork: Bool

  package init(
    id: FindID, scan: ScanID?, found: Timestamp, isSure: Bool, album: Album, review: Review?,
    unreviewed: Failure? = nil, agreement: ArtworkMatch? = nil, earlier: [EarlierFind] = [],
    candidates: [NamedCandidate] = [], job: JobNotice? = nil, hasOwnArtwork: Bool = false
  ) {
    self.id = id
    self.scan = scan
    self.found = found
    self.isSure = isSure
    self.album = album
    self.review = review
    self.unreviewed = unreviewed
    self.agreement = agreement
    self.earlier = earlier
    self.candidates = candidates
    self.job = job
    self.hasOwnArtwork = hasOwnArtwork
  }
}
