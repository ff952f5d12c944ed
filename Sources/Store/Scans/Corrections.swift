// Corrections: the user says which album an item is. A request becomes a job or a choice, and the
// worker changes the find. A find keeps its id and its page. Its former album stays among its
// candidates.

package import Albums

/// The result of a request for a correction.
package enum CorrectionOutcome: Equatable, Sendable {
  /// The worker makes the correction. A scan without a find ends with the chosen album.
  case accepted
  /// There is no such find or scan, or it was deleted.
  case notFound
  /// The album is not a candidate of the item.
  case noCandidate
  /// `Correction.mostBacks` photos of the back named no album.
  case enoughBacks
}

extension Store {
  /// Corrects a find in the history.
  package func correct(
    _ find: FindID, _ correction: Correction, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> CorrectionOutcome {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard try isInLog(find), let item = try item(of: find) else { return .notFound }
      if try hasEnoughBacks(item, for: correction) { return .enoughBacks }
      guard let request = try request(for: correction, of: item) else { return .noCandidate }
      try enqueue(request, for: item, by: person, next: now, at: now)
      return .accepted
    }
  }

  /// Corrects a scan in any state. If the scan has a find, corrects that find.
  package func correct(
    _ scan: ScanID, _ correction: Correction, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> CorrectionOutcome {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard let item = try item(of: scan) else { return .notFound }
      let find = try find(ofItem: item)
      if let find, try !isInLog(find) { return .notFound }
      if try hasEnoughBacks(item, for: correction) { return .enoughBacks }
      guard let request = try request(for: correction, of: item) else { return .noCandidate }
      if find == nil, case .album(let album) = request {
        try choose(
          Choice(album: album, evidence: Evidence(.person)), for: item, by: person, at: now)
        // The artwork of a known cover is stored already, so no job follows the scan.
        if try isOffered(album, for: item) {
          try withdrawCorrections(of: item, at: now)
          return .accepted
        }
      }
      try enqueue(request, for: item, by: person, next: now, at: now)
      return .accepted
    }
  }

  /// The job request for a correction; nil if its album is not a candidate of the item.
  private func request(
    for correction: Correction, of item: Int64
  ) throws(StoreError) -> JobRequest? {
    switch correction {
    case .candidate(let id): return try candidate(id, of: item).map { .album($0) }
    case .named(let artist, let title, let kind):
      let present = try self.kind(ofItem: item)
      let album = Album(kind: kind ?? present, artist: artist, title: title)
      return .album(try knownOrSaved(album))
    case .musicBrainz(let link): return .musicBrainz(link)
    case .hint(let words): return .hint(words)
    case .back(let file): return .back(file: file)
    }
  }

  /// Whether the correction is one back too many. A back that named an album does not count.
  private func hasEnoughBacks(
    _ item: Int64, for correction: Correction
  ) throws(StoreError) -> Bool {
    guard case .back = correction else { return false }
    let backs = try connection.row(
      "SELECT count(*) FROM jobs WHERE item = ? AND kind = 'correct' AND payload ->> '$.file' IS NOT NULL",
      [.integer(item)]
    ) { (row) in row.integer(0) }
    return backs ?? 0 >= Int64(Correction.mostBacks)
  }

  /// The kind of the work of the item's find; `album` if the item has no find.
  private func kind(ofItem item: Int64) throws(StoreError) -> WorkKind {
    guard let find = try find(ofItem: item) else { return .album }
    return try kind(of: find) ?? .album
  }

  /// The album with this id, if it is a candidate of the item or the album of its find.
  private func candidate(_ id: String, of item: Int64) throws(StoreError) -> Int64? {
    try connection.row(
      """
      SELECT album FROM candidates WHERE item = ?1 AND CAST(album AS TEXT) = ?2
      UNION SELECT album FROM finds WHERE item = ?1 AND CAST(album AS TEXT) = ?2
      """, [.integer(item), .text(id)]
    ) { (row) in row.integer(0) }
  }

  private func isOffered(_ album: Int64, for item: Int64) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM candidates WHERE item = ? AND album = ? AND kind = 'cover'",
      [.integer(item), .integer(album)]
    ) { (_) in true } ?? false
  }
}

extension Store {
  /// Stores the album that the model named for the hint of `job`, and returns its id. The job
  /// continues with this album. If the item has no find, the album becomes the item's choice.
  package func settle(
    _ job: Job, on album: Album, evidence: Evidence, at now: Timestamp
  ) throws(StoreError) -> Int64 {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let id = try knownOrSaved(album)
      guard case .hint(let words) = job.request else { throw .damaged("no hint to answer") }
      let answer = JobRequest.named(album: id, evidence: evidence, hint: words)
      try settle(job, as: answer, Choice(album: id, evidence: evidence), at: now)
      return id
    }
  }

  /// Stores in `job` that the back of the sleeve names `album`. If the item has no find, the album becomes the
  /// item's choice.
  package func settle(
    _ job: Job, on album: Int64, evidence: Evidence, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let answer = JobRequest.named(album: album, evidence: evidence, hint: nil)
      try settle(job, as: answer, Choice(album: album, evidence: evidence), at: now)
    }
  }

  /// Stores in `job` that its link leads to `album`. If the item has no find, the album becomes the
  /// item's choice.
  package func settle(_ job: Job, on album: Int64, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try settle(
        job, as: .album(album), Choice(album: album, evidence: Evidence(.person)), at: now)
    }
  }

  private func settle(
    _ job: Job, as request: JobRequest, _ choice: Choice, at now: Timestamp
  ) throws(StoreError) {
    try learn(request, for: job, at: now)
    try markPages(of: choice.album)
    if let item = job.item { try choose(choice, for: item, by: job.person, at: now) }
  }

  /// Adds candidates: the other albums that the job found.
  package func add(
    _ albums: [(album: Album, reason: String)], for job: Job
  ) throws(StoreError) {
    guard let item = job.item else { return }
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      for (album, reason) in albums {
        try nameCandidate(try knownOrSaved(album), of: item, .named, reason)
      }
      try markScanPage(ofItem: item)
      try markPage(ofItem: item)
    }
  }

  /// Changes the album of the find to `album`. Updates the find's cover, and marks as stale its
  /// page and all pages that name the find. The stored evidence stays part of the new evidence only
  /// if the album is the same.
  package func correct(
    _ find: FindID, to album: Int64, by job: Job, evidence: Evidence, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let album = try joinedAlbum(album)
      try update(job, "attempts = attempts", at: now)
      guard let item = try item(of: find), let former = try albumID(of: find) else { return }
      try markPagesNaming(find)
      let stored = former == album ? try self.evidence(of: item) : nil
      let wasSure = try isSure(item)
      try move(find, of: item, from: former, to: album)
      try write(stored?.replaced(by: evidence) ?? evidence, of: item)
      try afterChange(of: find, item, isOther: former != album, wasSure: wasSure, at: now)
    }
  }

  /// The album of a find, including a deleted find.
  package func albumID(of find: FindID) throws(StoreError) -> Int64? {
    try connection.row("SELECT album FROM finds WHERE id = ?", [.text(find.text)]) { (row) in
      row.integer(0)
    }
  }

  func move(
    _ find: FindID, of item: Int64, from former: Int64, to album: Int64
  ) throws(StoreError) {
    guard former != album else { return }
    try nameFormer(former, of: item)
    let kind = try kind(ofWork: album)
    let isMoved = try self.kind(ofWork: former) != kind
    // Pictures of books are no known covers.
    if kind == .book {
      try forgetOwnCover(of: find)
      try forgetCrop(of: find)
    } else {
      try moveOwnCover(of: find, from: former, to: album)
    }
    try connection.run(
      """
      UPDATE finds SET album = ?2, moved = moved OR ?3, unreviewed_code = NULL,
        unreviewed_arguments = NULL WHERE id = ?1
      """, [.text(find.text), .integer(album), Value(isMoved)])
    try connection.run(
      "UPDATE covers SET album = ?2 WHERE source = ?1", [.text("find:\(find)"), .integer(album)])
  }

  func isSure(_ item: Int64) throws(StoreError) -> Bool? {
    try connection.row("SELECT sure FROM items WHERE id = ?", [.integer(item)]) { (row) in
      row.integer(0) == 1
    }
  }

  /// `isOther` says that the find has another album now, `wasSure` whether it was sure before. The
  /// entry of the find in feeds changes only if the find has another album, has become sure, or is
  /// no longer sure.
  func afterChange(
    of find: FindID, _ item: Int64, isOther: Bool, wasSure: Bool?, at now: Timestamp
  ) throws(StoreError) {
    let isJudgedAnew = try isSure(item) != wasSure
    if isOther || isJudgedAnew {
      try connection.run(
        "UPDATE finds SET corrected = ?2 WHERE id = ?1",
        [.text(find.text), .integer(now.milliseconds)])
    }
    if try isInLog(find) { try keepCrop(of: find) }
    try markStale("find", find.text)
    try markScanPage(ofItem: item)
    try markPagesNaming(find)
  }
}
