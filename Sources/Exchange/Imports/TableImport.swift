// Imports a table: compares its rows with the history, and adds the new rows in batches. After a
// kill, the same command continues with the rows that are missing.

package import Albums
import Host
package import Store

package struct TableImport: Sendable {
  private let file: TableFile

  /// The name of the file, without its folder.
  private let name: String

  package init(_ file: TableFile, name: String) {
    self.file = file
    self.name = name
  }

  /// The dry run: the verdict about each row. Changes nothing.
  package func report(in database: some ImportDatabase) async throws(StoreError) -> ImportReport {
    let repair = TableRepair(file)
    var judged = JudgedRows(report: ImportReport(format: file.format), repair: repair)
    judged.report.unread.hasBothOrders = file.hasBothOrders
    for name in file.unknownColumns { judged.report.unread.add(column: name) }
    judged.report.repairs = try await database.with { (store) throws(StoreError) in
      try repair.partialRows(store).count
    }
    for batch in file.entries.batches(of: ImportBatches.rowsPerJudgement) {
      let before = judged
      judged = try await database.with { (store) throws(StoreError) in
        var judged = before
        for entry in batch { try judged.add(entry, store) }
        return judged
      }
    }
    return judged.report
  }

  /// The beginning of a name that may be too long for an album.
  fileprivate static func shown(_ name: String) -> String {
    String(name.prefix(TableEntry.longestName))
  }

  /// Imports the new rows, and the ambiguous rows if `takesAmbiguous`. With `writesReviews`, the person
  /// also asks for reviews of the albums that have none. `makeID` returns a new random id.
  ///
  /// `began` gets the id of the import before its first row. After each commit of at most
  /// `rowsPerCommit` rows, `progress` gets the number of rows that are done. An error of either
  /// stops the import there. Returns the id of the import and the number of new finds; no id if
  /// there was nothing to import.
  package func run(
    by person: PersonID, into database: some ImportDatabase, takesAmbiguous: Bool = false,
    writesReviews: Bool = false, rowsPerCommit: Int = ImportBatches.rowsPerCommit,
    at now: Timestamp, makeID: () -> FindID,
    began: (Int64) async throws -> Void = { _ in },
    progress: (Int) async throws -> Void = { _ in }
  ) async throws -> (id: Int64?, count: Int) {
    try await repair(in: database, rowsPerCommit: rowsPerCommit, at: now)
    let wanted = try await wantedRows(in: database, takesAmbiguous)
    guard !wanted.isEmpty else {
      try await end(in: database, at: now)
      return (nil, 0)
    }
    let record = ImportRecord(
      person: person, format: file.format, name: name, digest: file.digest,
      header: file.header, read: 0, created: now, ended: nil, undone: nil)
    let id = try await database.with { (store) throws(StoreError) in
      try store.beginImport(record)
    }
    try await began(id)
    var count = 0
    for batch in wanted.batches(of: rowsPerCommit) {
      let finds = batch.map { Self.find($0.entry, makeID(), now) }
      let read = (batch.last?.index ?? 0) + 1
      Failpoint.pass("import:before")
      count += try await database.with { (store) throws(StoreError) in
        try store.importFinds(
          finds, by: person, into: id, read: read, reviewer: writesReviews ? person : nil, at: now)
      }
      Failpoint.pass("import:after")
      try await progress(read)
    }
    try await end(in: database, at: now)
    return (id, count)
  }

  /// Repairs the finds of earlier imports that were read wrongly.
  private func repair(
    in database: some ImportDatabase, rowsPerCommit: Int, at now: Timestamp
  ) async throws(StoreError) {
    let repair = TableRepair(file)
    try await database.with { (store) throws(StoreError) in
      try store.deleteImported(try repair.partialRows(store), at: now)
    }
    for batch in file.entries.filter({ $0.problem == nil }).batches(of: rowsPerCommit) {
      try await database.with { (store) throws(StoreError) in
        var rows: [RepairedRow] = []
        for entry in batch {
          if let row = try repair.row(of: entry, store) { rows.append(row) }
        }
        if !rows.isEmpty { try store.repair(rows, at: now) }
      }
    }
  }

  private func wantedRows(
    in database: some ImportDatabase, _ takesAmbiguous: Bool
  ) async throws(StoreError) -> [(index: Int, entry: TableEntry)] {
    let verdicts = try await report(in: database).rows.map(\.verdict)
    return zip(file.entries, verdicts).enumerated().compactMap { index, row in
      let isWanted = row.1 == .new || takesAmbiguous && row.1 == .ambiguous
      return isWanted ? (index, row.0) : nil
    }
  }

  private func end(in database: some ImportDatabase, at now: Timestamp) async throws(StoreError) {
    let (digest, format) = (file.digest, file.format)
    try await database.with { (store) throws(StoreError) in
      try store.endImports(of: digest, format, at: now)
    }
  }

  private static func find(_ entry: TableEntry, _ id: FindID, _ now: Timestamp) -> ImportedFind {
    ImportedFind(
      line: entry.line, identity: entry.identity, raw: entry.raw, find: id, album: entry.album,
      releaseGroup: entry.releaseGroup, hasFactsOfEdition: entry.hasFactsOfEdition,
      found: entry.found ?? now,
      details: entry.details)
  }
}

/// The rows that were judged so far.
private struct JudgedRows: Sendable {
  var report: ImportReport
  private let repair: TableRepair

  /// For each album, the number of finds of the history that may still be rows of the file.
  private var own: [AlbumKey: Int] = [:]

  /// The albums of new rows.
  private var new: Set<AlbumKey> = []

  init(report: ImportReport, repair: TableRepair) {
    self.report = report
    self.repair = repair
  }

  mutating func add(_ entry: TableEntry, _ store: borrowing Store) throws(StoreError) {
    let row = entry.problem == nil ? try store.row(of: entry.album, entry.marks) : nil
    let key = row?.key ?? entry.album.key
    let (verdict, reason) = try judgement(of: entry, key, store)
    report.rows.append(
      ImportReport.Row(
        line: entry.line, verdict: verdict, artist: TableImport.shown(entry.artist),
        title: TableImport.shown(entry.title), reason: reason))
    if verdict == .new || verdict == .ambiguous { noteUnread(in: entry) }
    let counted = row?.id == nil ? entry.counted(key) : key
    guard verdict == .new, new.insert(counted).inserted else { return }
    if try store.needsLookup(key) { report.albumsToLookUp += 1 }
    if try !store.hasReview(of: key) { report.albumsToReview += 1 }
  }

  private mutating func noteUnread(in entry: TableEntry) {
    if entry.day.isUnread { report.unread.dates += 1 }
    if entry.day.isUndecided { report.unread.undecidedDates += 1 }
    if entry.isNoteCut { report.unread.cutNotes += 1 }
  }

  /// Each find of the history can be only one row of the file. A further row of the album is
  /// therefore new.
  private mutating func judgement(
    of entry: TableEntry, _ key: AlbumKey, _ store: borrowing Store
  ) throws(StoreError) -> (ImportReport.Verdict, Sentence?) {
    if let problem = entry.problem { return (.unusable, problem.sentence) }
    if try store.isImported(entry.identity) {
      let isRepaired = try repair.row(of: entry, store) != nil
      if isRepaired { report.repairs += 1 }
      return (.existing, Sentence(isRepaired ? "cli.import.repaired-row" : "cli.import.same-row"))
    }
    if own[key] == nil { own[key] = try store.countOwnFinds(of: key) }
    guard let left = own[key], left > 0 else { return (.new, nil) }
    own[key] = left - 1
    return (.ambiguous, Sentence("cli.import.may-be-known"))
  }
}

/// The two kinds of files that can be imported.
package enum ImportKind: Equatable, Sendable {
  case log, table

  /// Decides by the first bytes and the name of a file. A folder counts as an export. Throws
  /// `ImportError.unreadable`.
  package static func of(_ path: String) throws(ImportError) -> ImportKind {
    if Files.isDirectory(path) { return .log }
    do {
      let file = try MappedFile(path)
      let start = file.withBytes { Array($0.prefix(4)) }
      return HistoryArchive.isExport(path, start) ? .log : .table
    } catch {
      throw .unreadable("\(error)")
    }
  }
}
