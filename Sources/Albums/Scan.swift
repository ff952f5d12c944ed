// One attempt to identify a cover: its states, and what its page and status.json say.

/// Where a scan stands. Source: PRODUCT "The scan, step by step".
package enum ScanState: String, CaseIterable, Hashable, Sendable {
  case queued
  case identifying
  case identified
  case reviewing
  case complete
  /// The picture was read, but it is no album we could name.
  case identificationFailed
  /// A provider or the network failed; it tries again by itself.
  case waiting
  /// The picture is unusable, or 24 hours of waiting are over.
  case failed

  /// Nothing will change any more; photo and crop are deleted.
  package var isFinal: Bool {
    switch self {
    case .complete, .identificationFailed, .failed: true
    case .queued, .identifying, .identified, .reviewing, .waiting: false
    }
  }
}

/// A scan as its page shows it.
package struct Scan: Hashable, Sendable {
  package let id: ScanID
  package let created: Timestamp
  package var updated: Timestamp
  package var state: ScanState

  /// Known from `identified` on.
  package var album: Album?

  /// Whether a cover known here answered, so that nothing was charged.
  package var isRecognised: Bool

  /// Finds of the album from before this scan, newest first: the owner has it already.
  package var earlier: [EarlierFind]

  /// What it may be, likeliest first, while nobody has said so and no album is found.
  package var likely: [LikelyMatch]

  /// Other albums that were named, best first.
  package var named: [NamedCandidate]

  /// What is being done to put it right, or what failed last, while there is no find.
  package var errand: ErrandNotice?
  package var hints: [PhotoHint]

  /// Known once `complete`.
  package var find: FindID?
  package var failure: Failure?

  /// The review's sentences that may be shown while the rest is still being written.
  package var reviewSoFar: String?

  /// What its calls cost, in millionths of a US dollar; nil as long as nobody told.
  package var costMicrodollars: Int64?

  package init(
    id: ScanID, created: Timestamp, updated: Timestamp, state: ScanState, album: Album? = nil,
    isRecognised: Bool = false, earlier: [EarlierFind] = [], likely: [LikelyMatch] = [],
    named: [NamedCandidate] = [], errand: ErrandNotice? = nil, hints: [PhotoHint] = [],
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
    self.errand = errand
    self.hints = hints
    self.find = find
    self.failure = failure
    self.reviewSoFar = reviewSoFar
    self.costMicrodollars = costMicrodollars
  }
}
