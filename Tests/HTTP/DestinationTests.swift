// The permitted targets of requests and redirects (docs/faults.md E1): 40 targets, each with a
// server that no request may reach (the trap).

import Host
import Support
import Testing

@testable import HTTP

@Suite struct DestinationTests {
  static let archive: Redirects = .followed(hosts: [
    "coverartarchive.org", "archive.org", "*.archive.org",
  ])

  /// URLs that lead to a server on this machine, the trap; `@P` is its port.
  static let hostile = [
    "http://127.0.0.1:@P/", "https://127.0.0.1:@P/", "https://127.0.0.1/", "http://localhost:@P/",
    "https://localhost/", "https://localhost:@P/", "http://127.1:@P/", "http://2130706433:@P/",
    "http://0x7f000001:@P/", "http://0x7f.0.0.1:@P/", "http://017700000001:@P/",
    "http://0177.0.0.1:@P/", "http://[::1]:@P/", "http://[::ffff:7f00:1]:@P/",
    "http://[::ffff:127.0.0.1]:@P/", "http://[::]:@P/", "http://0:@P/", "http://0.0.0.0:@P/",
    "https://169.254.169.254/latest/meta-data/", "http://archive.org@127.0.0.1:@P/",
    "https://archive.org@127.0.0.1:@P/", "https://archive.org:443@127.0.0.1:@P/",
    "https://user:key@archive.org/", "http://archive.org/", "https://archive.org:@P/",
    "https://archive.org:8443/", "https://archive.org.evil:@P/", "https://evilarchive.org/",
    "https://archive.org./", "https://.archive.org/", "https://127.0.0.1:@P\\@archive.org/",
    "https://127.0.0.1:@P#@archive.org/", "https://127.0.0.1:@P?@archive.org/",
    "//127.0.0.1:@P/", "///127.0.0.1:@P/", "file:///etc/passwd", "gopher://127.0.0.1:@P/_x",
    "ftp://127.0.0.1:@P/", "javascript:alert(1)", "https://１２７.0.0.1:@P/",
    "https://127。0。0。1:@P/", "https://[fe80::1%25lo]:@P/", "https://archive.org%00.evil/",
  ]

  @Test(arguments: hostile)
  func `a hostile redirect is refused, and nothing connects`(target: String) async throws {
    let trap = try LoopbackServer { _ in }
    let location = target.replacing("@P", with: String(trap.port))
    let server = try LoopbackServer(answering: LoopbackServer.redirect(location))
    let error = await live().failure(of: server.get(redirects: Self.archive))
    #expect(error == .refusedRedirect)
    #expect(trap.seen.connections == 0)
    #expect(server.seen.requests.count == 1)
  }

  /// The host is allowed, but its address is local. The transport checks the address when it
  /// connects.
  @Test(arguments: [
    "localhost", "ip6-localhost", "127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254",
  ])
  func `no address but a public one is connected to`(host: String) async throws {
    let trap = try LoopbackServer { _ in }
    let address = try WebAddress("https://\(host):\(trap.port)/")
    let request = HTTPRequest(.get, address.url, limits: .test())
    let hop = Hop(
      request: request, address: address, reach: .publicOnly, headers: [:],
      totalMilliseconds: 2000, received: nil)
    let loop = CurlLoop(
      TransportSettings(userAgent: "AlbumScan/test", proxy: nil, caFile: "/dev/null"))
    var error: HTTPError?
    do {
      _ = try await loop.perform(hop)
    } catch let failure {
      error = failure
    }
    let isKnown = host != "ip6-localhost" || error != .resolve
    if isKnown { #expect(error == .refusedAddress) }
    #expect(trap.seen.connections == 0)
  }

  @Test(arguments: [
    "http://archive.org/", "https://archive.org:444/", "https://localhost/", "https://127.0.0.1/",
    "https://[::1]/", "file:///etc/passwd", "https://a b/", "https://x@archive.org/", "",
    "https:///x", "https://archive.org:/", "https://archive.org:0/", "https://archive.org:65536/",
  ])
  func `a public service is requested by https, by name, and on its port`(url: String) async {
    #expect(await live().failure(of: HTTPRequest(.get, url, limits: .test())) == .badURL)
  }

  @Test func `a configured service is that host and port and no other`() async throws {
    let server = try LoopbackServer(answering: LoopbackServer.ok("x"))
    for url in ["http://127.0.0.1:\(server.port ^ 1)/", "http://localhost:\(server.port)/"] {
      let request = HTTPRequest(.get, url, limits: .test(), destination: server.destination)
      #expect(await live().failure(of: request) == .badURL)
    }
    #expect(server.seen.connections == 0)
  }

  @Test func `a redirect within the configured service is followed without the key`() async throws {
    let server = try LoopbackServer { peer in
      while let request = peer.request() {
        let isFirst = request.hasPrefix("GET /a/b ")
        peer.send(isFirst ? LoopbackServer.redirect("../c?d") : LoopbackServer.ok("there"))
      }
    }
    let headers: HTTPHeaders = [
      "authorization": "Bearer sk-1", "x-api-key": "k", "cookie": "c", "accept": "image/*",
    ]
    let answer = try await live().send(
      server.get("/a/b", headers: headers, redirects: .followed(hosts: [])), nil)
    #expect(answer.body == Array("there".utf8))
    #expect(answer.url == "\(server.url)/c?d")
    #expect(server.seen.requests.first?.contains("Bearer sk-1") == true)
    let last = try #require(server.seen.requests.last).lowercased()
    #expect(last.hasPrefix("get /c?d http") && last.contains("accept: image/*"))
    for secret in ["authorization", "x-api-key", "cookie"] { #expect(!last.contains(secret)) }
  }

  @Test func `a redirect loop ends after the maximum of hops; zero hops allow none`()
    async throws
  {
    let server = try LoopbackServer(answering: LoopbackServer.redirect("/again"))
    let transport = live()
    let error = await transport.failure(of: server.get(redirects: .followed(hosts: [], maxHops: 5)))
    #expect(error == .refusedRedirect)
    #expect(server.seen.requests.count == 6)
    #expect(await transport.failure(of: server.get()) == .refusedRedirect)
    #expect(server.seen.requests.count == 7)
  }

  @Test func `a body is not sent on`() async throws {
    let server = try LoopbackServer(answering: LoopbackServer.redirect("/again"))
    let request = HTTPRequest(
      .post, server.url, body: [1], limits: .test(), destination: server.destination,
      redirects: .followed(hosts: []))
    #expect(await live().failure(of: request) == .refusedRedirect)
    #expect(server.seen.requests.count == 1)
  }

  @Test func `all hops together take no longer than the limit`() async throws {
    let server = try LoopbackServer { peer in
      while peer.request() != nil {
        pause(milliseconds: 200)
        peer.send(LoopbackServer.redirect("/again"))
      }
    }
    let before = Clock.bootMilliseconds()
    let request = server.get(
      limits: .test(total: 500), redirects: .followed(hosts: [], maxHops: 50))
    #expect(await live().failure(of: request) == .timeout)
    // Without the time limit, fifty hops would take ten seconds.
    #expect((450...5000).contains(Clock.bootMilliseconds() - before))
  }

  @Test func `the archive's own redirects are followed, and only by https`() throws {
    let request = HTTPRequest(
      .get, "https://coverartarchive.org/x", limits: .test(), redirects: Self.archive)
    let from = try WebAddress(request.url)
    for url in ["https://archive.org/download/x", "https://ia801.us.archive.org/9/i.jpg"] {
      let next = try request.next(after: from, to: url, hop: 0)
      #expect(next.address.url == url)
      #expect(next.reach == .publicOnly)
    }
    #expect(throws: HTTPError.refusedRedirect) {
      try request.next(after: from, to: "http://archive.org/download/x", hop: 0)
    }
  }

  @Test func `a configured service does not redirect from https to http`() throws {
    let request = HTTPRequest(
      .get, "https://art.home:8443/", limits: .test(),
      destination: .configured(host: "art.home", port: 8443), redirects: .followed(hosts: []))
    let from = try WebAddress(request.url)
    let next = try request.next(after: from, to: "https://art.home:8443/x", hop: 0)
    #expect(next.reach == .anywhere)
    #expect(throws: HTTPError.refusedRedirect) {
      try request.next(after: from, to: "http://art.home:8443/x", hop: 0)
    }
  }

  /// A URL has no host when two parsers could read two different hosts.
  @Test(arguments: [
    "http://2130706433/", "http://0x7f000001/", "http://0x7f.1/", "http://127.1/",
    "http://0177.0.0.1/", "http://127.0.0.1./", "http://1.2.3.256/", "http://a..b/",
    "http://a@b/", "http://a\\b/", "http://a%62/", "http://[::1/", "http://[::1%25lo]/",
    "http://[v1.x]/", "http://a:8:8/", "http://a:+8/", "http:/a", "//a", "http://é/",
  ])
  func `an ambiguous URL is refused`(url: String) {
    #expect(throws: HTTPError.badURL) { try WebAddress(url) }
  }

  @Test(arguments: [
    ("HTTP://LocalHost", "http://localhost/"), ("https://a.b:443?q", "https://a.b/?q"),
    ("http://a:8080/x#f", "http://a:8080/x"), ("http://[::1]:81/", "http://[::1]:81/"),
    ("http://127.0.0.1/%22", "http://127.0.0.1/%22"), ("https://a_b-c.d9/", "https://a_b-c.d9/"),
  ])
  func `a plain URL is put together again`(url: String, expected: String) throws {
    #expect(try WebAddress(url).url == expected)
  }

  @Test(arguments: [
    ("8.8.8.8", true), ("1.1.1.1", true), ("207.241.224.2", true), ("0.1.2.3", false),
    ("10.1.2.3", false), ("100.63.255.255", true), ("100.64.0.1", false),
    ("100.127.255.255", false), ("100.128.0.0", true), ("127.255.255.255", false),
    ("169.254.169.254", false), ("172.15.0.1", true), ("172.16.0.1", false),
    ("172.31.255.255", false), ("172.32.0.0", true), ("192.0.0.8", false), ("192.0.2.1", false),
    ("192.167.1.1", true), ("192.168.1.1", false), ("198.17.1.1", true), ("198.19.1.1", false),
    ("203.0.113.1", false), ("223.255.255.255", true), ("224.0.0.1", false),
    ("255.255.255.255", false),
  ])
  func `an IPv4 address is public or not`(text: String, isPublic: Bool) {
    let bytes = text.split(separator: ".").compactMap { UInt8($0) }
    #expect(NetworkAddress(bytes: bytes).isPublic == isPublic)
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
    #expect(!NetworkAddress(bytes: mapped).isPublic)
    let nat64: [UInt8] = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + bytes
    #expect(NetworkAddress(bytes: nat64).isPublic == isPublic)
  }

  @Test(
    arguments: [
      ([0x20, 0x01, 0x48, 0x60], true), ([0x26, 0x06, 0x47, 0x00], true),
      ([0x20, 0x01, 0x0D, 0xB8], false), ([0x20, 0x01, 0x00, 0x00], false),
      ([0x20, 0x02, 0x7F, 0x00], false), ([0xFE, 0x80, 0, 0], false), ([0xFC, 0, 0, 0], false),
      ([0xFD, 0x12, 0, 0], false), ([0xFF, 0x02, 0, 0], false), ([0, 0, 0, 0], false),
      ([0xFE, 0xC0, 0, 0], false), ([0x3F, 0xFF, 0x01, 0], false),
    ] as [([UInt8], Bool)])
  func `an IPv6 address is public or not`(start: [UInt8], isPublic: Bool) {
    let bytes = start + [UInt8](repeating: 0, count: 11) + [1]
    #expect(NetworkAddress(bytes: bytes).isPublic == isPublic)
  }
}
