// Imports a history or a table of another service, with a dry run and an undo.

import Albums
import ArgumentParser
import Exchange
import Host
import Refresh
import Scanning
import Store

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add the finds of a file to the log.",
    discussion: """
      The file is an export of AlbumScan (ZIP, folder or log.json), a collection or wantlist of Discogs, \
      an export of Rate Your Music, or the link or MBID of a public collection of MusicBrainz. Its content \
      decides. A second import adds nothing, and an import \
      that was interrupted continues. Albums are looked up at MusicBrainz afterwards, while no scan \
      runs. Reviews are written only with --reviews, after the lookups.
      """)

  @ParentCommand var program: AlbumScan
  @Argument(help: ArgumentHelp("The file or folder.", valueName: "file")) var path: String?
  @Flag(help: "Print what would happen, and change nothing.") var dryRun = false
  @Flag(help: "Also import rows that may be finds of the log.") var ambiguous = false
  @Flag(help: "Also ask for reviews of the new finds whose albums have none; each pays for a call.")
  var reviews = false
  @Option(
    help: ArgumentHelp("Delete the finds of an import that were not edited since.", valueName: "id")
  )
  var undo: Int64?
  @Flag(help: "Print one JSON document.") var json = false

  func validate() throws {
    if (path == nil) == (undo == nil) { throw ValidationError("give a file, or --undo") }
  }

  func run() async throws {
    let setup = try Setup(program)
    let database = DatabaseActor(try setup.openStore())
    if let undo { return try await remove(undo, setup, database) }
    guard let path else { return }
    do {
      if !Files.exists(path), let id = TableFile.collectionID(in: path) {
        let table = try await collection(id, setup, database)
        return try await importTable(table, name: id, setup, database)
      }
      switch try ImportKind.of(path) {
      case .log: try await importLog(path, setup, database)
      case .table:
        let table = try TableFile(path, zone: setup.words.zone, at: Setup.now())
        try await importTable(table, name: Self.name(of: path), setup, database)
      }
    } catch let error as ImportError {
      Terminal.endProgress()
      let isDown = if case .musicBrainz = error { true } else { false }
      throw Ending(
        isDown ? .provider : .unusable, "\(path): \(setup.words.text(error.sentence))")
    }
  }

  private func collection(
    _ id: String, _ setup: Setup, _ database: DatabaseActor
  ) async throws -> TableFile {
    let services = setup.services(database)
    let table = try await TableFile(
      collection: id, from: services.lookup.musicBrainz, at: Setup.now()
    ) { count in
      Terminal.progress("MusicBrainz: \(count)")
    }
    Terminal.endProgress()
    return table
  }

  private func importLog(_ path: String, _ setup: Setup, _ database: DatabaseActor) async throws {
    let archive = try HistoryArchive(path)
    let restore = HistoryRestore(
      artworkFolder: setup.configuration.artwork, photoProgram: setup.photoProgram)
    let report = try await restore.report(of: archive, in: database)
    try await show(report, setup, database)
    guard !dryRun else { return }
    let all = report.count(.new)
    let hadPeople = try await database.with { (store) throws(StoreError) in try store.hasPeople() }
    let result = try await restore.run(
      archive, name: Self.name(of: path), by: try await setup.host(database).id, into: database,
      writesReviews: reviews, at: Setup.now(),
      leftOut: { name in
        Terminal.note(setup.words("cli.import.picture-left-out", ["name": .text(name)]))
      },
      progress: { done in Self.progress(done, of: all, setup.words) })
    try await end(result, report, setup, database)
    let hasPeople = try await database.with { (store) throws(StoreError) in try store.hasPeople() }
    if !hadPeople, hasPeople { Terminal.note(setup.words("cli.import.people")) }
  }

  private func importTable(
    _ file: TableFile, name: String, _ setup: Setup, _ database: DatabaseActor
  ) async throws {
    let importing = TableImport(file, name: name)
    let report = try await importing.report(in: database)
    try await show(report, setup, database)
    guard !dryRun else { return }
    let result = try await importing.run(
      by: try await setup.host(database).id, into: database, takesAmbiguous: ambiguous,
      writesReviews: reviews, at: Setup.now(),
      makeID: { FindID(randomBytes: Randomness.bytes(FindID.randomByteCount)) },
      progress: { done in Self.progress(done, of: file.count, setup.words) })
    try await end(result, report, setup, database)
  }

  private static func progress(_ done: Int, of all: Int, _ words: Phrasebook) {
    Terminal.progress(words("cli.index", ["index": .count(done), "count": .count(all)]))
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: Results

  /// Prints the dry run. With --reviews, ends the command if no review can be written.
  private func show(
    _ report: ImportReport, _ setup: Setup, _ database: DatabaseActor
  ) async throws {
    let words = setup.words
    let cost = reviews ? try await cost(of: report.albumsToReview, setup, database) : nil
    if json {
      return try Terminal.printJSON(ImportDocument(report, words, mostCost: cost?.most))
    }
    for row in report.rows where dryRun || row.verdict == .unusable {
      Terminal.print(line(row, words))
    }
    Terminal.print(
      words(
        "cli.import.counts",
        [
          "new": .count(report.count(.new)), "existing": .count(report.count(.existing)),
          "ambiguous": .count(report.count(.ambiguous)),
          "unusable": .count(report.count(.unusable)),
        ]))
    if report.repairs > 0 {
      Terminal.print(words("cli.import.repairs", ["count": .count(report.repairs)]))
    }
    for sentence in report.unread.sentences { Terminal.print(words.text(sentence)) }
    if report.albumsToLookUp > 0 {
      Terminal.print(
        words(
          "cli.import.needs",
          [
            "count": .count(report.albumsToLookUp),
            "time": .sentence(ImportSummary.time(report.minutes)),
            "megabytes": .count(report.megabytes),
          ]))
    }
    guard let cost else { return }
    Terminal.print(
      words(
        "cli.import.reviews",
        [
          "count": .count(report.albumsToReview), "model": .text(cost.model),
          "amount": .exactMoney(cost.most),
        ]))
  }

  /// The model of the reviews, and their maximum cost.
  private func cost(
    of count: Int, _ setup: Setup, _ database: DatabaseActor
  ) async throws -> (model: String, most: Money) {
    let services = setup.services(database)
    let rights = try await setup.host(database).rights
    guard let writing = services.reviewing(isSearchOn: rights.isAdvanced) else {
      throw Ending(.usage, services.missingModel ?? setup.words("cli.no-model"))
    }
    guard let most = writing.worstCase(of: count) else {
      throw Ending(.usage, setup.words("cli.review.no-price", ["model": .text(writing.model)]))
    }
    return (writing.model, most)
  }

  private func line(_ row: ImportReport.Row, _ words: Phrasebook) -> String {
    let verdict = words("cli.import.verdict.\(row.verdict.rawValue)")
    let reason = row.reason.map { " – \(words.text($0))" } ?? ""
    return "\(row.line)  \(verdict)  \(row.artist) – \(row.title)\(reason)"
  }

  private func end(
    _ result: (id: Int64?, count: Int), _ report: ImportReport, _ setup: Setup,
    _ database: DatabaseActor
  ) async throws {
    Terminal.endProgress()
    let words = setup.words
    try await refresh(setup, database)
    let sentence = words("cli.import.added", ["count": .count(result.count)])
    json ? Terminal.note(sentence) : Terminal.print(sentence)
    if let id = result.id {
      Terminal.note(words("cli.import.undo-hint", ["import": .text("\(id)")]))
    }
    let refused = report.count(.unusable)
    guard refused > 0 else { return }
    throw Ending(.unusable, words("cli.import.refused", ["count": .count(refused)]))
  }

  /// Brings the index of covers and the pages up to date. Does nothing if a worker runs, because that worker
  /// does both.
  private func refresh(_ setup: Setup, _ database: DatabaseActor) async throws {
    guard let lock = try Lock.take(setup.configuration.workerLock) else { return }
    do {
      try await database.with { (store) in
        try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
        let refresher = try setup.openRefresher(for: store)
        if try store.stalePages().count > Self.mostRefreshedPages {
          try refresher.build(from: store, at: Setup.now())
        } else {
          try refresher.refreshAll(in: store, at: Setup.now())
        }
      }
    } catch let error as KnownCoversError {
      throw Ending(.no, setup.words("cli.import.no-refresh", ["reason": .text("\(error)")]))
    } catch let error as RefreshError {
      throw Ending(
        .no, setup.words("cli.import.no-refresh", ["reason": .text(error.explanation)]))
    }
    _ = consume lock
    try await database.with { (store) in try setup.publishInBackground(store) }
  }

  /// A build is faster than the refresh of more pages.
  private static let mostRefreshedPages = 200

  // MARK: Undo

  private func remove(_ id: Int64, _ setup: Setup, _ database: DatabaseActor) async throws {
    let words = setup.words
    let record = try await database.with { (store) throws(StoreError) in
      try store.importRecord(id)
    }
    guard record != nil else {
      throw Ending(.no, words("cli.import.no-import", ["import": .text("\(id)")]))
    }
    var (removed, kept, last): (Int, [FindID], Int?) = (0, [], Int.min)
    while let line = last {
      Failpoint.pass("import-undo:before")
      let batch = try await database.with { (store) throws(StoreError) in
        try store.undoImport(
          id, after: line, count: ImportBatches.rowsPerCommit, at: Setup.now())
      }
      Failpoint.pass("import-undo:after")
      removed += batch.removed
      kept += batch.kept
      last = batch.line
    }
    try await refresh(setup, database)
    if json {
      try Terminal.printJSON(Undone(removed: removed, kept: kept.map(\.text)))
    } else {
      for find in kept { Terminal.print(words("cli.import.kept", ["find": .text(find.text)])) }
      Terminal.print(
        words(
          "cli.import.undone",
          ["count": .count(removed), "kept": .count(kept.count)]))
    }
  }

  private struct Undone: Encodable {
    let version = 1
    let removed: Int
    let kept: [String]
  }
}
