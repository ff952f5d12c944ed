// Reads the boxes of a shelf, with the model and by their words, and asks the services about each item as
// soon as its names are known.

import Albums
import HTTP
import Host
import Photos
import Store

extension ShelfRun {
  /// The maximum number of items that are looked up at the same time. The services' pace limits
  /// them further.
  private static let lookUpsAtOnce = 6

  /// Interval of the checks whether a person has cancelled the work.
  private static let checkPause = Duration.milliseconds(200)

  /// Reads and looks up the items that have tasks. Throws the failure after which the job waits, once
  /// everything else is done. After a cancellation the running calls are cancelled; their costs stay
  /// in the ledger.
  func readAndGround() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await readAndGroundAll()
        return true
      }
      group.addTask {
        while !Task.isCancelled {
          try await requireClaim()
          do { try await Task.sleep(for: Self.checkPause) } catch {}
        }
        return false
      }
      defer { group.cancelAll() }
      while let isOver = try await group.next() { if isOver { return } }
    }
  }

  private func requireClaim() async throws(StoreError) {
    let isClaimed = try await tools.database.with { (store) throws(StoreError) in
      try store.isClaimed(job)
    }
    if !isClaimed { throw .stale }
  }

  private func readAndGroundAll() async throws {
    let (numbers, line) = AsyncStream.makeStream(of: Int.self)
    for task in try await tasks() where task.kind == .ground { line.yield(task.number) }
    async let grounded: Void = groundAll(numbers)
    let failure: ScanFailure?
    do {
      try await nameByWordsFirst { line.yield($0) }
      try await commit("sheets") { (store, now) throws(StoreError) in
        try store.makeSheets(of: job, at: now)
      }
      failure = try await read(tasks().filter { $0.kind == .read }) { line.yield($0) }
    } catch {
      line.finish()
      throw error
    }
    line.finish()
    try await grounded
    if let failure { throw failure }
  }

  // MARK: Reading

  /// Reads the boxes. `onRead` gets the number of each item whose names are stored. Returns the failure
  /// after which a later attempt can read more.
  private func read(
    _ tasks: [ShelfTask], onRead: @escaping @Sendable (Int) -> Void
  ) async throws -> ScanFailure? {
    guard !tasks.isEmpty else { return nil }
    guard let stage = tools.services.shelf else {
      if let reason = tools.services.missingModel {
        tools.log.writeUnlessRepeated(tools.now().iso, "model", reason)
      }
      let tasks = try await nameByWords(tasks, onNamed: onRead)
      try await leaveUnread(tasks, because: tools.services.modelFailure)
      return nil
    }
    // The picture is deleted after "Finish", and no backup has it. A box that an undo brings back
    // afterwards cannot be read.
    guard Files.exists(photo) else {
      try await leaveUnread(tasks, because: nil)
      return nil
    }
    let sheets: [ShelfSheet]
    do throws(ScanFailure) {
      sheets = try self.sheets(of: tasks)
    } catch {
      // The failure is returned, not thrown, so that the other items are looked up first.
      return error
    }
    let byNumber = Dictionary(uniqueKeysWithValues: tasks.map { ($0.number, $0) })
    let errors = FirstError()
    let result = await stage.read(sheets, for: CallOwner(job)) { number, reading in
      guard let task = byNumber[number] else { return }
      do throws(StoreError) {
        try await commit("read") { (store, now) throws(StoreError) in
          try store.record(reading, of: task, job, at: now)
        }
        if reading.title != nil, reading.kind != .other { onRead(number) }
      } catch {
        await errors.note(error)
      }
    }
    if let error = await errors.error { throw error }
    var unreadBySheet: [(tasks: [ShelfTask], failure: Failure?)] = []
    for sheet in sheets {
      let unread = tasks.filter {
        sheet.numbers.contains($0.number) && result.readings[$0.number] == nil
      }
      let failure = result.failures[sheet.part]
      if unread.isEmpty || failure?.isRetryable == true { continue }
      unreadBySheet.append((unread, failure?.failure))
    }
    let unread = unreadBySheet.flatMap(\.tasks)
    // Further items that the words do not name are left with the failure of the last sheet.
    let further = try await nameByWords(unread, onNamed: onRead).dropFirst(unread.count)
    if let last = unreadBySheet.indices.last { unreadBySheet[last].tasks += further }
    for (tasks, failure) in unreadBySheet { try await leaveUnread(tasks, because: failure) }
    return result.retryable
  }

  private func sheets(of tasks: [ShelfTask]) throws(ScanFailure) -> [ShelfSheet] {
    let bySheet = Dictionary(grouping: tasks) { $0.sheet ?? 0 }
    var sheets: [ShelfSheet] = []
    for (part, tasks) in bySheet.sorted(by: { $0.key < $1.key }) {
      let jpeg: [UInt8]
      do {
        jpeg = try tools.photoProgram.sheet(photo, of: tasks.map { ($0.number, $0.box) })
      } catch {
        throw tools.failure(of: error, job)
      }
      if let sheet = ShelfSheet(part: part, jpeg: jpeg, numbers: tasks.map(\.number)) {
        sheets.append(sheet)
      }
    }
    return sheets
  }

  /// Ends the tasks of those boxes that still have to be read.
  private func leaveUnread(
    _ tasks: [ShelfTask], because failure: Failure?
  ) async throws(StoreError) {
    let numbers = Set(tasks.map(\.number))
    let unread = try await self.tasks().filter { $0.kind == .read && numbers.contains($0.number) }
    if unread.isEmpty { return }
    try await commit("unread") { (store, now) throws(StoreError) in
      try store.leaveUnread(unread, because: failure, of: job, at: now)
    }
  }

  // MARK: Looking up

  private func groundAll(_ numbers: AsyncStream<Int>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var running = 0
      for await number in numbers {
        if running >= Self.lookUpsAtOnce {
          try await group.next()
        } else {
          running += 1
        }
        group.addTask { try await ground(number) }
      }
      try await group.waitForAll()
    }
  }

  private func ground(_ number: Int) async throws {
    let task = try await tasks().first { $0.number == number && $0.kind == .ground }
    guard let task, let reading = task.reading else { return }
    let (work, grounding): (Int64?, Grounding) =
      switch reading.kind {
      case .book: try await book(reading, isTyped: task.isTyped)
      case .record: try await record(reading)
      case .other: (nil, .notAsked)
      }
    let confidence =
      task.isTyped
      ? ShelfConfidence.confirmed : ShelfConfidence.confidence(in: reading, grounding)
    try await commit("grounded") { (store, now) throws(StoreError) in
      try store.record(work: work, confidence: confidence, of: task, job, at: now)
    }
  }

  private func book(
    _ reading: SpineReading, isTyped: Bool
  ) async throws(StoreError) -> (Int64?, Grounding) {
    let result = try await tools.bookLookup(for: job.name).book(reading, isTyped: isTyped)
    return (result.id, result.grounding)
  }

  /// The record that MusicBrainz has for the names. Its requests wait for those of scans.
  private func record(
    _ reading: SpineReading
  ) async throws(StoreError) -> (Int64?, Grounding) {
    guard let album = reading.album, !album.artist.isEmpty else { return (nil, .notAsked) }
    let stage = LookupStage(
      lookup: tools.services.lookup.with(priority: .background), database: tools.database)
    let known = try await tools.database.with { (store) throws(StoreError) in
      try store.albumID(of: album)
    }
    guard let lookedUp = try await stage.lookedUp(known, as: [album], crop: [], for: job.name)
    else { return (known, .known(title: 1, creator: 1)) }
    switch lookedUp.registration {
    case .notAsked: return (known, .notAsked)
    case .unknown: return (known, known == nil ? .unknown : .known(title: 1, creator: 1))
    case .agrees, .differs, .ambiguous:
      let id = try await tools.database.with { (store) throws(StoreError) in
        if let known { known } else { try store.keep(album) }
      }
      let kept = try await stage.keep(lookedUp, about: album, as: id)
      // Several albums have the name, or another one is likelier, so a person has to confirm the
      // item.
      let isClear = lookedUp.registration == .agrees
      return (kept.id, .known(title: isClear ? 1 : 0.65, creator: 1))
    }
  }
}

/// The first error of several tasks.
private actor FirstError {
  private(set) var error: StoreError?

  func note(_ error: StoreError) { self.error = self.error ?? error }
}
