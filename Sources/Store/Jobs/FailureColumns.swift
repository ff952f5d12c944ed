// How two columns store a failure: its code, and its arguments as a JSON object or NULL. No other
// file knows the form of the arguments.

import Albums

enum FailureColumns {
  /// The values of `failure_code` and `failure_arguments`.
  static func values(_ failure: Failure?) -> [Value] {
    guard let stored = failure?.stored else { return [.null, .null] }
    return [.text(stored.code), Value(stored.arguments)]
  }

  /// The two columns whose names begin with `prefix`, for a SELECT. `failure(_:from:)` reads them.
  static func columns(_ prefix: String) -> String { "\(prefix)_code, \(prefix)_arguments" }

  /// The stored failure; nil for NULL, and for a code that a later version wrote.
  static func failure(_ row: Row, from column: Int32) -> Failure? {
    Failure(code: row.text(column), arguments: row.textOrNil(column + 1))
  }
}
