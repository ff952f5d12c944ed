// Strict decoding of percent-encoding and base64.

package enum Encodings {
  /// The decoded text. Nil if two digits after a `%` are missing, or if the bytes are not UTF-8.
  /// With `plusIsSpace`, `+` is a space, as in forms.
  static func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard rest.count >= 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The decoded bytes. Nil if the text is not base64 of RFC 4648 §4 with padding.
  package static func base64Decoded(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var bits: UInt32 = 0
    for (index, digit) in digits.enumerated() {
      let isPadding = index >= digits.count - padding
      let value = isPadding && digit == UInt8(ascii: "=") ? 0 : values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      if index % 4 == 3 {
        bytes.append(UInt8(bits >> 16 & 255))
        bytes.append(UInt8(bits >> 8 & 255))
        bytes.append(UInt8(bits & 255))
        bits = 0
      }
    }
    return Array(bytes.dropLast(padding))
  }

  /// The bytes as base64 of RFC 4648 §4.
  package static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for offset in 0..<3 {
        bits = bits << 8 | UInt32(start + offset < bytes.count ? bytes[start + offset] : 0)
      }
      for place in 0..<4 {
        text.append(
          place <= group.count
            ? alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
}
