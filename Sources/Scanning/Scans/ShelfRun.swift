// The stages of a shelf photo in their order: boxes, known covers, names, works. Every stage commits its
// results at once, so the next attempt continues from them, and the page shows each item early.

import Albums
import Host
import Photos
import Pictures
import Store

/// One attempt at the job of a shelf.
struct ShelfRun: Sendable {
  let tools: ScanTools
  let job: Job
  let scan: ScanID
  let lettering = ShelfLettering()

  /// Nil for a job of another kind.
  init?(tools: ScanTools, job: Job) {
    guard job.request == .shelf, let scan = job.scan else { return nil }
    self.tools = tools
    self.job = job
    self.scan = scan
  }

  var photo: String { tools.configuration.photo(scan.text) }

  /// Works until no item has a task. A person may draw or move a box, or type names, at any time; the
  /// item then has a task again.
  func run() async throws {
    try await findBoxes()
    try await recogniseCovers()
    repeat {
      try await readAndGround()
    } while try await !ended()
  }

  /// Finds the boxes. The shelf picture replaces the photo, so that no metadata stays, and boxes and
  /// crops are measured in the same pixels.
  private func findBoxes() async throws {
    let isDone = try await tools.database.with { (store) throws(StoreError) in
      try store.hasBoxes(job)
    }
    if isDone { return }
    try await commit("finding") { (store, now) throws(StoreError) in
      try store.beginFinding(job, at: now)
    }
    let found: ShelfPhoto
    do {
      found = try tools.photoProgram.shelf(photo)
    } catch {
      throw tools.failure(of: error, job)
    }
    if let refusal = found.refusal { throw ScanFailure(refusal) }
    do {
      let view = tools.configuration.shelfView(scan.text)
      try Files.replace(view, with: found.view, mode: Files.privateMode, durably: false)
      try Files.replace(photo, with: found.jpeg, mode: Files.privateMode, durably: true)
    } catch {
      tools.log.write(tools.now().iso, "photo", "\(job.name): \(error)")
      throw ScanFailure(.busy)
    }
    try await commit("found") { (store, now) throws(StoreError) in
      try store.record(
        found.boxes, width: found.width, height: found.height, advice: found.advice, of: job,
        at: now)
    }
  }

  /// Recognises known covers. Compares only the boxes that the detector found as covers.
  private func recogniseCovers() async throws {
    let covers = try await tasks().filter { $0.kind == .read && $0.box.source == .cover }
    let known = KnownCovers(path: tools.configuration.coverIndex)
    for task in covers {
      let crop: Crop
      do {
        crop = try tools.photoProgram.crop(photo, at: task.box.quad)
      } catch {
        // The box is read like a spine.
        tools.log.write(tools.now().iso, "photo", "\(job.name), item \(task.number): \(error)")
        continue
      }
      let best = try await tools.database.with { (store) throws(StoreError) in
        try known.matches(for: crop.fingerprint, in: store).first { $0.isSure }
          .map { (match) throws(StoreError) in
            (album: match.album, isCertain: try store.isCertain(match.album))
          }
      }
      guard let best else { continue }
      try await commit("recognised") { (store, now) throws(StoreError) in
        try store.recognise(task, as: best.album, isCertain: best.isCertain, job, at: now)
      }
    }
  }

  func tasks() async throws(StoreError) -> [ShelfTask] {
    try await tools.database.with { (store) throws(StoreError) in try store.shelfTasks(of: job) }
  }

  /// Ends the work on the shelf; false if an item has a task again.
  private func ended() async throws(StoreError) -> Bool {
    Failpoint.pass("shelf-ended:before")
    let (job, now) = (job, tools.now())
    let isOver = try await tools.database.with { (store) throws(StoreError) in
      try store.endShelf(job, at: now)
    }
    Failpoint.pass("shelf-ended:after")
    await tools.refreshStalePages()
    return isOver
  }

  /// Commits one transition. The kill tests stop the process at the failpoints before and after it.
  func commit(
    _ transition: String,
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await tools.commit("shelf-\(transition)", change)
  }
}
