// A find: one entry of the history, with all data for its pages.

/// A work that was found, and the time of the find. The id of the find is part of the permanent address
/// of its page.
package struct Find: Hashable, Sendable {
  package let id: FindID
  package let scan: ScanID?
  package let found: Timestamp

  /// The id of the find's entry in feeds that earlier versions published; nil for a newer find, whose
  /// entry has a URN.
  package let feedID: String?

  /// Whether the album is certain; otherwise the page says *not sure*.
  package var isSure: Bool
  package var album: Album

  /// Nil if no review was written. The find is complete without a review.
  package var review: Review?

  /// The reason why the review failed; nil if it succeeded or was never tried.
  package var unreviewed: Failure?

  /// The evidence for the album; nil in a list of finds.
  package var evidence: Evidence?

  /// Whether the artwork shows the cover in the photo; nil if there was nothing to compare.
  package var agreement: ArtworkMatch? { evidence?.picture }

  /// The tracks of the album; nil if they are unknown.
  package var tracks: StoredTracks?

  /// Earlier finds of the same album, newest first.
  package var earlier: [EarlierFind]

  /// Other albums that the cover may show, best first.
  package var candidates: [NamedCandidate]

  /// The job that is queued, running or failed last; nil if the last job succeeded.
  package var job: JobNotice?

  /// Whether the page shows the owner's own picture.
  package var hasOwnArtwork: Bool

  /// The person who found the album; nil without the setting `show-finder`.
  package var finder: PersonName?

  /// The details that a person added.
  package var details: FindDetails

  /// The time at which the album or `isSure` changed last; nil if neither ever changed.
  package var corrected: Timestamp?

  /// The time at which the note changed last; nil if it never did.
  package var noted: Timestamp?

  /// Whether the find was once a work of the other kind. Its former address then leads to its page.
  package var isMoved: Bool

  /// The shelf session in which a person added the find; nil for any other find.
  package var shelf: ShelfKey?

  /// The time at which a person added the find of a shelf; after a removal, the time of the last
  /// addition.
  package var added: Timestamp?

  /// The address of the find's page.
  package var page: String { album.kind.page(of: id) }

  package init(
    id: FindID, scan: ScanID?, found: Timestamp, isSure: Bool, album: Album, review: Review?,
    unreviewed: Failure? = nil, evidence: Evidence? = nil, tracks: StoredTracks? = nil,
    earlier: [EarlierFind] = [],
    candidates: [NamedCandidate] = [], job: JobNotice? = nil, hasOwnArtwork: Bool = false,
    feedID: String? = nil, finder: PersonName? = nil, details: FindDetails = FindDetails(),
    corrected: Timestamp? = nil, noted: Timestamp? = nil, isMoved: Bool = false,
    shelf: ShelfKey? = nil, added: Timestamp? = nil
  ) {
    self.id = id
    self.scan = scan
    self.found = found
    self.isSure = isSure
    self.album = album
    self.review = review
    self.unreviewed = unreviewed
    self.evidence = evidence
    self.tracks = tracks
    self.earlier = earlier
    self.candidates = candidates
    self.job = job
    self.hasOwnArtwork = hasOwnArtwork
    self.feedID = feedID
    self.finder = finder
    self.details = details
    self.corrected = corrected
    self.noted = noted
    self.isMoved = isMoved
    self.shelf = shelf
    self.added = added
  }
}
