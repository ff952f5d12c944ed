// Makes untrusted text safe for HTML and XML: removes forbidden characters, and escapes markup
// characters. The code works on Unicode scalars, never on graphemes. A quote followed by U+0301 is
// one grapheme that is not equal to a quote, so escaping by graphemes would not escape it
// (docs/faults.md D3, measured).

import Text

/// Text from a model, from MusicBrainz or from a person.
enum PlainText {
  /// The maximum number of characters of a name on a page. Source: docs/faults.md D4.
  static let nameLimit = 300

  /// The maximum number of combining marks in a row. No writing system needs more.
  private static let markLimit = 8

  /// `text` escaped for an element's content or a quoted attribute value.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: needsCare) else { return text }
    var result: [UInt8] = []
    escape(text, into: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends `text`, escaped as by `escaped`.
  static func escape(_ text: String, into output: inout [UInt8]) {
    var text = text
    let isAppended = text.withUTF8 { bytes in
      guard !bytes.contains(where: needsCare) else { return false }
      output.append(contentsOf: bytes)
      return true
    }
    if isAppended { return }
    var marks = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;".utf8
      case "<": output += "&lt;".utf8
      case ">": output += "&gt;".utf8
      case "\"": output += "&quot;".utf8
      case "'": output += "&#39;".utf8
      default:
        if let kept = kept(scalar, &marks) { output += kept.utf8 }
        continue
      }
      marks = 0
    }
  }

  /// `text` without control, bidi and tag characters; line breaks stay. Source: docs/faults.md D4.
  static func cleaned(_ text: String) -> String {
    // Most text has nothing to remove, and checking bytes is much cheaper than checking scalars.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return text }
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      if let kept = kept(scalar, &marks) { result.append(kept) }
    }
    return String(result)
  }

  /// The character that stands for `scalar` in a page; nil if it is removed. `marks` is the number
  /// of combining marks directly before it.
  private static func kept(_ scalar: Unicode.Scalar, _ marks: inout Int) -> Unicode.Scalar? {
    marks = isMark(scalar) ? marks + 1 : 0
    if scalar == "\u{2028}" || scalar == "\u{2029}" || scalar == "\t" { return " " }
    return marks <= markLimit && belongsInPages(scalar) ? scalar : nil
  }

  /// One line of at most 300 characters; `otherwise` if no readable character is left.
  static func name(_ text: String, otherwise: @autoclosure () -> String) -> String {
    let words = oneLine(cleaned(text))
    guard !words.isEmpty else { return otherwise() }
    // A text has at most as many characters as bytes, and counting bytes is much cheaper.
    guard words.utf8.count > nameLimit else { return words }
    return words.count > nameLimit ? words.prefix(nameLimit - 1) + "…" : words
  }

  private static func oneLine(_ text: String) -> String {
    var last = UInt8(ascii: " ")
    let isOneLine = text.utf8.allSatisfy { byte in
      defer { last = byte }
      return (0x21..<0x7F).contains(byte) || (byte == 0x20 && last != 0x20)
    }
    if isOneLine, last != 0x20 { return text }
    return text.singleSpaced
  }

  /// Whether the byte may begin a character that has to be removed or escaped. True for every byte
  /// that is not ASCII.
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x26, 0x27, 0x22, 0x3C, 0x3E: true
    default: byte < 0x20 && byte != 0x0A || byte >= 0x7F
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  /// Whether a page may contain the character. False for C0 and C1 controls except line feed, for
  /// bidi controls, for tags, and for noncharacters, which XML 1.0 also forbids.
  /// Source: <https://www.w3.org/TR/xml/#charsets>, UAX #9.
  private static func belongsInPages(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: true
    case 0x00...0x1F, 0x7F...0x9F: false
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: false
    case 0xFDD0...0xFDEF, 0xE0000...0xE007F: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
