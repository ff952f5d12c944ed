// Percent-encoding of URLs. Source: RFC 3986 §2.1.

extension StringProtocol {
  /// The UTF-8 bytes of the text. All bytes except the unreserved ones (RFC 3986 §2.3) become `%XX`
  /// with upper-case digits.
  package var percentEncoded: String { percentEncoded(keeping: \.isUnreserved) }

  /// The UTF-8 bytes of the text. Bytes above 0x7F, and bytes for which `isKept` is false, become
  /// `%XX`.
  package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
    guard utf8.contains(where: { $0 >= 0x80 || !isKept($0) }) else { return String(self) }
    var encoded: [UInt8] = []
    for byte in utf8 {
      if byte < 0x80, isKept(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), upperDigit(byte >> 4), upperDigit(byte)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

private func upperDigit(_ value: UInt8) -> UInt8 {
  let digit = UInt8.hexadecimalDigit(value)
  return digit.isLowerLetter ? digit - 0x20 : digit
}

/// The decoded bytes of a percent-encoded text; with `plusIsSpace`, `+` is a space (HTML forms).
///
/// Nil for a `%` without two hexadecimal digits after it.
package func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8]? {
  var plain: [UInt8] = []
  plain.reserveCapacity(bytes.count)
  var rest = bytes
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%") {
      guard let high = rest.popFirst()?.hexadecimalValue,
        let low = rest.popFirst()?.hexadecimalValue
      else { return nil }
      plain.append(high << 4 | low)
    } else {
      plain.append(plusIsSpace && byte == UInt8(ascii: "+") ? .space : byte)
    }
  }
  return plain
}
