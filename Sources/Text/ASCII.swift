// Classes of ASCII bytes, independent of the locale. This file knows no format: the code of each
// format chooses the classes that it needs.

extension UInt8 {
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")
  package static let quote = UInt8(ascii: "\"")
  package static let dash = UInt8(ascii: "-")
  package static let dot = UInt8(ascii: ".")
  package static let slash = UInt8(ascii: "/")
  package static let colon = UInt8(ascii: ":")
  package static let semicolon = UInt8(ascii: ";")
  package static let equals = UInt8(ascii: "=")
  package static let comma = UInt8(ascii: ",")
  package static let backslash = UInt8(ascii: "\\")

  package var isDigit: Bool { (0x30...0x39).contains(self) }
  package var isLowerLetter: Bool { (0x61...0x7A).contains(self) }
  package var isUpperLetter: Bool { (0x41...0x5A).contains(self) }
  package var isLetterOrDigit: Bool { isDigit || isLowerLetter || isUpperLetter }

  /// A space or a tab: OWS of RFC 9110 §5.6.3.
  package var isBlank: Bool { self == .space || self == .tab }

  /// White space by the rule of C's `isspace`: a space, or 0x09…0x0D.
  package var isSpace: Bool { self == .space || (0x09...0x0D).contains(self) }

  /// A printable ASCII character, the space included: 0x20…0x7E.
  package var isPrintable: Bool { (0x20...0x7E).contains(self) }

  /// A control character of ASCII, DEL included.
  package var isControl: Bool { self < 0x20 || self == 0x7F }

  /// A character of a token: tchar of RFC 9110 §5.6.2.
  package var isToken: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  /// A character that is never escaped in a URL: unreserved of RFC 3986 §2.3.
  package var isUnreserved: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }

  /// The byte with A…Z mapped to a…z.
  package var lowercase: UInt8 { isUpperLetter ? self + 0x20 : self }

  /// The value of a hexadecimal digit, 0…15; nil for any other byte.
  package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }

  /// The lower-case hexadecimal digit of a value 0…15; higher bits are ignored.
  static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    let value = value & 0xF
    return value < 10 ? value + 0x30 : value + 0x57
  }
}

extension ArraySlice<UInt8> {
  /// The text with A…Z in lower case. Bytes that are not UTF-8 become U+FFFD, which no grammar of
  /// the CGI accepts.
  package var lowercaseText: String { String(decoding: map(\.lowercase), as: UTF8.self) }
}
