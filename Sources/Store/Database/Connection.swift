// One connection and its statements. Only this file and Row.swift call SQLite's C interface.

import CSQLite
import Host
import Text

/// An open database. The connection closes when this value is destroyed.
struct Connection: ~Copyable {
  private let handle: OpaquePointer

  /// Prepared statements that are not in use, by their SQL. Without this cache, a build spent a
  /// sixth of its time on preparing statements.
  private let idle: UnsafeMutablePointer<[String: OpaquePointer]>

  private init(taking handle: OpaquePointer) {
    self.handle = handle
    idle = .allocate(capacity: 1)
    idle.initialize(to: [:])
  }

  /// Opens a database file; creates the file if `creates` is true. With `attaches`, `attaching` can
  /// attach a second file. Source: docs/faults.md "SQLite".
  static func open(
    _ path: String, creates: Bool, attaches: Bool = false
  ) throws(StoreError) -> Connection {
    _ = countsNoMemory
    var handle: OpaquePointer?
    if creates { try create(path) }
    let mode = SQLITE_OPEN_READWRITE | (attaches ? SQLITE_OPEN_URI : 0)
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      if code & 0xFF == SQLITE_CANTOPEN { throw .missing(path: path) }
      throw .sqlite(code: code, message: String(cString: sqlite3_errstr(code)), sql: "open \(path)")
    }
    let connection = Connection(taking: handle)
    try connection.harden()
    return connection
  }

  /// SQLite counts no allocations in this process, because nothing reads the counts: counting took an eighth of the time in
  /// which the CGI reads the schema. Set before the first database is opened; the corresponding C function is
  /// `sqlite3_config`.
  private static let countsNoMemory = albumscan_count_no_memory() == SQLITE_OK

  /// Makes an empty file that only this user may read. Others could read a file that SQLite makes; the
  /// journal gets the mode of the database. An existing file is not opened: closing it would end the locks that this
  /// process has on it (<https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_>).
  private static func create(_ path: String) throws(StoreError) {
    do {
      _ = try FileDescriptor.creating(path)
    } catch {
      if error.isPresent { return }
      throw error.isMissing ? .missing(path: path) : .file(error)
    }
  }

  deinit {
    for statement in idle.pointee.values { sqlite3_finalize(statement) }
    idle.deinitialize(count: 1)
    idle.deallocate()
    sqlite3_close_v2(handle)
  }

  /// Sets the maximum time that a statement waits for the locks of other processes. The
  /// corresponding C function is `sqlite3_busy_timeout`.
  func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Sets the maximum memory for pages of the database, in KiB. SQLite refuses no size.
  func setCache(kilobytes: Int) {
    sqlite3_exec(handle, "PRAGMA cache_size=-\(kilobytes)", nil, nil, nil)
  }

  private func harden() throws(StoreError) {
    setBusyTimeout(milliseconds: 10_000)
    _ = albumscan_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = albumscan_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = albumscan_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 20_000_000)
    try script(
      """
      PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
      PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY;
      PRAGMA mmap_size=0; PRAGMA cache_size=-\(Store.usualCache);
      """)
  }

  /// Runs several statements without values. The corresponding C function is `sqlite3_exec`.
  func script(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  /// Runs one statement and returns the number of changed rows. Outside of a transaction, the statement
  /// is a transaction of its own.
  @discardableResult
  func run(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int {
    let commits = sqlite3_get_autocommit(handle) != 0
    if commits { Failpoint.pass("commit:before") }
    try each(sql, values) { (_) throws(StoreError) in }
    if commits { Failpoint.pass("commit:after") }
    return Int(sqlite3_changes(handle))
  }

  /// The first row, or nil. The statement runs to its end. Makes no array: for each new type of row, the runtime would
  /// make a type of array, which takes longer than reading the row.
  func row<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    var first: Result?
    try each(sql, values) { (row) throws(StoreError) in
      if first == nil { first = try read(row) }
    }
    return first
  }

  func rows<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    var results: [Result] = []
    try each(sql, values) { (row) throws(StoreError) in results.append(try read(row)) }
    return results
  }

  private func each(
    _ sql: String, _ values: [Value], _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try takeStatement(sql)
    defer { putBack(statement, sql) }
    for (index, value) in values.enumerated() {
      let code = bind(value, to: Int32(index + 1), of: statement)
      guard code == SQLITE_OK else { throw error(code, sql) }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try take(Row(statement: statement))
      case SQLITE_DONE: return
      case let code: throw error(code, sql)
      }
    }
  }

  /// Maximum number of cached statements. Reading a find uses eight.
  private static let keptStatements = 64

  /// Takes an unused statement out of the cache, or prepares a new one. A statement in use is not
  /// in the cache, so the same SQL can run again while its first rows are read.
  private func takeStatement(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = idle.pointee.removeValue(forKey: sql) { return statement }
    var statement: OpaquePointer?
    let prepared = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard prepared == SQLITE_OK, let statement else { throw error(prepared, sql) }
    return statement
  }

  /// Resets a statement, so that it holds no lock, and caches it. Source:
  /// <https://www.sqlite.org/c3ref/reset.html>.
  private func putBack(_ statement: OpaquePointer, _ sql: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if idle.pointee.count < Self.keptStatements, idle.pointee[sql] == nil {
      idle.pointee[sql] = statement
    } else {
      sqlite3_finalize(statement)
    }
  }

  /// Runs `body` in a transaction, which commits all changes or none. The transaction takes the
  /// write lock first, so "database is locked" cannot occur in the middle (docs/faults.md §0.11).
  func transaction<Result>(
    _ body: (borrowing Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    // Only writers set the journal mode: setting the mode reads the file, and readers need no
    // journal.
    try script("PRAGMA journal_mode=TRUNCATE; BEGIN IMMEDIATE")
    do {
      let result = try body(self)
      Failpoint.pass("commit:before")
      try script("COMMIT")
      Failpoint.pass("commit:after")
      return result
    } catch {
      // After a full disk SQLite may have rolled back already. Then this statement fails, which is
      // harmless.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Runs `body` while the database file `path` is attached under the name `name`. The file is
  /// opened for reading only: a transaction of `body` locks it for reading, and sees one state of it.
  /// Source: <https://www.sqlite.org/uri.html>.
  func attaching<Result>(
    _ path: String, as name: String,
    _ body: (borrowing Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let address = path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") }
    try run("ATTACH ? AS \(name)", [.text("file:\(address)?mode=ro")])
    let result: Result
    do {
      result = try body(self)
    } catch {
      sqlite3_exec(handle, "DETACH \(name)", nil, nil, nil)
      throw error
    }
    try script("DETACH \(name)")
    return result
  }

  private func bind(_ value: Value, to position: Int32, of statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, position)
    case .integer(let number): sqlite3_bind_int64(statement, position, number)
    case .real(let number): sqlite3_bind_double(statement, position, number)
    case .text(var text):
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          // The buffer of an empty text may have a null pointer, which SQLite would bind as NULL.
          $0.isEmpty
            ? albumscan_bind_text(statement, position, "", 0)
            : albumscan_bind_text(statement, position, $0.baseAddress, Int32($0.count))
        }
      }
    case .blob(let bytes): albumscan_bind_blob(statement, position, bytes, Int32(bytes.count))
    }
  }

  private func error(_ code: Int32, _ sql: String) -> StoreError {
    .sqlite(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}
