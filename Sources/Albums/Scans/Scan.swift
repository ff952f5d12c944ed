// A scan with the data for its page and its status.json.

/// A scan with the data for its page.
package struct Scan: Hashable, Sendable {
  package let id: ScanID
  package let created: Timestamp
  package var updated: Timestamp
  package var state: ScanState

  /// The album; nil before the state `identified`, unless it is provisional.
  package var album: Album?

  /// Whether `album` is the first candidate of an identification that is still arriving.
  package var isProvisional = false

  /// Whether a known cover was recognised, or the user named the album.
  package var isRecognised: Bool

  /// Finds of the album from before this scan, newest first.
  package var earlier: [EarlierFind]

  /// Known covers that look like the photo, most similar first; empty once the album is known.
  package var likely: [LikelyMatch]

  /// Albums that were named for the cover, best first.
  package var named: [NamedCandidate]

  /// The correction that is queued, running or failed last; nil if there is a find.
  package var job: JobNotice?
  package var advice: [PhotoAdvice]

  /// The find; nil before the state `complete`.
  package var find: FindID?

  /// The address of the find's page; nil without a find.
  package var findPage: String? { find.map { (album?.kind ?? .album).page(of: $0) } }
  package var failure: Failure?

  /// The checked sentences of a review that is still being written.
  package var reviewSoFar: String?

  /// The cost of the scan's calls in millionths of a US dollar; nil if it is not known.
  package var costMicrodollars: Int64?

  package init(
    id: ScanID, created: Timestamp, updated: Timestamp, state: ScanState, album: Album? = nil,
    isRecognised: Bool = false, earlier: [EarlierFind] = [], likely: [LikelyMatch] = [],
    named: [NamedCandidate] = [], job: JobNotice? = nil, advice: [PhotoAdvice] = [],
    find: FindID? = nil, failure: Failure? = nil,
    reviewSoFar: String? = nil, costMicrodollars: Int64? = nil
  ) {
    self.id = id
    self.created = created
    self.updated = updated
    self.state = state
    self.album = album
    self.isRecognised = isRecognised
    self.earlier = earlier
    self.likely = likely
    self.named = named
    self.job = job
    self.advice = advice
    self.find = find
    self.failure = failure
    self.reviewSoFar = reviewSoFar
    self.costMicrodollars = costMicrodollars
  }
}
