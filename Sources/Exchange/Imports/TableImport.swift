// Imports a table: compares its rows with the log, and adds the new rows in parts. After a kill, the
// same command continues with the rows that are missing.

package import Albums
import Host
package import Store

package struct TableImport: Sendable {
  /// Rows in one transaction.
  package static let rowsPerCommit = 200

  private let file: TableFile

  /// The name of the file, without its folder.
  private let name: String

  package init(_ file: TableFile, name: String) {
    self.file = file
    self.name = name
  }

  /// What each row would become. Changes nothing.
  package func report(in store: borrowing Store) throws(StoreError) -> ImportReport {
    var report = ImportReport(format: file.format)
    var own: [AlbumKey: Int] = [:]
    var lookups: Set<AlbumKey> = []
    for entry in file.entries {
      let (verdict, reason) = try judgement(of: entry, store, &own)
      report.rows.append(
        ImportReport.Row(
          line: entry.line, verdict: verdict, artist: entry.artist, title: entry.title,
          reason: reason))
      guard verdict == .new else { continue }
      let key = entry.album.key
      if lookups.insert(key).inserted, try store.needsLookup(key) { report.albumsToLookUp += 1 }
    }
    return report
  }

  /// `own` counts, for each album, the finds of the log that may be rows of the file. Each of them can
  /// be only one row, so a further row is a further copy.
  private func judgement(
    of entry: TableEntry, _ store: borrowing Store, _ own: inout [AlbumKey: Int]
  ) throws(StoreError) -> (ImportReport.Verdict, Sentence?) {
    if let problem = entry.problem { return (.unusable, problem.sentence) }
    if try store.isImported(entry.identity) {
      return (.existing, Sentence("cli.import.same-row"))
    }
    let key = entry.album.key
    if own[key] == nil { own[key] = try store.countOwnFinds(of: key) }
    guard let left = own[key], left > 0 else { return (.new, nil) }
    own[key] = left - 1
    return (.ambiguous, Sentence("cli.import.may-be-known"))
  }

  /// Imports the new rows, and the ambiguous rows if `takesAmbiguous`. `makeID` returns a new random
  /// id. `progress` gets the number of rows that are done after each commit; an error that it throws
  /// stops the import there. Returns the id of the import and the number of new finds; no id if there
  /// was nothing to import.
  package func run(
    by person: PersonID, into store: borrowing Store, takesAmbiguous: Bool = false,
    at now: Timestamp, makeID: () -> FindID, progress: (Int) throws -> Void = { _ in }
  ) throws -> (id: Int64?, count: Int) {
    let verdicts = try report(in: store).rows.map(\.verdict)
    let wanted = zip(file.entries, verdicts).enumerated().filter { _, row in
      row.1 == .new || takesAmbiguous && row.1 == .ambiguous
    }
    guard !wanted.isEmpty else {
      try store.endImports(of: file.digest, file.format, at: now)
      return (nil, 0)
    }
    let id = try store.beginImport(
      ImportRecord(
        person: person, format: file.format, name: name, digest: file.digest,
        header: file.header, read: 0, created: now, ended: nil, undone: nil))
    var count = 0
    for start in stride(from: 0, to: wanted.count, by: Self.rowsPerCommit) {
      let part = wanted[start..<min(start + Self.rowsPerCommit, wanted.count)]
      let finds = part.map { Self.find($0.element.0, makeID(), now) }
      let read = (part.last?.offset ?? 0) + 1
      Failpoint.pass("import:before")
      count += try store.importFinds(finds, by: person, into: id, read: read, at: now)
      Failpoint.pass("import:after")
      try progress(read)
    }
    try store.endImports(of: file.digest, file.format, at: now)
    return (id, count)
  }

  private static func find(_ entry: TableEntry, _ id: FindID, _ now: Timestamp) -> ImportedFind {
    ImportedFind(
      line: entry.line, identity: entry.identity, raw: entry.raw, find: id, album: entry.album,
      releaseGroup: entry.releaseGroup, hasFactsOfEdition: entry.hasFactsOfEdition,
      found: entry.found ?? now,
      details: entry.details)
  }
}

/// The two kinds of files that can be imported.
package enum ImportKind: Equatable, Sendable {
  case log, table

  /// Decides by the content of the file or folder. Throws `ImportError.unreadable`.
  package static func of(_ path: String) throws(ImportError) -> ImportKind {
    if Files.isDirectory(path) { return .log }
    do {
      let file = try MappedFile(path)
      let start = file.withBytes { Array($0.prefix(4)) }
      return LogArchive.isExport(path, start) ? .log : .table
    } catch {
      throw .unreadable("\(error)")
    }
  }
}
