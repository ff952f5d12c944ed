// A job: work that the worker does for a scan or for an item of a scan.

/// The group of worker slots that a job uses.
package enum JobLane: String, CaseIterable, Hashable, Sendable {
  /// The user waits for the job now: scans, corrections, pictures.
  case scan
  /// The user waits for the job, but fresh scans come first: reviews, imports from the web.
  case review
  /// The user does not wait for the job. Each kind has one slot, and no job begins while a scan runs. Of
  /// these jobs, the worker stays alive for the kind `publish` only.
  case background
}

package enum JobState: String, CaseIterable, Hashable, Sendable {
  case queued, done, failed
}

/// The kind of a job, as the database stores it.
package enum JobKind: String, CaseIterable, Hashable, Sendable {
  /// Identifies the cover in a photo.
  case scan

  /// Gives an item the album that the user named.
  case correct

  /// Writes a review again, or for the first time.
  case review

  /// Stores the owner's own picture of an album, or asks the services again for its picture because a
  /// user wants it.
  case artwork

  /// Asks MusicBrainz and the Cover Art Archive again for missing data.
  case refill

  /// Writes the first review of an imported album.
  case importedReview = "imported-review"

  /// Does one step of an import from the web. It belongs to no item.
  case importFile = "import"

  /// Writes the published log and sends it to its remote. The job belongs to no item.
  case publish

  /// The kinds that change an item after its scan. Two jobs of these kinds never run at the same
  /// time for the same item.
  package static let afterScan: [JobKind] = allCases.filter {
    $0 != .scan && $0 != .importFile && $0 != .publish
  }

  package var lane: JobLane {
    switch self {
    case .scan, .correct, .artwork: .scan
    case .review, .importFile: .review
    case .refill, .importedReview, .publish: .background
    }
  }
}

/// A kind of job with its parameters.
package enum JobRequest: Hashable, Sendable {
  case scan

  /// The item is this album: a candidate, or an album whose names the user typed. Makes no paid
  /// call.
  case album(Int64)

  /// The item is the album of this MusicBrainz link or MBID. Makes no paid call.
  case musicBrainz(String)

  /// The user describes the error in words, and the model names another album. Makes a paid call.
  case hint(String)

  /// The album that the model named for a hint. The user has not confirmed it. Makes no paid call.
  case hintAnswer(album: Int64, evidence: Evidence, hint: String)

  /// Makes a paid call.
  case review

  /// The name of a file in data/photos. The job stores the picture and deletes the file. An empty
  /// name removes the picture.
  case artwork(file: String)
  case refill

  /// Asks the services again, although their answers are stored. A picture of the archive replaces the
  /// stored one.
  case refreshArtwork
  case publish

  /// Makes a paid call, unless the album has a review by then.
  case importedReview
  case importFile(ImportOrder)

  package var kind: JobKind {
    switch self {
    case .scan: .scan
    case .album, .musicBrainz, .hint, .hintAnswer: .correct
    case .review: .review
    case .artwork, .refreshArtwork: .artwork
    case .refill: .refill
    case .importedReview: .importedReview
    case .importFile: .importFile
    case .publish: .publish
    }
  }

  /// The subject of the job on the page of its find; nil for a job that no page of a find shows.
  package var topic: JobTopic? {
    switch self {
    case .scan, .importedReview, .importFile, .publish: nil
    // The album is known; the job only changes the page.
    case .album, .hintAnswer: .album
    case .musicBrainz: .musicbrainz
    case .hint: .hint
    case .review: .review
    case .artwork: .artwork
    case .refill, .refreshArtwork: .refill
    }
  }
}

/// The topic of a job for pages and JSON (member `errand`). Source: docs/interface.md.
package enum JobTopic: String, CaseIterable, Hashable, Sendable {
  case album, musicbrainz, hint, review, artwork, refill

  /// Whether the job determines which album an item is.
  package var isCorrection: Bool { self == .album || self == .musicbrainz || self == .hint }
}

/// The job that a page shows: one that is under way, or the last one that failed.
package struct JobNotice: Hashable, Sendable {
  package let topic: JobTopic

  /// False if the job failed.
  package let isUnderWay: Bool

  /// The reason why the job failed or waits.
  package let failure: Failure?

  package init(topic: JobTopic, isUnderWay: Bool, failure: Failure? = nil) {
    self.topic = topic
    self.isUnderWay = isUnderWay
    self.failure = failure
  }
}
