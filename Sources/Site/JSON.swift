// JSON documents of the site: status documents and feeds.

import Text

extension JSON {
  /// A string without characters that are not allowed in pages, as for all untrusted text; null for
  /// nil.
  static func cleaned(_ text: String?) -> JSON {
    text.map { .string(PlainText.cleaned($0)) } ?? .null
  }

  /// The document in one line, for an attribute.
  var line: String { written(escaping: .lessThan) }

  /// The bytes of a file: one document and a line feed.
  var document: [UInt8] { bytes(escaping: .lessThan) + [.lineFeed] }
}
