// JSON, written only (RFC 8259). What it writes is safe to stand inside HTML and scripts, too.
// Refuses to read: nothing that reaches the CGI is JSON.

/// A JSON value; an object keeps its keys in order.
package indirect enum JSON: Equatable, Sendable {
  case object([Member])
  case array([JSON])
  case string(String)
  case integer(Int)
  /// Written as `null` when it is not finite, as JSON.stringify does (ECMA-262 §25.5.2).
  case double(Double)
  case bool(Bool)
  case null

  /// One name and its value. Names should not repeat (RFC 8259 §4); nobody checks.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// A string, or null for nil.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// The document, without a blank or a line end in it.
  package func text() -> String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        quote(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .string(let string): quote(string, to: &text)
    case .integer(let number): text += "\(number)"
    case .double(let number): text += number.isFinite ? "\(number)" : "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .null: text += "null"
    }
  }
}

/// Writes a string with the escapes of RFC 8259 §7, and those that keep it from ending a script
/// element (`<`, `>`, `&`) or a line of old JavaScript (U+2028, U+2029; ECMA-262 before 2019).
private func quote(_ string: String, to text: inout String) {
  text += "\""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}", "<", ">", "&", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
  text += "\""
}

// Literals, so that an answer reads like the JSON it becomes.

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0, $1) })
  }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}
