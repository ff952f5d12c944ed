// Parses a header value that is a word with parameters: `form-data; name="photo"`. Content-Type
// (RFC 9110 §8.3.1) and Content-Disposition (RFC 6266 §4.1) share this grammar. The parser refuses
// control bytes and unclosed quotes, and interprets no parameter.

import Text

/// A word, and its parameters in the order sent.
struct HeaderValue {
  /// The text before the first semicolon, in lower case.
  let word: String

  /// Names in lower case; values without quotes and escapes, otherwise unchanged.
  let parameters: [(name: String, value: [UInt8])]

  /// Nil when the value does not follow the grammar. Linear in its length.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.contains(where: { $0.isControl && $0 != .tab }) else { return nil }
    let end = bytes.firstIndex(of: .semicolon) ?? bytes.endIndex
    let name = bytes[..<end].trimming(\.isBlank)
    guard !name.isEmpty, name.allSatisfy({ $0.isToken || $0 == .slash }) else { return nil }
    guard let list = parameterList(bytes[end...]) else { return nil }
    word = name.lowercaseText
    parameters = list
  }

  /// The value of a parameter; nil when there is no parameter of that name, or more than one.
  subscript(name: String) -> [UInt8]? {
    let values = parameters.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }
}

/// `*( OWS ";" OWS [ parameter ] )` of RFC 9110 §5.6.6.
private func parameterList(_ bytes: ArraySlice<UInt8>) -> [(name: String, value: [UInt8])]? {
  var list: [(name: String, value: [UInt8])] = []
  var rest = bytes.trimming(\.isBlank)
  while !rest.isEmpty {
    guard rest.removeFirst() == .semicolon else { return nil }
    rest = rest.trimming(\.isBlank)
    if rest.isEmpty || rest.first == .semicolon { continue }
    guard let split = rest.firstIndex(of: .equals) else { return nil }
    let name = rest[..<split]
    guard !name.isEmpty, name.allSatisfy(\.isToken) else { return nil }
    rest = rest[(split + 1)...]
    guard let value = takeValue(from: &rest) else { return nil }
    list.append((name.lowercaseText, value))
    rest = rest.trimming(\.isBlank)
  }
  return list
}

/// A quoted string, or all bytes up to the next semicolon: some clients omit required quotes.
private func takeValue(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
  if rest.first == .quote {
    rest.removeFirst()
    return takeQuoted(from: &rest)
  }
  let end = rest.firstIndex(of: .semicolon) ?? rest.endIndex
  let value = rest[..<end].trimming(\.isBlank)
  rest = rest[end...]
  return value.contains(.quote) ? nil : Array(value)
}

/// The bytes before the closing quote. A backslash is dropped, and the byte after it kept.
///
/// Source: RFC 9110 §5.6.4.
private func takeQuoted(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
  var value: [UInt8] = []
  while let byte = rest.popFirst() {
    if byte == .quote { return value }
    guard byte == .backslash else {
      value.append(byte)
      continue
    }
    guard let escaped = rest.popFirst() else { return nil }
    value.append(escaped)
  }
  return nil
}
