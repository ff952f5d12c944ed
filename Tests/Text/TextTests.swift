// Classes of bytes, trimming and percent-encoding.

import Testing
import Text

@Suite struct TextTests {
  @Test func `bytes are classified as ASCII alone`() {
    func members(_ isMember: (UInt8) -> Bool) -> [UInt8] { (0...255).filter(isMember) }
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8).sorted() }
    let lower = "abcdefghijklmnopqrstuvwxyz"
    let letters = lower + lower.uppercased() + "0123456789"
    #expect(members(\.isDigit) == bytes("0123456789"))
    #expect(members(\.isLowerLetter) == bytes(lower))
    #expect(members(\.isUpperLetter) == bytes(lower.uppercased()))
    #expect(members(\.isLetterOrDigit) == bytes(letters))
    #expect(members(\.isBlank) == bytes(" \t"))
    #expect(members(\.isSpace) == bytes("\t\n\u{B}\u{C}\r "))
    #expect(members(\.isControl) == Array(0...31) + [127])
    #expect(members(\.isPrintable) == Array(32...126))
    #expect(members(\.isToken) == bytes(letters + "!#$%&'*+-.^_`|~"))
    #expect(members(\.isUnreserved) == bytes(letters + "-._~"))
    #expect(members { $0.hexadecimalValue != nil } == bytes("0123456789ABCDEFabcdef"))
    #expect("09afAF".utf8.map(\.hexadecimalValue) == [0, 9, 10, 15, 10, 15])
    #expect(members { $0.lowercase != $0 } == bytes(lower.uppercased()))
    #expect(Array("Az@[É".utf8)[...].lowercaseText == "az@[É")
  }

  @Test(arguments: [
    ("", "", ""), ("  ", "", ""), (" a b ", "a b", "a b"), ("\u{A0}a\r\n", "a", "a"),
    ("\u{3000}宇 \n\t 多\u{2028}", "宇 \n\t 多", "宇 多"), ("a", "a", "a"),
    ("!a ~", "!a ~", "!a ~"), ("a\u{A0}", "a", "a"), ("a\r\n", "a", "a"), (" a", "a", "a"),
    ("\u{7F}a\t", "\u{7F}a", "\u{7F}a"),
  ])
  func `white space is cut from the ends, and between words`(
    text: String, trimmed: String, singleSpaced: String
  ) {
    #expect(text.trimmed == trimmed)
    #expect(text[...].trimmed == trimmed)
    #expect(text.singleSpaced == singleSpaced)
  }

  @Test(arguments: [
    ("", ""), ("Kafka", "Kafka"), ("a\u{202E}b\u{202C}c", "abc"), ("\u{2066}\u{2069}", ""),
    ("\u{202A}\u{202B}\u{202D}\u{2067}\u{2068}x", "x"), ("עמית\u{200F} לוי", "עמית\u{200F} לוי"),
    ("\u{2029}\u{202F}\u{2065}\u{206A}", "\u{2029}\u{202F}\u{2065}\u{206A}"),
  ])
  func `characters that change the direction of a line are removed, and marks stay`(
    text: String, kept: String
  ) {
    #expect(text.withoutDirectionControls.unicodeScalars.elementsEqual(kept.unicodeScalars))
  }

  @Test(arguments: [("", ""), (" \t", ""), ("\t a b ", "a b"), ("a\n", "a\n")])
  func `bytes of a class are cut from the ends of bytes`(text: String, trimmed: String) {
    let bytes = Array("..\(text)".utf8)[2...]
    #expect(String(decoding: bytes.trimming(\.isBlank), as: UTF8.self) == trimmed)
  }

  @Test(arguments: [
    ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("+/?&=#%", "%2B%2F%3F%26%3D%23%25"),
    ("é", "%C3%A9"), ("宇", "%E5%AE%87"), ("😀", "%F0%9F%98%80"), ("\0\n\u{7F}", "%00%0A%7F"),
  ])
  func `text is percent-encoded as UTF-8 and decoded again`(text: String, encoded: String) {
    #expect(text.percentEncoded == encoded)
    #expect(text[...].percentEncoded == encoded)
    #expect(percentDecoded(Array(encoded.utf8)[...], plusIsSpace: false) == Array(text.utf8))
  }

  @Test func `a caller may keep more bytes, but only of ASCII`() {
    #expect("https://é/?a b".percentEncoded { _ in true } == "https://%C3%A9/?a b")
  }

  @Test(arguments: ["%", "%4", "a%4g", "%zz", "%%41"])
  func `a broken escape is refused`(text: String) {
    #expect(percentDecoded(Array(text.utf8)[...], plusIsSpace: true) == nil)
  }

  @Test func `a plus is a space in forms only`() {
    let bytes = Array("a+b%2B%41%fF".utf8)[...]
    #expect(percentDecoded(bytes, plusIsSpace: true) == Array("a b+A".utf8) + [0xFF])
    #expect(percentDecoded(bytes, plusIsSpace: false) == Array("a+b+A".utf8) + [0xFF])
  }
}
