// The places of the running scans. Cutting out and recognising a cover is free and short, and a call to
// a model may hang for minutes, so each of the two has places of its own. A provider that hangs then
// keeps no known cover waiting. Source: docs/decisions/115-places.md.

import Albums
import Store

/// Which of the running scans recognise their covers, and which may call models.
actor ScanPlaces {
  /// The maximum number of scans that recognise covers at the same time, because each of them may run
  /// `albumscan-photo`, which takes up to 512 MiB. With a smaller `scans-at-once`, it is that number.
  static let mostRecognising = 4

  /// Interval of the checks for a free place.
  static let pause = Duration.milliseconds(50)

  /// The number of scans that may call models at the same time: `scans-at-once`.
  private let modelCount: Int
  private var recognising: Set<Int64> = []
  private var calling: Set<Int64> = []

  /// The jobs that wait for a place for calls, in the order of their recognition.
  private var line: [Int64] = []

  /// Whether the worker begins no further work. Scans that wait for a place then end their attempts.
  private(set) var isClosed = false

  init(models: Int) { modelCount = models }

  /// Whether another scan may begin with its recognition.
  var hasRecognitionPlace: Bool { recognising.count < min(Self.mostRecognising, modelCount) }

  func beginRecognition(_ job: Int64) { recognising.insert(job) }

  func endRecognition(_ job: Int64) { recognising.remove(job) }

  /// Takes a place for calls to models. If no place is free, the job gets into the line and returns
  /// false; a later call of the first job in the line takes a place.
  func takeModelPlace(_ job: Int64) -> Bool {
    if calling.contains(job) { return true }
    if !line.contains(job) { line.append(job) }
    guard calling.count < modelCount, line.first == job else { return false }
    line.removeFirst()
    calling.insert(job)
    return true
  }

  /// Removes a job from the line, for example because the user has chosen an album meanwhile.
  func leaveLine(_ job: Int64) { line.removeAll { $0 == job } }

  /// Frees all places of a job whose attempt has ended.
  func leave(_ job: Int64) {
    recognising.remove(job)
    calling.remove(job)
    leaveLine(job)
  }

  func open() { isClosed = false }

  func close() { isClosed = true }
}

/// The attempt at a scan ended while it waited for a place. Its job stays due, and nothing failed.
struct AttemptPostponed: Error {}

extension ScanRun {
  /// Waits until the scan may call models. While it waits, no attempt counts: the worker's death says
  /// nothing about the photo then.
  func awaitModelPlace() async throws {
    let places = tools.places
    if await places.takeModelPlace(job.id) { return }
    do {
      try await note { (store, now) throws(StoreError) in try store.pauseAttempt(of: job, at: now) }
      while await !places.takeModelPlace(job.id) {
        if await places.isClosed { throw AttemptPostponed() }
        try await Task.sleep(for: ScanPlaces.pause)
      }
      try await note { (store, now) throws(StoreError) in try store.noteProgress(of: job, at: now) }
    } catch {
      await places.leaveLine(job.id)
      throw error
    }
  }

  /// Commits a change that no page shows.
  private func note(
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Void
  ) async throws(StoreError) {
    let now = tools.now()
    try await tools.database.with { (store) throws(StoreError) in try change(store, now) }
  }
}
