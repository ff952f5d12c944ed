// Which pages do not yet say what the database says.

package import Albums

/// Pages that have to be written again.
package struct Publication: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case find(FindID)
    case scan(ScanID)
  }

  package let serial: Int64
  package let subject: Subject
}

extension Store {
  /// Oldest first.
  package func unpublished() throws(StoreError) -> [Publication] {
    try connection.rows("SELECT serial, kind, id FROM unpublished ORDER BY serial") { (row) in
      let isFind = row.text(1) == "find"
      return Publication(
        serial: row.integer(0),
        subject: isFind
          ? .find(FindID(unchecked: row.text(2))) : .scan(ScanID(unchecked: row.text(2))))
    }
  }

  /// The serial of the change that was marked last; nil when every page is written.
  package func newestStalePage() throws(StoreError) -> Int64? {
    try connection.row("SELECT max(serial) FROM unpublished") { (row) in row.integerOrNil(0) }
      ?? nil
  }

  /// The pages of `publication` are written; a change since then has another serial and stays.
  package func published(_ publication: Publication) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        "DELETE FROM unpublished WHERE serial = ?", [.integer(publication.serial)])
    }
  }

  /// Everything is written up to and with `serial`: a full build.
  package func publishedAll(upTo serial: Int64) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run("DELETE FROM unpublished WHERE serial <= ?", [.integer(serial)])
    }
  }

  /// Inside a transaction of the change itself.
  func markUnpublished(_ kind: String, _ id: String) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO unpublished (kind, id) VALUES (?, ?)", [.text(kind), .text(id)])
  }
}
