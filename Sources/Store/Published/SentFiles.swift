// The files that the remote of the published log has, and the changed files that it does not have
// yet. The lists are in a file of their own: the published database can be made again at any time,
// these lists cannot. Without them, everything is sent once more.

import Albums
import Host

/// Stands in the list in place of a digest, for a file whose content at the remote is not known. No
/// file has one of these digests.
package enum SentDigest {
  /// The remote may have the file or not.
  package static let perhaps: [UInt8] = [0]

  /// The remote has the file.
  package static let unknown: [UInt8] = [1]
}

extension Store {
  /// Prepares the lists for a remote. Empties the lists of another remote; then every file has to be
  /// sent.
  package func prepareSending(to remote: String) throws(StoreError) {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      let isSame = try sent.row(
        "SELECT 1 FROM remote WHERE name = ?", [.text(remote)]
      ) { (_) in true }
      guard isSame != true else { return }
      for table in ["sent", "unsent", "remote"] { try sent.run("DELETE FROM \(table)") }
      try sent.run("INSERT INTO remote VALUES (?)", [.text(remote)])
    }
  }

  /// Adds files that changed or were removed to the unsent files. `paths` are below the root of the
  /// published log.
  package func noteUnsent(_ paths: [String]) throws(StoreError) {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      try Self.noteUnsent(paths, in: sent)
    }
  }

  /// Records how the remote differs from the lists: it does not have the files `lost`, and it has the files
  /// `unknown` with an unknown content. All of them are unsent then. One transaction records both, so
  /// that every lost file is also unsent, even if the process dies.
  package func noteDifference(lost: [String], unknown: [String]) throws(StoreError) {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      for path in lost { try sent.run("DELETE FROM sent WHERE path = ?", [.text(path)]) }
      for path in unknown {
        try sent.run(
          "INSERT OR REPLACE INTO sent VALUES (?, ?)", [.text(path), .blob(SentDigest.unknown)])
      }
      try Self.noteUnsent(lost + unknown, in: sent)
    }
  }

  private static func noteUnsent(
    _ paths: [String], in sent: borrowing Connection
  ) throws(StoreError) {
    for path in paths {
      try sent.run("INSERT OR IGNORE INTO unsent VALUES (?)", [.text(path)])
    }
  }

  /// The files that changed since they were sent, in the order of the bytes of their paths.
  package func unsentPaths() throws(StoreError) -> [String] {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      try sent.rows("SELECT path FROM unsent ORDER BY path") { (row) in row.text(0) }
    }
  }

  /// The digest of each of `paths`; nil for a file that the remote does not have.
  ///
  /// The digests are no dictionary: two paths that only differ in how their characters are composed
  /// are two files, but equal strings.
  package func sentDigests(of paths: [String]) throws(StoreError) -> [[UInt8]?] {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      var digests: [[UInt8]?] = []
      for path in paths {
        digests.append(
          try sent.row(
            "SELECT digest FROM sent WHERE path = ?", [.text(path)]
          ) { (row) in row.blob(0) })
      }
      return digests
    }
  }

  /// Whether anything was sent to the remote.
  package func hasSentFiles() throws(StoreError) -> Bool {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      try sent.row("SELECT 1 FROM sent LIMIT 1") { (_) in true } ?? false
    }
  }

  /// All files of the remote, in the order of the bytes of their paths; empty if nothing was sent, or
  /// if the list was lost.
  package func sentPaths() throws(StoreError) -> [(path: String, digest: [UInt8])] {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      try sent.rows("SELECT path, digest FROM sent ORDER BY path") { (row) in
        (path: row.text(0), digest: row.blob(1))
      }
    }
  }

  /// Records that the remote may get or lose these files from now on. If no result is recorded, because
  /// the process is killed or the remote fails, the state of the remote is unknown: the files are sent or
  /// removed again, even if they are as they were before. `isRemoval` says that the folder does not
  /// have the file.
  package func noteSending(
    _ files: [(path: String, isRemoval: Bool)]
  ) throws(StoreError) {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      for file in files {
        try sent.run(
          """
          INSERT INTO sent VALUES (?1, ?2) ON CONFLICT (path) DO UPDATE SET digest = ?3
          WHERE digest <> ?2
          """,
          [
            .text(file.path), .blob(SentDigest.perhaps),
            .blob(file.isRemoval ? SentDigest.perhaps : SentDigest.unknown),
          ])
      }
    }
  }

  /// Records that the remote has these files, or has removed those without a digest. They are not
  /// unsent any more.
  package func noteSent(
    _ files: [(path: String, digest: [UInt8]?)]
  ) throws(StoreError) {
    try withSent { (sent: borrowing Connection) throws(StoreError) in
      for file in files {
        let path = Value.text(file.path)
        if let digest = file.digest {
          try sent.run("INSERT OR REPLACE INTO sent VALUES (?, ?)", [path, .blob(digest)])
        } else {
          try sent.run("DELETE FROM sent WHERE path = ?", [path])
        }
        try sent.run("DELETE FROM unsent WHERE path = ?", [path])
      }
    }
  }

  /// Runs `body` in a transaction on the file of the lists. Makes the file if it is missing, and anew
  /// if it is damaged.
  private func withSent<Result>(
    _ body: (borrowing Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let path = source?.sent else { throw .damaged("a database of the log sends no files") }
    do {
      return try Self.opened(path, body)
    } catch {
      guard error.isDamage else { throw error }
      try Self.removePublished(path)
      return try Self.opened(path, body)
    }
  }

  private static func opened<Result>(
    _ path: String, _ body: (borrowing Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let connection = try Connection.open(path, creates: true)
    return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.script(
        """
        CREATE TABLE IF NOT EXISTS remote (name TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS sent (
          path TEXT PRIMARY KEY, digest BLOB NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS unsent (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        """)
      return try body(connection)
    }
  }
}
