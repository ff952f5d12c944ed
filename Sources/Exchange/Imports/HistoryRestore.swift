// Imports an export of AlbumScan. Local data has priority, so a second import adds nothing. Into an
// empty history, the import brings everything: a second export has the same bytes.

package import Albums
import Host
package import Photos
import Store

package struct HistoryRestore: Sendable {
  /// data/artwork
  private let artworkFolder: String
  private let photoProgram: PhotoProgram

  package init(artworkFolder: String, photoProgram: PhotoProgram) {
    self.artworkFolder = artworkFolder
    self.photoProgram = photoProgram
  }

  /// Checks the export as a whole and compares its finds with the history. Changes nothing. Throws
  /// `ImportError`.
  package func report(
    of archive: borrowing HistoryArchive, in database: some ImportDatabase
  ) async throws -> ImportReport {
    try archive.check()
    var judged = JudgedFinds(try ListedAlbums(archive))
    var number = 0
    for dataFile in try archive.dataFiles(.finds) {
      let finds = try archive.finds(of: dataFile).map { find in
        number += 1
        return ListedFind(line: number, id: find.id, album: judged.keys[find.album])
      }
      for some in finds.batches(of: ImportBatches.rowsPerJudgement) {
        let before = judged
        judged = try await database.with { (store) throws(StoreError) in
          var judged = before
          for find in some { try judged.add(find, store) }
          return judged
        }
      }
    }
    var report = judged.report
    try archive.eachPicture { name, read in
      if !Files.exists("\(artworkFolder)/\(name)") { report.bytes += try read().count }
    }
    return report
  }

  /// Imports the export. Call `report` first. The export's accounts come into an empty history
  /// only, and only with `takesPeople`. The other parameters and the result are those of
  /// `TableImport.run`; `progress` gets the number of new finds, and `leftOut` the name of each
  /// artwork that is no readable picture.
  package func run(
    _ archive: borrowing HistoryArchive, name: String, by person: PersonID,
    into database: some ImportDatabase, takesPeople: Bool = true, writesReviews: Bool = false,
    rowsPerCommit: Int = ImportBatches.rowsPerCommit, at now: Timestamp,
    leftOut: (String) -> Void = { _ in },
    began: (Int64) async throws -> Void = { _ in },
    progress: (Int) async throws -> Void = { _ in }
  ) async throws -> (id: Int64?, count: Int) {
    if takesPeople { try await restorePeople(archive, database) }
    // Files come before the rows that name them.
    let unreadable = try copyPictures(archive)
    for name in unreadable.sorted() { leftOut(name) }
    let keys = try await restoreFacts(archive, database, rowsPerCommit)
    // The rows name the pictures now. The daily removal of unused artwork may have removed some before.
    _ = try copyPictures(archive, except: unreadable)
    try await restoreImports(archive, database, rowsPerCommit)
    let record = ImportRecord(
      person: person, format: .albumscan, name: name, digest: archive.digest, header: nil, read: 0,
      created: now, ended: nil, undone: nil)
    var (id, count, number): (Int64?, Int, Int) = (nil, 0, 0)
    for dataFile in try archive.dataFiles(.finds) {
      let all = try archive.finds(of: dataFile).map(keys.renewed)
      let finds = zip(number + 1..<number + 1 + all.count, all).map { (line: $0, record: $1) }
      number += all.count
      for some in try await missing(finds, database).batches(of: rowsPerCommit) {
        let importID = if let id { id } else { try await begin(record, database) }
        if id == nil { try await began(importID) }
        id = importID
        Failpoint.pass("import:before")
        count += try await database.with { (store) throws(StoreError) in
          try store.restore(
            Array(some), into: importID, reviewer: writesReviews ? person : nil, at: now)
        }
        Failpoint.pass("import:after")
        try await progress(count)
      }
    }
    try await database.with { (store) throws(StoreError) in
      try store.endImports(of: record.digest, .albumscan, at: now)
    }
    return (id, count)
  }

  private func restorePeople(
    _ archive: borrowing HistoryArchive, _ database: some ImportDatabase
  ) async throws {
    let people = try archive.people()
    try await database.with { (store) throws(StoreError) in
      if try store.isEmptyHistory() { try store.restore(people) }
    }
  }

  /// Writes the pictures that data/artwork lacks. Pages show them to strangers, so a picture that another
  /// program wrote is encoded again; it keeps the name by which the rows know it. Returns the names of
  /// artwork without a readable picture.
  private func copyPictures(
    _ archive: borrowing HistoryArchive, except known: Set<String> = []
  ) throws -> Set<String> {
    try Files.makeDirectories(artworkFolder, mode: 0o750)
    let keeping = ArtworkKeeping(photoProgram: photoProgram, folder: artworkFolder)
    var unreadable = known
    for artwork in try archive.artworks() {
      let isWhole = artwork.allSatisfy { Files.exists(path($0.stem, side: $0.side)) }
      guard let stem = artwork.first?.stem, !isWhole, !unreadable.contains(stem) else { continue }
      var sides: [Int: [UInt8]] = [:]
      for picture in artwork { sides[picture.side] = try archive.bytes(of: picture) }
      guard let clean = try keeping.cleaned(sides) else {
        unreadable.insert(stem)
        continue
      }
      for (side, jpeg) in clean where !Files.exists(path(stem, side: side)) {
        try Files.replace(
          path(stem, side: side), with: jpeg, mode: Files.publicMode, durably: false)
      }
    }
    try Files.synchroniseFileSystem(of: artworkFolder)
    return unreadable
  }

  private func path(_ stem: String, side: Int) -> String {
    "\(artworkFolder)/\(stem)-\(side).jpg"
  }

  /// Imports albums and reviews. Returns the present keys of the albums.
  private func restoreFacts(
    _ archive: borrowing HistoryArchive, _ database: some ImportDatabase, _ rowsPerCommit: Int
  ) async throws -> PresentKeys {
    var keys = PresentKeys()
    for dataFile in try archive.dataFiles(.albums) {
      let renewed = try archive.albums(of: dataFile).map { keys.renew($0) }
      for albums in renewed.batches(of: rowsPerCommit) {
        try await database.with { (store) throws(StoreError) in try store.restore(Array(albums)) }
      }
    }
    for dataFile in try archive.dataFiles(.reviews) {
      let renewed = try archive.reviews(of: dataFile).map(keys.renewed)
      for reviews in renewed.batches(of: rowsPerCommit) {
        try await database.with { (store) throws(StoreError) in try store.restore(Array(reviews)) }
      }
    }
    return keys
  }

  private func restoreImports(
    _ archive: borrowing HistoryArchive, _ database: some ImportDatabase, _ rowsPerCommit: Int
  ) async throws {
    var ids: [Int64] = []
    for record in try archive.imports() {
      ids.append(
        try await database.with { (store) throws(StoreError) in try store.restore(record) })
    }
    for dataFile in try archive.dataFiles(.importRows) {
      for some in try archive.importedRows(of: dataFile).batches(of: rowsPerCommit) {
        let ids = ids
        try await database.with { (store) throws(StoreError) in
          for (number, rows) in Dictionary(grouping: some, by: \.number) {
            try store.restore(rows.map(\.row), of: ids[number - 1])
          }
        }
      }
    }
  }

  private func begin(
    _ record: ImportRecord, _ database: some ImportDatabase
  ) async throws(StoreError) -> Int64 {
    try await database.with { (store) throws(StoreError) in try store.beginImport(record) }
  }

  /// The finds that the database does not have.
  private func missing(
    _ finds: [(line: Int, record: FindRecord)], _ database: some ImportDatabase
  ) async throws(StoreError) -> [(line: Int, record: FindRecord)] {
    var missing: [(line: Int, record: FindRecord)] = []
    for some in finds.batches(of: ImportBatches.rowsPerJudgement) {
      missing += try await database.with { (store) throws(StoreError) in
        var missing: [(line: Int, record: FindRecord)] = []
        for find in some where try !store.hasFind(find.record.id) { missing.append(find) }
        return missing
      }
    }
    return missing
  }
}
