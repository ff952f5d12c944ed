// Responses: no input of a client can end a header's line or redirect a browser to another site.
// Source: docs/faults.md A8.

import CGI
import Testing

@Suite struct ResponseTests {
  private func lines(_ response: Response, for method: Request.Method = .get) -> [String] {
    let text = String(decoding: response.bytes(for: method), as: UTF8.self)
    let head = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return head
  }

  @Test func `a response is a status, headers, a blank line and a body`() throws {
    var response = Response.text(.tooManyRequests, "later")
    response.retryAfter(seconds: 30)
    let text = String(decoding: response.bytes(for: .post), as: UTF8.self)
    #expect(
      text == """
        Status: 429 Too Many Requests\r
        Content-Type: text/plain; charset=utf-8\r
        Retry-After: 30\r
        Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self' data:; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types albumscan-worker\r
        X-Content-Type-Options: nosniff\r
        Referrer-Policy: same-origin\r
        Cross-Origin-Opener-Policy: same-origin\r
        Cross-Origin-Resource-Policy: same-origin\r
        Permissions-Policy: camera=(self), geolocation=(), microphone=(), payment=(), usb=()\r
        X-Frame-Options: DENY\r
        Cache-Control: no-store\r
        Vary: Cookie, Sec-Fetch-Site, Origin\r
        Content-Length: 6\r
        \r
        later

        """)
  }

  @Test func `HEAD gets the headers of GET and no body`() {
    let page = Response.page(.ok, Array("<p>".utf8))
    let get = page.bytes(for: .get)
    #expect(page.bytes(for: .head) == get.dropLast(3))
    #expect(get.suffix(3).elementsEqual("<p>".utf8))
  }

  @Test func `every status has its number, its reason and the security headers`() {
    let numbers = [
      200, 202, 204, 303, 304, 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 429, 500, 503, 507,
    ]
    #expect(Response.Status.allCases.map(\.rawValue) == numbers)
    for status in Response.Status.allCases {
      let lines = lines(Response(status))
      #expect(lines.first == "Status: \(status.rawValue) \(status.reason)\r")
      for header in Response.securityHeaders {
        #expect(lines.contains("\(header.name): \(header.value)\r"))
      }
    }
  }

  @Test func `not modified has neither length nor body`() {
    let text = String(decoding: Response.page(.notModified, [65]).bytes(for: .get), as: UTF8.self)
    #expect(!text.contains("Content-Length") && text.hasSuffix("\r\n\r\n"))
  }

  @Test func `of 256 bytes a header accepts only printable ASCII`() throws {
    for name in Header.Name.allCases where name != .location {
      for byte in UInt8(0)...255 {
        let value = "a" + String(Unicode.Scalar(byte)) + "b"
        var response = Response(.ok)
        let before = response
        let isPlain = (0x20...0x7E).contains(byte)
        if isPlain {
          try response.add(name, value)
          #expect(lines(response).count == lines(before).count + 1)
        } else {
          #expect(throws: ResponseError.header(name: name)) { try response.add(name, value) }
          #expect(response == before)
        }
      }
    }
  }

  @Test func `a header needs a value, and Location is not written by hand`() {
    var response = Response(.ok)
    #expect(throws: ResponseError.header(name: .setCookie)) { try response.add(.setCookie, "") }
    #expect(throws: ResponseError.header(name: .location)) { try response.add(.location, "/x") }
  }

  @Test func `two cookies are two headers`() throws {
    var response = Response(.ok)
    try response.add(.setCookie, "a=1; Path=/")
    try response.add(.setCookie, "b=2; Path=/")
    #expect(lines(response).filter { $0.hasPrefix("Set-Cookie: ") }.count == 2)
  }

  @Test func `Allow lists methods, and Retry-After is never negative`() {
    var response = Response(.methodNotAllowed)
    response.allow(["GET", "HEAD"])
    response.retryAfter(seconds: Int.min)
    #expect(lines(response).contains("Allow: GET, HEAD\r"))
    #expect(lines(response).contains("Retry-After: 0\r"))
  }

  @Test(arguments: [
    "/", "/scan/0abc/", "/album/0abc/#artwork", "/settings/?saved=1&x=2", "/a.b/c_d~e-f",
    "/.well-known",
  ])
  func `a redirect accepts a plain path`(path: String) throws {
    let response = try Response.seeOther(path)
    #expect(lines(response)[..<2] == ["Status: 303 See Other\r", "Location: \(path)\r"])
    #expect(lines(response).filter { $0.hasPrefix("Location") }.count == 1)
  }

  @Test(arguments: [
    ("https://records.example", "/scan/x/", "https://records.example/scan/x/"),
    ("http://127.0.0.1:8017/finds/", "/scan/x/", "http://127.0.0.1:8017/finds/scan/x/"),
  ])
  func `a redirect can use the base URL`(base: String, path: String, location: String) throws {
    let response = try Response.seeOther(path, under: try BaseURL(base))
    #expect(lines(response)[1] == "Location: \(location)\r")
  }

  @Test(arguments: [
    "", "scan/x", "//evil.example", "///evil", "/\\evil", "\\\\evil", "\\/evil", "/a//b", "/..",
    "/../x",
    "/a/./b", "/a/..", "/..?x", "/.#x", "http://evil.example", "javascript:alert(1)", "/a\r\nX: y",
    "/a\n", "/a\u{0}",
    "/a b", "/%2f%2fevil", "/%0d%0a", "/é", "/@evil", "/a:b", "/;x", "/\t/evil", " /", "/\u{2028}",
    "?x", "#x",
    "/<x>", "/\"", "/a\\..\\b",
  ])
  func `a redirect refuses any other text`(path: String) throws {
    #expect(throws: ResponseError.location) { try Response.seeOther(path) }
    let base = try BaseURL("http://127.0.0.1:8017")
    #expect(throws: ResponseError.location) { try Response.seeOther(path, under: base) }
  }

  @Test func `of 256 bytes a redirect accepts few`() {
    for byte in UInt8(0)...255 {
      let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/?=&#"
      let path = "/a" + String(Unicode.Scalar(byte)) + "b"
      #expect(((try? Response.seeOther(path)) != nil) == letters.utf8.contains(byte), "\(byte)")
    }
  }
}
