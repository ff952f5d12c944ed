// Stores answers of services by question, so that a known album causes no second request.

package import Albums

extension Store {
  package func answer(to question: String) throws(StoreError) -> [UInt8]? {
    try connection.row("SELECT answer FROM answers WHERE question = ?", [.text(question)]) {
      (row) in
      row.blob(0)
    }
  }

  package func keep(
    _ answer: [UInt8], to question: String, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        "INSERT OR REPLACE INTO answers VALUES (?, ?, ?)",
        [.text(question), .blob(answer), .integer(now.milliseconds)])
    }
  }

  /// Removes the answers of a service, by its name in the cache, that are older than `end`.
  package func removeAnswers(of name: String, before end: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        "DELETE FROM answers WHERE question >= ?1 || ':' AND question < ?1 || ';' AND asked < ?2",
        [.text(name), .integer(end.milliseconds)])
    }
  }
}
