// The fields of a small form: application/x-www-form-urlencoded
// (<https://url.spec.whatwg.org/#urlencoded-parsing>), read strictly.
// Refuses what browsers never send: broken escapes, bytes that are not UTF-8, one name twice.

import Text

/// Fields by name, decoded.
package struct Form: Equatable, Sendable {
  /// Longest body, in bytes: 64 kB. Source: FAULTS §6 "non-upload POST".
  package static let longestBody = 65536

  /// Most fields. The longest form of ours has about a dozen.
  package static let mostFields = 64

  private let fields: [String: String]

  /// Reads the body of a POST whose Content-Type is `contentType`.
  ///
  /// A name that stands twice is refused, not settled: no form of ours repeats one, and taking the
  /// first or the last is how a checked value and a used value come to differ.
  package init(contentType: String?, body: [UInt8]) throws(FormError) {
    let type = HeaderValue(Array((contentType ?? "").utf8)[...])
    guard type?.word == "application/x-www-form-urlencoded" else { throw .notForm }
    guard body.count <= Form.longestBody else { throw .tooLong }
    let pairs = body.split(separator: UInt8(ascii: "&"))
    guard pairs.count <= Form.mostFields else { throw .tooManyFields }
    var fields: [String: String] = [:]
    for pair in pairs {
      let end = pair.firstIndex(of: .equals) ?? pair.endIndex
      let value = try decoded(pair[end...].dropFirst())
      let earlier = fields.updateValue(value, forKey: try decoded(pair[..<end]))
      guard earlier == nil else { throw .duplicate }
    }
    self.fields = fields
  }

  /// The value of a field; nil when the form has none, "" when it was left empty.
  package subscript(name: String) -> String? { fields[name] }

  package var names: [String] { fields.keys.sorted() }
}

/// Why a form was not read.
package enum FormError: Error, Equatable, Sendable, CaseIterable {
  /// Another Content-Type.
  case notForm
  case tooLong, tooManyFields, duplicate
  /// A `%` without two hexadecimal digits.
  case escape
  /// Not UTF-8, or a NUL, which no text of ours can hold.
  case text
}

/// The text that `+` and `%XX` stand for.
private func decoded(_ bytes: ArraySlice<UInt8>) throws(FormError) -> String {
  guard let plain = percentDecoded(bytes, plusIsSpace: true) else { throw .escape }
  guard !plain.contains(0), let text = String(validating: plain, as: UTF8.self) else {
    throw .text
  }
  return text
}
