// Character classes of ASCII bytes, independent of the locale. The files for each RFC's grammar use
// them; nothing here knows a header.

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let dash = UInt8(ascii: "-")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let comma = UInt8(ascii: ",")
  static let backslash = UInt8(ascii: "\\")

  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLowerLetter: Bool { (0x61...0x7A).contains(self) }
  var isUpperLetter: Bool { (0x41...0x5A).contains(self) }
  var isLetterOrDigit: Bool { isDigit || isLowerLetter || isUpperLetter }

  /// Whether it is a space or a tab: OWS of RFC 9110 §5.6.3.
  var isBlank: Bool { self == .space || self == .tab }

  /// Whether it is printable ASCII or a space: 0x20…0x7E.
  var isPrintable: Bool { (0x20...0x7E).contains(self) }

  /// Whether it is a control character, DEL included.
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// Whether a token may contain it: tchar of RFC 9110 §5.6.2.
  var isToken: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  /// Whether a URL may always contain it unescaped: unreserved of RFC 3986 §2.3.
  var isUnreserved: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }

  /// The byte with A…Z turned into a…z.
  var lowercase: UInt8 { isUpperLetter ? self + 0x20 : self }

  /// The value of a hexadecimal digit, 0…15; nil for any other byte.
  var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The slice without blanks at either end.
  var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first.isBlank { rest.removeFirst() }
    while let last = rest.last, last.isBlank { rest.removeLast() }
    return rest
  }

  /// The text of ASCII bytes in lower case. Bytes above 0x7F become U+FFFD, which no grammar in this
  /// module accepts.
  var lowercaseText: String { String(decoding: map(\.lowercase), as: UTF8.self) }
}
