// The values of a statement, and a row of its result.

import CSQLite

/// A value that a statement binds or returns.
enum Value: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
  init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}

/// The current row of a statement. Valid only inside the closure that receives it. Columns count
/// from 0.
struct Row {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func isInteger(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_INTEGER
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func text(_ column: Int32) -> String {
    guard let text = sqlite3_column_text(statement, column) else { return "" }
    return String(cString: text)
  }

  func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func blob(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(statement, column))
    guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
