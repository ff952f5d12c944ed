// The site's own address, host names, and which of them are this computer.

import CGI
import Testing
import Text

@Suite struct BaseURLTests {
  @Test(arguments: [
    ("http://127.0.0.1:8017", "http://127.0.0.1:8017", "", true),
    ("http://127.0.0.1:8017/", "http://127.0.0.1:8017", "", true),
    ("HTTP://LocalHost:80", "http://localhost", "", true),
    ("https://records.example:443/", "https://records.example", "", false),
    ("https://records.example:8443/finds/", "https://records.example:8443", "/finds", false),
    ("http://192.168.1.5:8017", "http://192.168.1.5:8017", "", false),
    ("http://[0:0:0:0:0:0:0:1]:8017/a/b_~-.c", "http://[::1]:8017", "/a/b_~-.c", true),
    ("http://[::FFFF:127.0.0.1]", "http://[::ffff:7f00:1]", "", true),
    ("http://pi.local:080", "http://pi.local", "", false),
    ("http://localhost.evil.example", "http://localhost.evil.example", "", false),
    ("http://x.localhost", "http://x.localhost", "", false),
  ])
  func `a base URL gives its origin`(
    text: String, origin: String, path: String, isLoopback: Bool
  ) throws {
    let base = try BaseURL(text)
    #expect(base.origin == origin)
    #expect(base.path == path)
    #expect(base.isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("", BaseURLError.scheme), ("127.0.0.1:8017", .scheme), ("//a", .scheme), ("ftp://a", .scheme),
    ("javascript://a", .scheme), (" http://a", .scheme), ("http:/a", .scheme),
    ("http:\\\\a", .scheme),
    ("http://", .authority), ("http:///x", .authority), ("http://u@a", .authority),
    ("http://u:p@a", .authority), ("http://a:", .authority), ("http://a:0", .authority),
    ("http://a:65536", .authority), ("http://a:99999999999999999999", .authority),
    ("http://a b", .authority), ("http://a?x", .authority), ("http://a#x", .authority),
    ("http://a\\b", .authority), ("http://a\r\n", .authority), ("http://é", .authority),
    ("http://127.1", .authority), ("http://0x7f.0.0.1", .authority),
    ("http://127.0.0.01", .authority),
    ("http://127.0.0.256", .authority), ("http://2130706433", .authority),
    ("http://[::1", .authority),
    ("http://[::1%25lo]", .authority), ("http://[1.2.3.4]", .authority), ("http://[]", .authority),
    ("http://a//b", .path), ("http://a/..", .path), ("http://a/./b", .path),
    ("http://a/b?c", .path),
    ("http://a/b#c", .path), ("http://a/b c", .path), ("http://a/%2e", .path),
    ("http://a//", .path),
    ("http://a/\\b", .path), ("http://a/\r\nb", .path), ("http://a/é", .path),
  ])
  func `any other text is refused`(text: String, error: BaseURLError) {
    #expect(throws: error) { try BaseURL(text) }
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.255.254", true), ("127.0.0.0", true), ("::1", true),
    ("0:0:0:0:0:0:0:1", true), ("0000::0001", true), ("::ffff:127.0.0.1", true),
    ("::ffff:7f00:1", true), ("::FFFF:7F12:3456", true),
    ("126.255.255.255", false), ("128.0.0.1", false), ("0.0.0.0", false), ("::", false),
    ("::2", false), ("1::1", false), ("::127.0.0.1", false), ("::ffff:128.0.0.1", false),
    ("fe80::1", false), ("192.168.1.5", false), ("::fffe:127.0.0.1", false),
    ("1:2:3:4:5:6:7:8", false), ("64:ff9b::127.0.0.1", false),
  ])
  func `a range of addresses is loopback`(text: String, isLoopback: Bool) throws {
    #expect(try #require(IPAddress(text)).isLoopback == isLoopback)
  }

  @Test(arguments: [
    "", "127.0.0.1 ", " 127.0.0.1", "127.0.0.1\u{0}", "127.0.0", "127.0.0.1.1", "0127.0.0.1",
    "127.0.0.256", "127.0.0.-1", "127..0.1", "127.0.0.1:80", "localhost", "[::1]", ":::", ":",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "::12345", "::g", "::1%lo", "1:", ":1", "::1:",
    "1:2:3:4:5:6:7::8:9", "127.0.0.1::", "::127.0.0.1:1", "::+1", "1:2:3:4:5:6:7:8::", "½",
  ])
  func `text that is not an address is refused`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("0:0:0:0:0:0:0:0", "::"), ("1::", "1::"),
    ("::1", "::1"), ("fe80:0:0:0:0:0:0:0", "fe80::"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
  ])
  func `an address is written as browsers do`(text: String, spelled: String) throws {
    #expect(try #require(IPAddress(text)).description == spelled)
  }
}
