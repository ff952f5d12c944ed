// A job: work that the worker does for a scan, for a find, or for the whole history.

/// The group of worker slots that a job uses.
package enum JobLane: String, CaseIterable, Hashable, Sendable {
  /// The user waits for the job now: scans, corrections, pictures.
  case scan
  /// The user waits for the job, but fresh scans come first: reviews, imports and exports from the web.
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

  /// Finds and reads the items in a shelf photo, and looks their works up.
  case shelf

  /// Gives an item the album that the user named.
  case correct

  /// Writes a review again, or for the first time.
  case review

  /// Stores the owner's own picture of an album, or asks the services again for its picture because a
  /// user wants it.
  case artwork

  /// Asks MusicBrainz and the Cover Art Archive again for missing data.
  case refill

  /// Fetches the tracks of an album. It belongs to no item.
  case tracks

  /// Writes the first review of an imported album, or of a find of a shelf.
  case importedReview = "imported-review"

  /// Does one step of an import from the web. It belongs to no item.
  case importFile = "import"

  /// Writes a file that a person downloads. It belongs to no item.
  case export

  /// Writes the published log and sends it to its remote. The job belongs to no item.
  case publish

  /// The table.
  package var rules: JobRules {
    switch self {
    case .scan: JobRules(.scan, .scan, slots: nil, waits: .withPhoto, asksModel: true)
    case .shelf: JobRules(.scan, .scan, waits: .withPhoto, asksModel: true)
    case .correct: JobRules(.scan, .find, isShown: true)
    case .artwork: JobRules(.scan, .find, isShown: true)
    case .review: JobRules(.review, .find, isShown: true, asksModel: true, writesReview: true)
    case .importFile, .export: JobRules(.review, .history)
    case .refill: JobRules(.background, .find)
    case .tracks: JobRules(.background, .history, waits: .hourly)
    case .importedReview:
      JobRules(.background, .find, waits: .hourly, asksModel: true, writesReview: true)
    case .publish: JobRules(.background, .history, keepsWorker: true)
    }
  }

  /// The kinds that change an item after its scan. Two jobs of these kinds never run at the same
  /// time for the same item.
  package static let afterScan = allCases.filter { $0.rules.subject == .find }

  package var lane: JobLane { rules.lane }
}

/// A kind of job with its parameters.
package enum JobRequest: Hashable, Sendable {
  case scan

  /// Makes paid calls, if boxes of the shelf have to be read.
  case shelf

  /// The item is this album: a candidate, or an album whose names the user typed. Makes no paid
  /// call.
  case album(Int64)

  /// The item is the album of this MusicBrainz link or MBID. Makes no paid call.
  case musicBrainz(String)

  /// The user describes the error in words, and the model names another album. Makes a paid call.
  case hint(String)

  /// The item is the album that the back of its sleeve names. The file in data/photos is deleted when the job
  /// ends. Makes no paid call.
  case back(file: String)

  /// The album that a model named for the hint, or that the back of the sleeve names (`hint` is nil). The user has
  /// not confirmed it. Makes no paid call.
  case named(album: Int64, evidence: Evidence, hint: String?)

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

  /// The tracks of an album, which other jobs and finds may share.
  case tracks(album: Int64)

  /// Makes a paid call, unless the album has a review by then.
  case importedReview
  case importFile(ImportOrder)
  case export(ExportOrder)

  package var kind: JobKind {
    switch self {
    case .scan: .scan
    case .shelf: .shelf
    case .album, .musicBrainz, .hint, .named, .back: .correct
    case .review: .review
    case .artwork, .refreshArtwork: .artwork
    case .refill: .refill
    case .tracks: .tracks
    case .importedReview: .importedReview
    case .importFile: .importFile
    case .export: .export
    case .publish: .publish
    }
  }

  /// The subject of the job on the page of its find; nil for a job that no page of a find shows.
  package var topic: JobTopic? {
    switch self {
    case .scan, .shelf, .refill, .tracks, .importedReview, .importFile, .export, .publish: nil
    // The album is known; the job only changes the page.
    case .album, .named: .album
    case .musicBrainz: .musicbrainz
    case .hint: .hint
    case .back: .back
    case .review: .review
    case .artwork: .artwork
    case .refreshArtwork: .refill
    }
  }
}

/// The topic of a job for pages and JSON (member `errand`). The key of the sentence about a running job
/// is `job.` and the raw value. Source: docs/interface.md.
package enum JobTopic: String, CaseIterable, Hashable, Sendable {
  case album, musicbrainz, hint, back, review, artwork, refill

  /// The lookup of a find that a person added without a photo.
  case facts

  /// Whether the job determines which album an item is.
  package var isCorrection: Bool {
    switch self {
    case .album, .musicbrainz, .hint, .back: true
    case .review, .artwork, .refill, .facts: false
    }
  }
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
