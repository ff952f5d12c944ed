// JSON documents of the site: status documents and feeds.

import Text

extension JSON {
  /// The text without characters that pages must not contain; null for nil.
  static func cleaned(_ text: String?) -> JSON {
    text.map { .string(PlainText.cleaned($0)) } ?? .null
  }

  /// The same value with every string cleaned.
  static func cleaned(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): .cleaned(text)
    case .array(let elements): .array(elements.map { .cleaned($0) })
    case .object(let members): .object(members.map { Member($0.name, .cleaned($0.value)) })
    case .number, .bool, .null: json
    }
  }

  /// The document in one line, for an attribute.
  var line: String { written(escaping: .lessThan) }

  /// The bytes of a file: one document and a line feed.
  var document: [UInt8] { bytes(escaping: .lessThan) + [.lineFeed] }
}
