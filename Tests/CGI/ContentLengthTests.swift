// CONTENT_LENGTH is a plain number, absent, or an error. Source: docs/faults.md A4.

import CGI
import Testing

@Suite struct ContentLengthTests {
  @Test(
    arguments: [
      ("", nil), ("0", 0), ("1", 1), ("5", 5), ("33554432", 33_554_432), ("33554433", 33_554_433),
      ("007", 7), ("9223372036854775807", Int.max), ("0000000000000000005", 5),
    ] as [(String, Int?)])
  func `digits are a length`(text: String, length: Int?) throws {
    #expect(try request("POST", "", [("CONTENT_LENGTH", text)]).contentLength == length)
  }

  @Test(arguments: [
    "-1", "+5", "5, 5", "5,5", "100000000000000000000", "9223372036854775808",
    "18446744073709551616", "99999999999999999999999999999999", "0x10", " 5", "5 ", "\t5", "5\r\n",
    "5\n", "5\u{0}", "\u{0}5", "5.0", "5e3", "1_000", "1,000", "five", "-", "+", " ", "٥", "５",
    "0b1", "0o7", "5;5", "5\r\n5", "--5", "5-", "NaN", "inf", "nil", "²",
    "00000000000000000005", "\"5\"", "5 5",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: RequestError.length) { try request("POST", "", [("CONTENT_LENGTH", text)]) }
  }

  @Test func `a missing length is nil`() throws {
    #expect(try request("POST").contentLength == nil)
  }

  @Test func `the copy in HTTP_CONTENT_LENGTH must be equal`() throws {
    let same = [("CONTENT_LENGTH", "5"), ("HTTP_CONTENT_LENGTH", "5")]
    #expect(try request("POST", "", same).contentLength == 5)
    for lengths in [("5", "6"), ("", "5"), ("5", ""), ("5", "05")] {
      let two = [("CONTENT_LENGTH", lengths.0), ("HTTP_CONTENT_LENGTH", lengths.1)]
      #expect(throws: RequestError.length) { try request("POST", "", two) }
    }
  }
}
