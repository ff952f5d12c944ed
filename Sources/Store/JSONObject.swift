// JSON for columns (`payload`, `…_arguments`) and for lists that a statement takes as one value.
// SQLite reads it (`->>`, `json_each`). Only texts and whole numbers occur.

enum JSONObject {
  /// The members in the order given, without spaces, so that equal objects are equal texts.
  static func text(_ members: [(name: String, value: Value)]) -> String {
    "{" + members.map { "\(quoted($0.name)):\(text($0.value))" }.joined(separator: ",") + "}"
  }

  static func list(_ values: [Value]) -> String {
    "[" + values.map { text($0) }.joined(separator: ",") + "]"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .text(let text): quoted(text)
    case .null, .real, .blob: "null"
    }
  }

  /// Source: RFC 8259 section 7.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
