// The boxes of a shelf that its job reads and adds after the first search.

package import Albums

extension Store {
  /// The boxes of all items of the shelf, in the order of their numbers; also of those that were dismissed.
  package func shelfBoxes(of job: Job) throws(StoreError) -> [ShelfBox] {
    try connection.rows(
      """
      SELECT box, items.quad, rotation, box_confidence
      FROM items JOIN shelf_items ON shelf_items.item = items.id
      WHERE items.scan = ? ORDER BY items.position
      """, [Value(job.scan?.text)]
    ) { (row) throws(StoreError) in try Self.box(row, from: 0) }
  }

  /// Adds boxes with the next numbers, as far as a shelf may have more items.
  package func add(_ boxes: [ShelfBox], to job: Job, at now: Timestamp) throws(StoreError) {
    try changeShelf(of: job, at: now) { (store, scan) throws(StoreError) in
      let row = try connection.row(
        """
        SELECT (SELECT coalesce(max(position), 0) FROM items WHERE scan = ?1), width, height
        FROM shelves WHERE scan = ?1
        """, [.text(scan)]
      ) { (row) in
        (last: Int(row.integer(0)), width: Int(row.integer(1)), height: Int(row.integer(2)))
      }
      guard let row else { return }
      for (index, box) in boxes.prefix(max(0, ShelfItem.mostInPhoto - row.last)).enumerated() {
        try store.insert(
          box.inside(width: row.width, height: row.height), number: row.last + 1 + index,
          into: scan, at: now)
      }
    }
  }
}
