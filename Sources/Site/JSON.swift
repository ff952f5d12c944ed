// JSON as we write it: keys in the order given, one document to a file, no Foundation.

/// A JSON value. Source: RFC 8259.
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number written out already, `0.0123`.
  case number(String)
  case text(String)
  case list([JSON])
  case object([(String, JSON)])

  /// Text, or null for none.
  static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }

  /// The document with a line feed at its end.
  var bytes: [UInt8] { Array(written.utf8) + [0x0A] }

  private var written: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let digits): digits
    case .text(let text): quoted(text)
    case .list(let values): "[\(values.map(\.written).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(quoted($0))\(":")\($1.written)" }.joined(separator: ","))}"
    }
  }
}

/// Cleaned like everything untrusted, and without `<`, so that no reader takes it for markup.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in PlainText.cleaned(text).unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "<": result += "\\u003c"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
