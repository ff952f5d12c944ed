// The slots of the running scans. Cutting out and recognising a cover is free and short, and a call to
// a model may hang for minutes, so each of the two has slots of its own. As a result, a provider
// that hangs does not delay the recognition of a known cover. Source: docs/decisions/115-slots.md.

/// Records which running scans recognise their covers, and which may call models.
actor ScanSlots {
  /// The maximum number of scans that recognise covers at the same time, because each of them may run
  /// `albumscan-photo`, which takes up to 512 MiB. If `scans-at-once` is smaller, it is the limit.
  static let mostRecognising = 4

  /// The number of scans that may call models at the same time: `scans-at-once`.
  private let modelCount: Int
  private var recognising: Set<Int64> = []
  private var calling: Set<Int64> = []

  /// The jobs that wait for a slot for calls, in the order of their recognition.
  private var line: [Waiting] = []

  /// Whether the worker begins no further work. Scans that wait for a slot then end their attempts.
  private(set) var isClosed = false

  init(models: Int) { modelCount = models }

  /// Whether another scan may begin with its recognition.
  var hasRecognitionSlot: Bool { recognising.count < min(Self.mostRecognising, modelCount) }

  func beginRecognition(_ job: Int64) { recognising.insert(job) }

  func endRecognition(_ job: Int64) { recognising.remove(job) }

  /// Takes a slot for calls to models if one is free and no other job waits for it. Returns whether the job
  /// has a slot.
  func takeModelSlot(_ job: Int64) -> Bool {
    if calling.contains(job) { return true }
    guard calling.count < modelCount, line.isEmpty else { return false }
    calling.insert(job)
    return true
  }

  /// Waits in the line for a slot for calls. Throws if the worker begins no further work, or if the
  /// task was cancelled, for example because the user has chosen an album meanwhile.
  func awaitModelSlot(_ job: Int64) async throws(AttemptPostponed) {
    if takeModelSlot(job) { return }
    guard !isClosed else { throw AttemptPostponed() }
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    line.append(Waiting(job: job, turn: turn))
    for await _ in turns { return }
    // The stream has ended without a slot.
    leaveModels(job)
    throw AttemptPostponed()
  }

  /// Frees the slot of a job for calls, or its position in the line. The next job gets the slot.
  func leaveModels(_ job: Int64) {
    calling.remove(job)
    line.removeAll { $0.job == job }
    while calling.count < modelCount, !line.isEmpty {
      let next = line.removeFirst()
      calling.insert(next.job)
      next.turn.yield()
      next.turn.finish()
    }
  }

  /// Frees all slots of a job whose attempt has ended.
  func leave(_ job: Int64) {
    recognising.remove(job)
    leaveModels(job)
  }

  /// The number of jobs that wait in the line.
  var waitingCount: Int { line.count }

  func open() { isClosed = false }

  func close() {
    isClosed = true
    let postponed = line
    line = []
    for waiting in postponed { waiting.turn.finish() }
  }
}

/// A job in the line, and its turn: the stream ends without a value if the job must not wait any longer.
private struct Waiting {
  let job: Int64
  let turn: AsyncStream<Void>.Continuation
}

/// The attempt at a scan ended while it waited for a slot. Its job stays due, and nothing failed.
struct AttemptPostponed: Error {}
