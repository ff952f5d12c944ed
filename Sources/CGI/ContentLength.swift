// Parses the length of the body. Refuses signs, blanks, lists, other bases, and numbers that do not fit
// in an Int (docs/faults.md A4).

import Text

/// Maximum number of digits of a length: enough for every Int.
private let mostDigits = 19

/// CONTENT_LENGTH, or nil when it is missing or empty (RFC 3875 §4.1.2).
///
/// Throws `.length` when it is not a number, or differs from `HTTP_CONTENT_LENGTH`, which nginx passes
/// on in addition.
func length(in variables: Variables) throws(RequestError) -> Int? {
  guard let digits = variables["CONTENT_LENGTH"], !digits.isEmpty else {
    guard variables["HTTP_CONTENT_LENGTH"] == nil else { throw .length }
    return nil
  }
  let header = variables["HTTP_CONTENT_LENGTH"] ?? digits
  guard header == digits, let length = number(digits) else { throw .length }
  return length
}

/// The value of 1 to 19 decimal digits: `1*DIGIT` of RFC 9110 §8.6.
private func number(_ digits: [UInt8]) -> Int? {
  guard (1...mostDigits).contains(digits.count) else { return nil }
  var number = 0
  for digit in digits {
    guard digit.isDigit else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
    let (sum, isTooLargeStill) = product.addingReportingOverflow(Int(digit - 0x30))
    guard !isTooLarge, !isTooLargeStill else { return nil }
    number = sum
  }
  return number
}
