// How two columns store a failure: its code, and its arguments as a JSON object or NULL. No other
// file knows the form of the arguments.

import Albums
import Text

enum FailureColumns {
  /// The values of `failure_code` and `failure_arguments`. The general sentence of a code needs no
  /// arguments.
  static func values(_ failure: ScanFailure?) -> [Value] {
    guard let failure else { return [.null, .null] }
    let isGeneral = failure.message == failure.code.advice
    return [
      .text(failure.code.rawValue),
      isGeneral ? .null : .text((["message": .string(failure.message)] as JSON).written()),
    ]
  }

  /// The two columns of `prefix` for a SELECT. Read them with `failure(_:from:)`.
  static func columns(_ prefix: String) -> String {
    "\(prefix)_code, \(prefix)_arguments ->> '$.message'"
  }

  /// Nil for NULL, and for a code that a later version wrote.
  static func failure(_ row: Row, from column: Int32) -> ScanFailure? {
    FailureCode(rawValue: row.text(column)).map { ScanFailure($0, row.textOrNil(column + 1)) }
  }
}
