// A shelf in a database, as if its job had found, read and looked up every item.

package import Albums
package import Store

extension Store {
  /// Adds a shelf with an item for each work, in their order. All items are sure, and none is added to
  /// the history yet.
  package func makeShelf(
    of works: [Album], as id: ScanID, key: String? = nil, at now: Timestamp
  ) throws {
    let digest = Array((Array(id.text.utf8) + Array(repeating: 0, count: 32)).prefix(32))
    let scan = NewScan(
      id: id, person: .owner, key: key, digest: digest, byteCount: 1000, guide: nil, kind: .shelf)
    _ = try accept(scan, at: now)
    guard let job = try claimJob(of: [.shelf], at: now) else {
      throw StoreError.damaged("no shelf to claim")
    }
    try beginFinding(job, at: now)
    let boxes = works.indices.map { number in
      let left = 20 + Double(number) * 30
      return ShelfBox(
        source: .spine, corners: [left, 10, left + 25, 10, left + 25, 900, left, 900],
        rotation: 270, confidence: 0.9)
    }
    try record(boxes, width: 4000, height: 3000, advice: [], of: job, at: now)
    try makeSheets(of: job, at: now)
    for task in try shelfTasks(of: job) {
      let work = works[task.number - 1]
      let reading = SpineReading(
        title: work.title, creator: work.artist, kind: work.kind == .book ? .book : .record,
        confidence: 0.9)
      try record(reading, of: task, job, at: now)
    }
    for task in try shelfTasks(of: job) {
      let work = try keep(works[task.number - 1])
      try record(work: work, confidence: 0.9, of: task, job, at: now)
    }
    guard try endShelf(job, at: now) else { throw StoreError.damaged("a shelf with tasks") }
  }

  /// Adds items of a shelf to the history. Returns the finds of all added items, in the order of the
  /// items.
  @discardableResult
  package func add(
    _ numbers: [Int], of shelf: ScanID, at now: Timestamp
  ) throws -> [FindID] {
    _ = try change(shelf, .add(numbers, isMine: false), by: .owner, at: now)
    return try self.shelf(shelf)?.items.compactMap(\.find) ?? []
  }
}
