// How a failure stands in columns: its code, and arguments as JSON or NULL.

import Albums

enum FailureColumns {
  /// The values of a code's column and its arguments' column.
  static func values(_ failure: Failure?) -> [Value] {
    guard let stored = failure?.stored else { return [.null, .null] }
    return [.text(stored.code), Value(stored.arguments)]
  }

  /// Nil for NULL, and for a code of a later program.
  static func failure(_ row: Row, from column: Int32) -> Failure? {
    Failure(code: row.text(column), arguments: row.textOrNil(column + 1))
  }

  /// Both in one column.
  static func value(_ failure: Failure?) -> Value {
    guard let stored = failure?.stored else { return .null }
    return .text(stored.arguments.map { "\(stored.code) \($0)" } ?? stored.code)
  }

  /// Nil for NULL; the general failure of a review for the sentence of an earlier version.
  static func failure(_ text: String?) -> Failure? {
    guard let text else { return nil }
    let code = text.prefix { $0 != " " }
    let arguments = text.dropFirst(code.count + 1)
    return Failure(code: String(code), arguments: String(arguments)) ?? .review
  }
}
