// The rules for the jobs of each kind. `JobKind.rules` has the table.

/// The rules for all jobs of one kind.
package struct JobRules: Hashable, Sendable {
  package let lane: JobLane
  package let subject: JobSubject

  /// The number of jobs of the kind that can run at the same time; nil for no limit. Scans have no limit
  /// here, because a scan mostly waits for services or for a slot (`ScanSlots`). A correction and a
  /// picture have a slot each, because the user waits for them, too, while scans run.
  package let slots: Int?

  package let patience: JobPatience

  /// Whether the page of the find shows the job.
  package let isShown: Bool

  /// Whether the job calls a model. A correction calls one only if the user gave a hint.
  package let asksModel: Bool

  /// Whether the job's failure is the reason why the album has no review.
  package let writesReview: Bool

  /// Whether the worker waits for the next attempt at the job, although the job is in the background
  /// lane. An attempt may take hours, and a restart of the computer often interrupts it. So the death of
  /// the worker does not count against the job.
  package let keepsWorker: Bool

  init(
    _ lane: JobLane, _ subject: JobSubject, slots: Int? = 1, waits patience: JobPatience = .aDay,
    isShown: Bool = false, asksModel: Bool = false, writesReview: Bool = false,
    keepsWorker: Bool = false
  ) {
    self.lane = lane
    self.subject = subject
    self.slots = slots
    self.patience = patience
    self.isShown = isShown
    self.asksModel = asksModel
    self.writesReview = writesReview
    self.keepsWorker = keepsWorker
  }
}

/// The subject of a job.
package enum JobSubject: Hashable, Sendable {
  /// A scan and its photo.
  case scan
  /// A find, after its scan.
  case find
  /// The whole history, or a file of an import or an export.
  case history
}

/// The time for which a job waits for a service that fails. Source: docs/limits.md.
package enum JobPatience: Hashable, Sendable {
  /// Up to 24 hours, for a used-up cap or plan, too: the photo would be lost with the scan.
  case withPhoto
  /// Up to 24 hours for a service. A used-up cap or plan ends the job, because the user can request the
  /// job again.
  case aDay
  /// Twelve waits of an hour; for a used-up cap until the next month. The age of the job does not
  /// count, because thousands of such jobs may be queued at once.
  case hourly
}
