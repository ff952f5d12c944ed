// The request: the values read from an environment, and the values that are refused instead of
// guessed.

import CGI
import Testing
import Text

@Suite struct RequestTests {
  @Test(arguments: [("GET", Request.Method.get), ("HEAD", .head), ("POST", .post)])
  func `three methods are known`(word: String, method: Request.Method) throws {
    #expect(try request(word).method == method)
  }

  @Test(arguments: [
    "", "get", "Post", " GET", "GET ", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT",
    "FOO", "GET\r\n", "GETT", "GE", "HEAD\u{0}", "ＧＥＴ",
  ])
  func `any other method is refused`(word: String) {
    #expect(throws: RequestError.method) { try request(word) }
  }

  @Test func `an environment without a method is refused`() {
    #expect(throws: RequestError.method) { try Request(environment: []) }
  }

  @Test(arguments: [
    ("", []), ("/", []), ("/scans", ["scans"]), ("/scans/", ["scans"]),
    ("/scans/0abc9/retry", ["scans", "0abc9", "retry"]),
    ("/session/delete", ["session", "delete"]),
    ("/-", ["-"]), ("/" + String(repeating: "a", count: 63), [String(repeating: "a", count: 63)]),
  ])
  func `a plain path is its segments`(path: String, segments: [String]) throws {
    #expect(try request("GET", path).path.segments == segments)
  }

  @Test(arguments: [
    "scans", "//", "//scans", "/scans//", "/scans//retry", "/..", "/../x", "/./x", "/a/../b",
    "/a/..", "/a.b", "/Scans", "/scans/0ABC", "/a b", "/a%2fb", "/a%00", "/a\u{0}", "/a\r\nX: y",
    "/a\n", "/a\t", "\\", "/a\\b", "/a;b", "/a?b", "/a#b", "/a&b", "/a=b", "/a+b", "/a:b", "/a@b",
    "/a'b", "/a\"b", "/<script>", "/{{x}}", "/$(id)", "/`id`", "/a|b", "/a*", "/~", "/_", "/é",
    "/ａ", "/a\u{202E}", "/\u{FEFF}", "/" + String(repeating: "a", count: 64),
    String(repeating: "/a", count: 5000), "/etc/passwd\u{0}.html", "/....//....//etc/passwd",
  ])
  func `any other path is refused`(path: String) {
    #expect(throws: RequestError.path) { try request("GET", path) }
  }

  @Test func `a path of bytes that are no text is refused`() {
    for byte in UInt8(0)...255 {
      let isPlain = "abcdefghijklmnopqrstuvwxyz0123456789-/".utf8.contains(byte)
      let bytes = Array("/a".utf8) + [byte] + Array("b".utf8)
      let environment: [(name: String, value: [UInt8])] = [
        ("REQUEST_METHOD", Array("GET".utf8)), ("PATH_INFO", bytes),
      ]
      let isRead = (try? Request(environment: environment)) != nil
      #expect(isRead == isPlain, "byte \(byte)")
    }
  }

  @Test(arguments: [
    "HTTP_ORIGIN", "HTTP_HOST", "HTTP_COOKIE", "HTTP_X_UNDER", "HTTP_X_FORWARDED_FOR",
    "HTTP_CONTENT_LENGTH",
  ])
  func `a header that occurs twice is refused even with equal values`(name: String) {
    let twice = [(name, "1"), ("SERVER_PORT", "80"), (name, "1")]
    #expect(throws: RequestError.duplicate(name: name)) { try request("GET", "", twice) }
  }

  /// nginx sends a variable twice when a configuration sets it again after `include fastcgi_params`.
  @Test func `a server variable may occur twice with equal values`() throws {
    let variables = [
      ("REMOTE_ADDR", "127.0.0.1"), ("CONTENT_LENGTH", "5"), ("CONTENT_TYPE", "text/plain"),
    ]
    let once = try request("POST", "/scans", variables)
    #expect(
      try request("POST", "/scans", variables + variables.reversed() + environmentOfPost) == once)
    #expect(once.remoteAddress?.isLoopback == true)
  }

  private let environmentOfPost = [("REQUEST_METHOD", "POST"), ("PATH_INFO", "/scans")]

  @Test(arguments: [
    "CONTENT_LENGTH", "REQUEST_METHOD", "PATH_INFO", "REMOTE_ADDR", "CONTENT_TYPE",
  ])
  func `a server variable that occurs twice with different values is refused`(name: String) {
    let twice = [(name, "1"), ("SERVER_PORT", "80"), (name, "2")]
    #expect(throws: RequestError.duplicate(name: name)) { try request("GET", "", twice) }
  }

  @Test func `a variable that is not read may occur twice`() throws {
    let twice = [("PATH", "/bin"), ("PATH", "/usr/bin")]
    #expect(try request("GET", "", twice).path.segments == [])
  }

  @Test(arguments: [
    "HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_PORT", "HTTP_X_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA",
    "HTTP_CF_CONNECTING_IP", "HTTP_TRUE_CLIENT_IP", "HTTP_X_CLIENT_IP", "HTTP_X_CLUSTER_CLIENT_IP",
    "HTTP_CLIENT_IP",
  ])
  func `a forwarding header is seen even when it is empty`(name: String) throws {
    #expect(try request("GET", "", [(name, "")]).isForwarded)
    #expect(try request("GET", "", [(name, "for=127.0.0.1")]).isForwarded)
  }

  @Test func `a plain browser's request is not forwarded`() throws {
    let headers = [
      ("HTTP_HOST", "127.0.0.1:8017"), ("HTTP_USER_AGENT", "x"), ("HTTP_ACCEPT", "*/*"),
      ("HTTP_ACCEPT_LANGUAGE", "en"), ("HTTP_CONNECTION", "keep-alive"), ("HTTP_PROXY", "x"),
    ]
    #expect(try request("GET", "", headers).isForwarded == false)
  }

  @Test func `any transfer encoding is seen`() throws {
    #expect(try request().isChunked == false)
    for value in ["chunked", "gzip, chunked", "identity", ""] {
      #expect(try request("POST", "", [("HTTP_TRANSFER_ENCODING", value)]).isChunked)
    }
  }

  @Test(arguments: [
    ("application/json", true), ("application/json, text/html", true),
    ("text/html, application/json", false), ("text/html,application/xhtml+xml,*/*;q=0.8", false),
    ("application/xhtml+xml, application/json", false), ("*/*", false), ("", false),
    ("Application/JSON; charset=utf-8", true), ("image/png, application/json;q=0.1", true),
    ("application/jsonp", false), ("application/json-seq", false), ("text/application/json", false),
    (",,;,application/json", true), (";", false), ("application/problem+json", false),
  ])
  func `JSON is wanted when it is named before a page`(accept: String, wanted: Bool) throws {
    #expect(try request("GET", "", [("HTTP_ACCEPT", accept)]).wantsJSON == wanted)
  }

  @Test func `the headers Origin and Sec-Fetch-Site are read`() throws {
    let origins: [(String?, Origin)] = [
      (nil, .absent), ("null", .null), ("", .value("")), ("NULL", .value("NULL")),
      ("http://a", .value("http://a")), ("http://a http://b", .value("http://a http://b")),
    ]
    for (sent, origin) in origins {
      #expect(try request("GET", "", sent.map { [("HTTP_ORIGIN", $0)] } ?? []).origin == origin)
    }
    let sites: [(String?, FetchSite)] = [
      (nil, .absent), ("same-origin", .sameOrigin), ("same-site", .sameSite),
      ("cross-site", .crossSite), ("none", .none), ("", .other), ("Same-Origin", .other),
      ("same-origin, same-origin", .other), ("same-origin ", .other),
    ]
    for (sent, site) in sites {
      let headers = sent.map { [("HTTP_SEC_FETCH_SITE", $0)] } ?? []
      #expect(try request("GET", "", headers).fetchSite == site)
    }
  }

  @Test(arguments: [
    "HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE", "HTTP_ACCEPT", "CONTENT_TYPE", "HTTP_X_ALBUMSCAN_TOKEN",
  ])
  func `a header that is not plain text is refused`(name: String) {
    let long = String(repeating: "a", count: 8193)
    for value in ["a\u{0}", "a\r\nb", "a\u{7F}", "é", "a\u{1B}[2J", long] {
      #expect(throws: RequestError.header(name: name)) { try request("GET", "", [(name, value)]) }
    }
  }

  @Test func `token, type and address are passed on`() throws {
    let headers = [
      ("HTTP_X_ALBUMSCAN_TOKEN", "abc"), ("CONTENT_TYPE", "text/plain; a=b"),
      ("REMOTE_ADDR", "::1"),
    ]
    let read = try request("POST", "/scans", headers)
    #expect(read.apiToken == "abc")
    #expect(read.contentType == "text/plain; a=b")
    #expect(read.remoteAddress?.description == "::1")
    #expect(try request("GET", "", [("HTTP_X_ALBUMSCAN_TOKEN", "")]).apiToken == nil)
  }

  @Test(arguments: [
    "\"><script>", "evil.example/x", "a b", "a:b", ":80", "[::1", "::1", "a@b", "a:0", "a:65536",
    "a:080000", "a..b", "a:+80", "1.2.3.4.5", "127.1", "0x7f.1", "a,b", "a\u{0}", "é.example",
    "[127.0.0.1]",
  ])
  func `a Host that names no host is refused`(host: String) {
    #expect(throws: RequestError.host) { try request("GET", "", [("HTTP_HOST", host)]) }
  }

  @Test func `a request without Host is read`() throws {
    #expect(try request().host == nil)
    #expect(try request("GET", "", [("HTTP_HOST", "")]).host == nil)
  }
}
