// The steps of an import from the web: the dry run, the import and the undo. The result of the dry run
// is a file in data/imports. The results of the other steps are in the database. Scans go on between
// the batches of a step.

import Albums
import Host
import Photos
import Store
import Text

extension JobRun {
  /// The maximum number of rows in one commit. The pages of their finds are written before the next
  /// commit, and a running scan waits for these pages. Source: docs/limits.md "Export and import".
  static let importedRowsPerCommit = 20

  func importFile(_ order: ImportOrder) async throws {
    switch order.step {
    case .check: try await check(order)
    case .run: try await importRows(of: order)
    case .undo: try await undo(order)
    }
  }

  private func check(_ order: ImportOrder) async throws {
    let file = tools.configuration.upload(order.upload.text)
    try await reading(order) {
      var summary = try await tools.imports.summary(
        of: file, in: tools.database, at: tools.now())
      summary.reviewCost = try await cost(ofReviews: summary.albumsToReview)
      try keep(summary, of: order)
    }
    try await done()
  }

  private func importRows(of order: ImportOrder) async throws {
    let file = tools.configuration.upload(order.upload.text)
    try await reading(order) {
      try await tools.imports.run(
        file, order, by: job.person, into: tools.database,
        rowsPerCommit: Self.importedRowsPerCommit, at: tools.now(),
        began: { number in
          let (job, now) = (job, tools.now())
          try await tools.database.with { (store) throws(StoreError) in
            try store.note(number, as: order, of: job, at: now)
          }
        },
        progress: {
          try await noteProgress()
          await tools.refreshStalePages()
        })
    }
    try await doneWithSummaries()
  }

  /// Ends the job after the summary pages, because the person looks at them right after the import.
  /// The lookups of the new finds keep the worker busy, and a busy worker writes summary pages only
  /// once a minute.
  private func doneWithSummaries() async throws(StoreError) {
    await tools.refreshStalePages()
    await tools.refreshSummaries()
    try await done()
  }

  /// Deletes the finds of an import that were not edited since, in batches.
  private func undo(_ order: ImportOrder) async throws {
    guard let number = order.number else { return try await done() }
    var last: Int? = Int.min
    while let line = last {
      last = try await tools.commit("import-undo") { (store, now) throws(StoreError) in
        try store.undoImport(number, after: line, count: Self.importedRowsPerCommit, at: now)
      }.line
      try await noteProgress()
    }
    try await doneWithSummaries()
  }

  /// Throws `.stale` if the job was withdrawn.
  private func noteProgress() async throws(StoreError) {
    let (job, now) = (job, tools.now())
    try await tools.database.with { (store) throws(StoreError) in
      try store.noteProgress(of: job, at: now)
    }
  }

  /// Runs work on the file. A file that cannot be used ends the job; the summary of the import has
  /// the reason.
  private func reading(_ order: ImportOrder, _ work: () async throws -> Void) async throws {
    do {
      do {
        try await work()
      } catch let error as UnusableFile {
        var summary = ImportSummary()
        summary.refusal = error.reason
        try keep(summary, of: order)
        throw ScanFailure(.unusableFile, isFinal: true)
      }
    } catch {
      guard error is HostError || error is PhotoProgramError else { throw error }
      tools.log.write(tools.now().iso, "import", "\(job.name): \(error)")
      throw ScanFailure(storing: error)
    }
  }

  private func keep(_ summary: ImportSummary, of order: ImportOrder) throws(HostError) {
    // The folder is missing after a restore.
    try Files.makeDirectories(tools.configuration.imports, mode: 0o700)
    try Files.replace(
      tools.configuration.importReport(order.upload.text), with: summary.json.bytes(), mode: 0o600,
      durably: true)
  }

  /// The maximum cost of the reviews; nil if no model can write them.
  private func cost(ofReviews count: Int) async throws(StoreError) -> Money? {
    let setting = tools.configuration.services.isAdvancedSearchDefault
    let person = job.person
    let rights = try await tools.database.with { (store) throws(StoreError) in
      try store.searchRights(of: person, setting: setting)
    }
    return tools.services.reviewing(isSearchOn: rights.isAdvanced)?.worstCase(of: count)
  }

  /// Deletes the uploaded file unless a later step needs it. The summary stays for the page of the
  /// import. A cancelled import has no page, so its summary is deleted, too.
  func deleteUpload() async throws(StoreError) {
    guard case .importFile(let order) = job.request else { return }
    let last = try await tools.database.with { (store) throws(StoreError) in
      try store.uploadedImport(order.upload)
    }
    guard last?.needsFile != true else { return }
    do {
      try Files.remove(tools.configuration.upload(order.upload.text))
      if last == nil { try Files.remove(tools.configuration.importReport(order.upload.text)) }
    } catch {
      tools.log.write(tools.now().iso, "import", "\(job.name): \(error)")
    }
  }
}
