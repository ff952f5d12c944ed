// The fields of a small form: application/x-www-form-urlencoded
// (<https://url.spec.whatwg.org/#urlencoded-parsing>), read strictly.
// Refuses input that browsers never send: broken escapes, bytes that are not UTF-8, a name twice.

import Text

/// Fields by name, decoded.
package struct Form: Equatable, Sendable {
  /// Maximum length of the body, in bytes. Source: docs/limits.md "non-upload POST".
  package static let longestBody = 65536

  /// Maximum number of fields. The form that edits many finds has a field for each of them.
  package static let mostFields = 1100

  private let fields: [String: String]

  /// Reads the body of a POST whose Content-Type is `contentType`.
  ///
  /// A name that occurs twice is refused; none of our forms repeats a name. If one reader took the
  /// first value and another reader the last, the checked value could differ from the used value.
  package init(contentType: String?, body: [UInt8]) throws(FormError) {
    let type = HeaderValue(Array((contentType ?? "").utf8)[...])
    guard type?.word == "application/x-www-form-urlencoded" else { throw .notForm }
    try self.init(encoded: body)
  }

  /// Reads the query of an address, which has the same encoding.
  package init(query: [UInt8]) throws(FormError) { try self.init(encoded: query) }

  private init(encoded bytes: [UInt8]) throws(FormError) {
    guard bytes.count <= Form.longestBody else { throw .tooLong }
    let pairs = bytes.split(separator: UInt8(ascii: "&"))
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
  /// Not UTF-8, or contains a NUL.
  case text
}

/// Decodes `+` and `%XX`.
private func decoded(_ bytes: ArraySlice<UInt8>) throws(FormError) -> String {
  guard let plain = percentDecoded(bytes, plusIsSpace: true) else { throw .escape }
  guard !plain.contains(0), let text = String(validating: plain, as: UTF8.self) else {
    throw .text
  }
  return text
}
