// `base-url` is the only origin of a served site: other names of the computer lead to it, and foreign
// names get nothing (DNS rebinding).

import Host
import Support
import Testing

@Suite(.serialized) struct HostHeaderTests {
  /// The answer to a request with the Host header of a case. `PORT` in this header is the port of
  /// the site, `NAME` the name of the computer.
  enum Answer: Equatable, Sendable {
    case page, redirected, refused
  }

  struct Case: Sendable {
    let host: String
    let answer: Answer
    init(_ host: String, _ answer: Answer) { (self.host, self.answer) = (host, answer) }
  }

  static let foreign = [
    Case("evil.example", .refused), Case("evil.example:PORT", .refused),
    Case("127.0.0.1.evil.example:PORT", .refused), Case("localhost.evil.example", .refused),
    Case("127.0.0.1:PORT.evil.example", .refused), Case("evil.local", .refused),
  ]

  static let overHTTPS =
    foreign + [
      Case("127.0.0.1:PORT", .page), Case("127.0.0.1", .redirected),
      Case("localhost:PORT", .redirected), Case("localhost", .redirected),
      Case("192.168.1.20:PORT", .redirected), Case("[::1]:PORT", .redirected),
      Case("NAME.local", .redirected), Case("NAME", .redirected),
    ]

  @Test
  func `over HTTPS every other name of the computer is redirected, and a foreign one refused`()
    throws
  {
    let installation = try Installation(scheme: "https")
    let server = try WebServer(
      installation, options: ["--https", "--certificate-port", "\(freePort())"])
    try check(Self.overHTTPS, installation, at: installation.origin)
    withExtendedLifetime(server) {}
  }

  @Test func `on this computer alone every loopback name stays, and a foreign one is refused`()
    throws
  {
    let installation = try Installation()
    let server = try WebServer(installation)
    let cases =
      Self.foreign + [
        Case("127.0.0.1:PORT", .page), Case("localhost:PORT", .page), Case("[::1]:PORT", .page),
        Case("127.0.0.1", .page), Case("192.168.1.20:PORT", .refused),
      ]
    try check(cases, installation, at: installation.origin)
    withExtendedLifetime(server) {}
  }

  @Test func `in a local network without HTTPS base-url is the only origin, too`() throws {
    let installation = try Installation()
    let base = "http://192.168.77.77:\(installation.port)"
    try installation.edit { $0.replacing(installation.origin, with: base) }
    let server = try WebServer(
      installation, options: ["--host", "0.0.0.0", "--port", "\(installation.port)"])
    let cases =
      Self.foreign + [
        Case("192.168.77.77:PORT", .page), Case("192.168.77.77", .redirected),
        Case("127.0.0.1:PORT", .redirected), Case("NAME.local:PORT", .redirected),
      ]
    try check(cases, installation, at: base)
    withExtendedLifetime(server) {}
  }

  @Test func `behind a proxy nothing is redirected, because the proxy may send its own name`()
    throws
  {
    let installation = try Installation()
    try installation.edit {
      $0.replacing(installation.origin, with: "https://records.example")
    }
    let server = try WebServer(installation)
    let cases =
      Self.foreign + [
        Case("records.example", .page), Case("127.0.0.1:PORT", .page),
        Case("albumscan:PORT", .page),
      ]
    try check(cases, installation, at: "https://records.example")
    withExtendedLifetime(server) {}
  }

  @Test func `a redirect keeps the path and leads nowhere else`() throws {
    let installation = try Installation(scheme: "https")
    let server = try WebServer(
      installation, options: ["--https", "--certificate-port", "\(freePort())"])
    for path in [
      "/history/?a=b&c=%20d", "//evil.example/x", "/\\evil.example", "/@evil.example/",
      "/a%20b/%C3%A4", "/https://evil.example", "/?next=https://evil.example", "/.evil.example",
    ] {
      let answer = try installation.curl(
        ["--http1.1", "--path-as-is", "-g", "-H", "Host: localhost"], path)
      guard answer.status != 400 else { continue }
      #expect(answer.status == 308, "\(path): \(answer)")
      #expect(answer.location.hasPrefix("\(installation.origin)/"), "\(path): \(answer)")
    }
    let kept = try installation.curl(
      ["--http1.1", "-H", "Host: localhost"], "/history/?a=b&c=%20d")
    #expect(kept.location == "\(installation.origin)/history/?a=b&c=%20d")
    // A browser must not cache the redirect, because base-url can change.
    let head = try installation.curl(["--http1.1", "-i", "-H", "Host: localhost"], "/").body
    #expect(head.contains("Cache-Control: no-cache"), "\(head)")
    withExtendedLifetime(server) {}
  }

  /// Asks for a page and for an answer of the CGI, and sends a photo, with each Host header. A server
  /// may close the connection before it has read the photo; then there is no status (0).
  private func check(_ cases: [Case], _ installation: Installation, at base: String) throws {
    let name = Programs.hostName.lowercased().prefix { $0 != "." }
    for row in cases {
      let host = row.host.replacing("PORT", with: "\(installation.port)")
        .replacing("NAME", with: name)
      // Over HTTP/2, lighttpd does not answer a request with a foreign name: it ends the stream.
      let header = ["--http1.1", "-H", "Host: \(host)"]
      let page = try installation.curl(header, "/history/")
      let program = try installation.curl(header, "/cgi-bin/albumscan/session")
      switch row.answer {
      case .page:
        #expect(page.status == 200 && program.status == 200, "\(host): \(page) \(program)")
      case .redirected:
        #expect(page.status == 308 && page.location == "\(base)/history/", "\(host): \(page)")
        #expect(program.status == 403, "\(host): \(program)")
        let sent = try installation.post(Sample.cover, header).status
        #expect([0, 403].contains(sent), "\(host): \(sent)")
        #expect(try installation.curl(header + ["-d", "a=b"], "/").status == 403, "\(host)")
      case .refused:
        #expect(page.status == 403 || page.status == 400, "\(host): \(page)")
        #expect(!page.body.contains("AlbumScan"), "\(host): \(page)")
        let newer = try installation.curl(["-H", "Host: \(host)"], "/history/")
        #expect([0, 400, 403].contains(newer.status), "\(host): \(newer)")
        #expect(!newer.body.contains("AlbumScan"), "\(host): \(newer)")
        #expect(program.status == 403 || program.status == 400, "\(host): \(program)")
        let sent = try installation.post(Sample.cover, header).status
        #expect([0, 400, 403].contains(sent), "\(host): \(sent)")
      }
    }
    #expect(try installation.photos.isEmpty)
  }
}
