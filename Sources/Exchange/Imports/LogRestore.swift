// Imports an export of AlbumScan. Local data has priority, so a second import adds nothing. Into an
// empty log, the import brings everything: a second export has the same bytes.

package import Albums
import Host
package import Store

package struct LogRestore: Sendable {
  /// Rows in one transaction.
  private static let rowsPerCommit = 200

  /// data/artwork
  private let artworkFolder: String

  package init(artworkFolder: String) { self.artworkFolder = artworkFolder }

  /// Checks the export as a whole and compares its finds with the log. Changes nothing. Throws
  /// `ImportError`.
  package func report(
    of archive: borrowing LogArchive, in store: borrowing Store
  ) throws -> ImportReport {
    try archive.check()
    var names: [AlbumKey: (artist: String, title: String)] = [:]
    var lookups: Set<AlbumKey> = []
    try archive.eachAlbum { record in
      names[record.key] = (record.album.artist, record.album.title)
      if record.sources.releaseGroup == nil || record.album.artwork == nil {
        lookups.insert(record.key)
      }
    }
    var report = ImportReport(format: .albumscan)
    try archive.eachFind { find, number in
      let isThere = try store.hasFind(find.id)
      let name = names[find.album]
      report.rows.append(
        ImportReport.Row(
          line: number, verdict: isThere ? .existing : .new, artist: name?.artist ?? "",
          title: name?.title ?? "",
          reason: isThere ? Sentence("cli.import.same-find") : nil))
      if !isThere, lookups.remove(find.album) != nil, try store.needsLookup(find.album) {
        report.albumsToLookUp += 1
      }
    }
    try archive.eachPicture { name, read in
      if !Files.exists("\(artworkFolder)/\(name)") { report.bytes += try read().count }
    }
    return report
  }

  /// Imports the export. Call `report` first. `progress` gets the number of new finds after each
  /// commit; an error that it throws stops the import there. Returns the id of the import and the
  /// number of new finds; no id if the export has no new find.
  package func run(
    _ archive: borrowing LogArchive, name: String, by person: PersonID,
    into store: borrowing Store, at now: Timestamp, progress: (Int) throws -> Void = { _ in }
  ) throws -> (id: Int64?, count: Int) {
    let isEmpty = try store.isEmptyLog()
    if isEmpty { try store.restore(try archive.people()) }
    // Files come before the rows that name them.
    try copyPictures(archive)
    try restoreFacts(archive, store)
    // The rows name the pictures now. A collection may have removed old files before.
    try copyPictures(archive)
    try restoreImports(archive, store)
    return try restoreFinds(archive, store, name, person, now, progress)
  }

  private func copyPictures(_ archive: borrowing LogArchive) throws {
    try Files.makeDirectories(artworkFolder)
    try archive.eachPicture { name, read in
      let path = "\(artworkFolder)/\(name)"
      guard !Files.exists(path) else { return }
      try Files.replace(path, with: try read(), durably: false)
    }
    try Files.synchroniseFileSystem(of: artworkFolder)
  }

  private func restoreFacts(_ archive: borrowing LogArchive, _ store: borrowing Store) throws {
    var albums: [AlbumRecord] = []
    try archive.eachAlbum { record in
      albums.append(record)
      guard albums.count == Self.rowsPerCommit else { return }
      try store.restore(albums)
      albums = []
    }
    try store.restore(albums)
    var reviews: [ReviewRecord] = []
    try archive.eachReview { record in
      reviews.append(record)
      guard reviews.count == Self.rowsPerCommit else { return }
      try store.restore(reviews)
      reviews = []
    }
    try store.restore(reviews)
  }

  private func restoreImports(_ archive: borrowing LogArchive, _ store: borrowing Store) throws {
    var ids: [Int64] = []
    for record in try archive.imports() { ids.append(try store.restore(record)) }
    var (rows, present): ([ImportedRow], Int) = ([], 0)
    try archive.eachImportedRow { number, row in
      if number != present || rows.count == Self.rowsPerCommit {
        if !rows.isEmpty { try store.restore(rows, of: ids[present - 1]) }
        (rows, present) = ([], number)
      }
      rows.append(row)
    }
    if !rows.isEmpty { try store.restore(rows, of: ids[present - 1]) }
  }

  private func restoreFinds(
    _ archive: borrowing LogArchive, _ store: borrowing Store, _ name: String,
    _ person: PersonID, _ now: Timestamp, _ progress: (Int) throws -> Void
  ) throws -> (id: Int64?, count: Int) {
    var (id, count): (Int64?, Int) = (nil, 0)
    let record = ImportRecord(
      person: person, format: .albumscan, name: name, digest: archive.digest, header: nil, read: 0,
      created: now, ended: nil, undone: nil)
    var finds: [(line: Int, record: FindRecord)] = []
    func commit(_ store: borrowing Store) throws {
      let place = if let id { id } else { try store.beginImport(record) }
      id = place
      Failpoint.pass("import:before")
      count += try store.restore(finds, into: place, at: now)
      Failpoint.pass("import:after")
      finds = []
      try progress(count)
    }
    try archive.eachFind { find, number in
      guard try !store.hasFind(find.id) else { return }
      finds.append((number, find))
      if finds.count == Self.rowsPerCommit { try commit(store) }
    }
    if !finds.isEmpty { try commit(store) }
    try store.endImports(of: archive.digest, .albumscan, at: now)
    return (id, count)
  }
}
