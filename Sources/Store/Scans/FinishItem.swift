// The end of a scan. One transaction creates the find, stores the crop as a known cover, ends the
// job, and marks every page that changes as stale.

package import Albums

extension Store {
  /// `evidence` is about the album that the job identified. The transaction reads the item again,
  /// because the user may have chosen an album meanwhile. `Evidence.combined` combines that choice
  /// with the evidence.
  ///
  /// `unreviewed` is the reason why the identified album has no review. `isIncomplete` is true if a
  /// service did not deliver all data; then a later job asks the service again.
  package func finish(
    _ job: Job, as find: FindID, evidence: Evidence, unreviewed: Failure? = nil,
    isIncomplete: Bool = false, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(job, "state = 'done', failure_code = NULL, failure_arguments = NULL", at: now)
      guard let item = job.item else { throw .damaged("a scan without an item") }
      let identified = try identifiedAlbum(of: item)
      let choice = try choice(of: item)
      guard let album = choice?.album ?? identified else {
        throw .damaged("no album to finish with")
      }
      let isReviewed = choice == nil || album == identified
      try insert(find, of: item, joinedAlbum(album), isReviewed ? unreviewed : nil, by: job.person)
      try write(evidence.combined(with: choice, for: identified), of: item)
      try updateItem(
        of: job, "recognised = recognised OR ?3", [Value(choice?.isByPerson == true)], at: now)
      if let identified, identified != album { try nameFormer(identified, of: item) }
      try keepCrop(of: find)
      if isIncomplete { try addRefill(for: find, by: job.person, at: now) }
      try markStale("find", find.text)
      try markScanPage(ofItem: item)
      try markPagesNaming(find)
    }
  }

  private func identifiedAlbum(of item: Int64) throws(StoreError) -> Int64? {
    try connection.row("SELECT album FROM items WHERE id = ?", [.integer(item)]) { (row) in
      row.integerOrNil(0)
    } ?? nil
  }

  /// The time of the find is the time when the photo was accepted, not the end of the scan.
  func insert(
    _ find: FindID, of item: Int64, _ album: Int64, _ unreviewed: Failure?, by person: PersonID
  ) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO finds (id, item, person, album, found, unreviewed_code, unreviewed_arguments)
      SELECT ?1, id, ?3, ?4, created, ?5, ?6 FROM items WHERE id = ?2
      """,
      [.text(find.text), .integer(item), .text(person.text), .integer(album)]
        + FailureColumns.values(unreviewed))
  }
}
