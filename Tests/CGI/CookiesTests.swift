// Cookies: the parser finds our cookies among those of other programs, and an ambiguous cookie has
// no value.

import CGI
import Testing

@Suite struct CookiesTests {
  @Test(
    arguments: [
      ("s=1", "1"), ("a=2; s=1", "1"), ("s=1; a=2", "1"), ("s=1;a=2", "1"), ("a;s=1", "1"),
      ("s=\"1\"", "1"), ("s=", ""), ("s=a=b", "a=b"), ("; ; s=1;", "1"), ("a=é; s=1", "1"),
      ("a=\"x y\"; s=1", "1"), ("s=AZaz09-_", "AZaz09-_"), ("S=2; s=1", "1"), ("\ts=1 ", "1"),
      ("s=1; s=2", nil), ("s=1; s=1", nil), ("s=1; s=2; s=1", nil), ("s", nil), ("=1", nil),
      ("s =1", nil), ("s=1 2", nil), ("s=1,2", nil), ("s=\\1", nil), ("s=\"", nil), ("s=\"1", nil),
      ("s=\u{0}", nil), ("s=é", nil), ("x=1", nil), ("", nil), (";", nil), ("s=\"1\"2\"", nil),
    ] as [(String, String?)])
  func `a name that occurs once has a value`(header: String, value: String?) throws {
    #expect(try request("GET", "", [("HTTP_COOKIE", header)]).cookies["s"] == value)
  }

  @Test(arguments: [("", false), ("s=1", true), (";", true), ("garbage", true)])
  func `a header without a valid cookie counts as sent`(header: String, seen: Bool) throws {
    #expect(try request("GET", "", [("HTTP_COOKIE", header)]).cookies.wereSent == seen)
    #expect(try request().cookies.wereSent == false)
  }

  @Test func `a cookie header has a maximum length`() throws {
    let longest = "s=" + String(repeating: "a", count: 16382)
    #expect(try request("GET", "", [("HTTP_COOKIE", longest)]).cookies["s"]?.utf8.count == 16382)
    #expect(throws: RequestError.header(name: "HTTP_COOKIE")) {
      try request("GET", "", [("HTTP_COOKIE", longest + "a")])
    }
  }
}
