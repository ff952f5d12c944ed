// Gives albums and tags of an earlier version the keys of the present rules for names.
// Source: docs/decisions/170-normal-form-of-names.md.

import Albums

extension Store {
  /// Renews the keys of albums and tags. Call it after an upgrade; a second call changes nothing.
  ///
  /// A review moves with its album. If another row has the present key, the album keeps its former key.
  package func renewNames() throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try renewAlbums()
      try renewTags()
    }
  }

  private func renewAlbums() throws(StoreError) {
    let rows = try connection.rows(
      """
      SELECT id, key, kind, artist, title, year FROM albums WHERE key_rules < \(AlbumKey.rules)
      ORDER BY id
      """
    ) { (row) in
      (
        id: row.integer(0), key: AlbumKey(stored: row.text(1)),
        present: AlbumKey(
          kind: WorkKind(rawValue: row.text(2)) ?? .album, artist: row.text(3),
          title: row.text(4), year: row.integerOrNil(5).map { Int($0) })
      )
    }
    // An album that keeps its key comes before an album that wants the key.
    for row in rows where row.key.hasBytes(of: row.present) {
      try connection.run(
        "UPDATE albums SET key_rules = \(AlbumKey.rules) WHERE id = ?", [.integer(row.id)])
    }
    // A key becomes free when its album gets another one.
    var (waiting, count) = (rows.filter { !$0.key.hasBytes(of: $0.present) }, Int.max)
    while waiting.count < count {
      count = waiting.count
      var left = waiting
      left.removeAll()
      for row in waiting {
        if try hasRow(with: row.present) {
          left.append(row)
        } else {
          try renew(row.id, from: row.key, to: row.present)
        }
      }
      waiting = left
    }
  }

  private func renew(_ id: Int64, from key: AlbumKey, to present: AlbumKey) throws(StoreError) {
    try connection.run(
      "UPDATE albums SET key = ?, key_rules = \(AlbumKey.rules) WHERE id = ?",
      [.text(present.text), .integer(id)])
    try moveReview(of: key, to: present)
    try markPages(of: id)
  }

  private func hasRow(with key: AlbumKey) throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM albums WHERE key = ?", [.text(key.text)]) { (_) in true }
      ?? false
  }

  /// The first of several spellings of one tag of a find stays.
  private func renewTags() throws(StoreError) {
    let tags = try connection.rows("SELECT find, key, tag FROM find_tags ORDER BY find, position") {
      (row) in (find: row.text(0), key: row.text(1), present: Tag(stored: row.text(2)).key)
    }
    for tag in tags where !tag.key.utf8.elementsEqual(tag.present.utf8) {
      try connection.run(
        "UPDATE OR REPLACE find_tags SET key = ?3 WHERE find = ?1 AND key = ?2",
        [.text(tag.find), .text(tag.key), .text(tag.present)])
      try markStale("find", tag.find)
    }
  }
}

extension AlbumKey {
  /// Whether the database compares both keys as equal. `String` compares by canonical equivalence.
  fileprivate func hasBytes(of other: AlbumKey) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
}
