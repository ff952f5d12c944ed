// The access policy: a table of the requests that browsers, programs and other sites can send.
// Source: docs/faults.md B1.

import CGI
import Testing

private let cookies: [[(String, String)]] = [[], [("HTTP_COOKIE", "any=1")]]

private let fetchSites: [[(String, String)]] =
  [[]]
  + ["same-origin", "same-site", "cross-site", "none", "other"].map {
    [("HTTP_SEC_FETCH_SITE", $0)]
  }

private let origins: [(name: String, headers: [(String, String)])] = [
  ("absent", []), ("null", [("HTTP_ORIGIN", "null")]),
  ("ours", [("HTTP_ORIGIN", "http://127.0.0.1:8017")]),
  ("foreign", [("HTTP_ORIGIN", "http://evil.example")]),
  ("neighbour", [("HTTP_ORIGIN", "http://127.0.0.1:3000")]),
]

/// The decision on a state-changing request from loopback. The columns are values of
/// Sec-Fetch-Site: absent, same-origin, same-site, cross-site, none, another word. The letters are
/// decisions: `+` allowed, N `null` origin, O foreign origin, F foreign fetch, C a cookie without
/// origin.
private let forgeryTable: [(origin: String, withoutCookie: String, withCookie: String)] = [
  ("absent", "+ + F F F F", "C + F F F F"),
  ("null", "N N N N N N", "N N N N N N"),
  ("ours", "+ + F F F F", "+ + F F F F"),
  ("foreign", "O O O O O O", "O O O O O O"),
  ("neighbour", "O O O O O O", "O O O O O O"),
]

private let letters: [Substring: AccessDecision] = [
  "+": .allowed, "N": .denied(.nullOrigin), "O": .denied(.foreignOrigin),
  "F": .denied(.foreignFetch), "C": .denied(.cookieWithoutOrigin),
]

private func policy(
  _ base: String = "http://127.0.0.1:8017", open: Bool = false
) throws -> AccessPolicy {
  AccessPolicy(baseURL: try BaseURL(base), isOpenToLAN: open)
}

private let here = [("REMOTE_ADDR", "127.0.0.1"), ("HTTP_HOST", "127.0.0.1:8017")]

@Suite struct AccessPolicyTests {
  /// Calls `body` with every cell of the table: its headers, the expected decision, its name.
  private func forEachCell(_ body: ([(String, String)], AccessDecision, String) throws -> Void)
    throws
  {
    for row in forgeryTable {
      let origin = try #require(origins.first { $0.name == row.origin })
      for (cookie, cells) in zip(cookies, [row.withoutCookie, row.withCookie]) {
        let decisions = try cells.split(separator: " ").map { try #require(letters[$0]) }
        try #require(decisions.count == fetchSites.count)
        for (site, decision) in zip(fetchSites, decisions) {
          let name = "\(row.origin), cookie \(!cookie.isEmpty), fetch \(site)"
          try body(origin.headers + cookie + site, decision, name)
        }
      }
    }
  }

  @Test func `each of 60 kinds of POST is decided as the table says`() throws {
    var count = 0
    try forEachCell { headers, decision, name in
      let post = try request("POST", "/scans", here + headers)
      #expect(try policy().decision(on: post, changesState: true) == decision, "\(name)")
      count += 1
    }
    #expect(count == 60)
  }

  @Test func `with insecure-lan, forged requests are denied too`() throws {
    try forEachCell { headers, decision, name in
      let post = try request("POST", "/scans", [("REMOTE_ADDR", "192.168.1.9")] + headers)
      #expect(try policy(open: true).decision(on: post, changesState: true) == decision, "\(name)")
    }
  }

  @Test func `with insecure-lan, a phone in the local network is allowed`() throws {
    let headers = [
      ("REMOTE_ADDR", "192.168.1.9"), ("HTTP_HOST", "pi.local:8017"), ("HTTP_COOKIE", "a=1"),
      ("HTTP_ORIGIN", "http://pi.local:8017"),
    ]
    let post = try request("POST", "/scans", headers)
    let open = try policy("http://pi.local:8017", open: true)
    #expect(open.decision(on: post, changesState: true) == .allowed)
    let shut = try policy("http://pi.local:8017")
    #expect(shut.decision(on: post, changesState: true) == .denied(.notLoopback))
  }

  @Test(arguments: [
    ("100.100.1.9", true), ("192.168.1.9", true), ("203.0.113.5", false), ("100.128.0.1", false),
  ])
  func `with insecure-lan, a virtual private network is open to its own clients`(
    address: String, isAllowed: Bool
  ) throws {
    let headers = [("REMOTE_ADDR", address), ("HTTP_HOST", "100.100.1.5:8017")]
    let decision = try policy("http://100.100.1.5:8017", open: true)
      .decision(on: try request("POST", "/scans", headers), changesState: true)
    #expect(decision == (isAllowed ? .allowed : .denied(.notLocalNetwork)))
  }

  @Test func `with insecure-lan, a host of own-network counts as local`() throws {
    let post = try request(
      "POST", "/scans", [("REMOTE_ADDR", "192.168.1.9"), ("HTTP_HOST", "box.example.org")])
    for (hosts, decision) in [
      ([], AccessDecision.denied(.servesOthers)), (["box.example.org"], .allowed),
      ([".example.org"], .allowed), (["example.org"], .denied(.servesOthers)),
    ] {
      let policy = AccessPolicy(
        baseURL: try BaseURL("http://box.example.org"), isOpenToLAN: true, ownHosts: hosts)
      #expect(policy.decision(on: post, changesState: true) == decision, "\(hosts)")
    }
  }

  @Test(arguments: [
    ("192.168.1.9", true), ("10.1.2.3", true), ("172.16.0.9", true), ("169.254.3.4", true),
    ("fe80::1", true), ("fd00::7", true), ("2001:db8::7", true), ("::ffff:192.168.1.9", true),
    ("203.0.113.5", false), ("172.32.0.1", false), ("::ffff:203.0.113.5", false), ("unix:", false),
    ("", false), ("100.64.0.9", false), ("100.127.255.9", false),
  ])
  func `with insecure-lan, a public IPv4 address or none is denied`(
    address: String, isAllowed: Bool
  ) throws {
    let headers = [("REMOTE_ADDR", address), ("HTTP_HOST", "192.168.1.5:8017")]
    for changesState in [false, true] {
      let decision = try policy("http://192.168.1.5:8017", open: true)
        .decision(on: try request("POST", "/scans", headers), changesState: changesState)
      #expect(decision == (isAllowed ? .allowed : .denied(.notLocalNetwork)))
    }
  }

  @Test(arguments: [
    "HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP", "HTTP_VIA", "HTTP_CF_CONNECTING_IP",
  ])
  func `with insecure-lan, a forwarded request is denied`(header: String) throws {
    for address in ["127.0.0.1", "192.168.1.9"] {
      let headers = [("REMOTE_ADDR", address), (header, "203.0.113.5")]
      let decision = try policy("http://192.168.1.5:8017", open: true)
        .decision(on: try request("POST", "/scans", headers), changesState: true)
      #expect(decision == .denied(.forwarded), "\(address)")
    }
  }

  @Test(arguments: [
    ("http://192.168.1.5:8017", true), ("http://10.0.0.5", true), ("http://172.31.0.5", true),
    ("http://pi:8017", true), ("http://pi.local", true), ("http://pi.lan", true),
    ("http://pi.home.arpa", true), ("http://pi.fritz.box", true), ("http://pi.internal", true),
    ("http://100.100.1.5:8017", true), ("http://[::ffff:192.168.1.5]", true),
    ("http://100.128.1.5:8017", false), ("http://box.example.org", false),
    ("http://127.0.0.1:8017", true), ("http://[fd00::5]:8017", true), ("http://[fe80::5]", true),
    ("https://192.168.1.5", false), ("https://pi.local", false), ("http://records.example", false),
    ("https://records.example", false), ("http://203.0.113.5:8017", false),
    ("http://172.32.0.5", false), ("http://[2001:db8::5]:8017", false),
  ])
  func `insecure-lan has no effect with an https or public base-url`(
    base: String, isAllowed: Bool
  ) throws {
    let post = try request("POST", "/scans", [("REMOTE_ADDR", "192.168.1.9")])
    let decision = try policy(base, open: true).decision(on: post, changesState: true)
    #expect(decision == (isAllowed ? .allowed : .denied(.servesOthers)))
  }

  @Test(arguments: [
    ("http://192.168.1.5:8017", "192.168.1.5:8017", true), ("http://pi.local", "pi.local", true),
    ("http://192.168.1.5:8017", "127.0.0.1:8017", false),
    ("http://192.168.1.5:8017", "records.example", false),
    ("http://pi.local", "pi.local:8017", false), ("http://127.0.0.1:8017", "localhost:8017", true),
  ])
  func `with insecure-lan, a proxy on this computer without forwarding headers is denied`(
    base: String, host: String, isAllowed: Bool
  ) throws {
    let headers = [("REMOTE_ADDR", "127.0.0.1"), ("HTTP_HOST", host)]
    let decision = try policy(base, open: true)
      .decision(on: try request("POST", "/scans", headers), changesState: true)
    #expect(decision == (isAllowed ? .allowed : .denied(.foreignHost)))
  }

  @Test func `a client elsewhere is denied with every kind of request`() throws {
    try forEachCell { headers, _, name in
      let post = try request("POST", "/scans", [("REMOTE_ADDR", "192.168.1.9")] + headers)
      let decision = try policy().decision(on: post, changesState: true)
      #expect(decision == .denied(.notLoopback), "\(name)")
    }
  }

  @Test func `reading needs no origin`() throws {
    try forEachCell { headers, _, name in
      let get = try request("GET", "/session", here + headers)
      #expect(try policy().decision(on: get, changesState: false) == .allowed, "\(name)")
    }
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.3.2.1", true), ("::1", true), ("::ffff:127.0.0.1", true),
    ("192.168.1.9", false), ("10.0.0.1", false), ("::ffff:10.0.0.1", false), ("fe80::1", false),
    ("", false), ("localhost", false), ("127.0.0.1, 10.0.0.1", false), ("0.0.0.0", false),
    ("127.0.0.1.evil.example", false), ("unix:", false),
  ])
  func `only a loopback address is a client on this computer`(address: String, isAllowed: Bool)
    throws
  {
    for changesState in [false, true] {
      let post = try request("POST", "/scans", [("REMOTE_ADDR", address)])
      let decision = try policy().decision(on: post, changesState: changesState)
      #expect(decision == (isAllowed ? .allowed : .denied(.notLoopback)))
    }
  }

  @Test func `a peer without an address is denied`() throws {
    let decision = try policy().decision(on: try request("POST", "/scans"), changesState: true)
    #expect(decision == .denied(.notLoopback))
  }

  @Test(arguments: ["http://192.168.1.5:8017", "https://records.example", "http://pi.local"])
  func `a loopback peer is denied when base-url is not loopback`(base: String) throws {
    let post = try request("POST", "/scans", [("REMOTE_ADDR", "127.0.0.1")])
    let decision = try policy(base).decision(on: post, changesState: true)
    #expect(decision == .denied(.servesOthers))
  }

  @Test(arguments: [
    "HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP", "HTTP_VIA", "HTTP_CF_CONNECTING_IP",
  ])
  func `a forwarded request from loopback is denied`(header: String) throws {
    let post = try request("POST", "/scans", here + [(header, "127.0.0.1")])
    let decision = try policy().decision(on: post, changesState: true)
    #expect(decision == .denied(.forwarded))
  }

  @Test(arguments: [
    ("127.0.0.1:8017", true), ("localhost:8017", true), ("LOCALHOST:8017", true),
    ("[::1]:8017", true), ("127.9.9.9:8017", true), ("evil.example:8017", false),
    ("127.0.0.1", false), ("127.0.0.1:80", false), ("localhost:3000", false), ("localhost", false),
    ("localhost.evil.example:8017", false), ("127.0.0.1.evil.example:8017", false),
    ("x.localhost:8017", false), ("10.0.0.1:8017", false), ("[::2]:8017", false),
  ])
  func `a Host header that is not loopback is denied`(host: String, isAllowed: Bool) throws {
    for changesState in [false, true] {
      let post = try request("POST", "/", [("REMOTE_ADDR", "127.0.0.1"), ("HTTP_HOST", host)])
      let decision = try policy().decision(on: post, changesState: changesState)
      #expect(decision == (isAllowed ? .allowed : .denied(.foreignHost)))
    }
  }

  @Test(arguments: [
    ("http://localhost", "localhost", true), ("http://localhost", "localhost:80", true),
    ("https://localhost", "localhost:443", true), ("https://localhost", "localhost:80", false),
  ])
  func `a host without a port has the scheme's port`(
    base: String, host: String, isAllowed: Bool
  ) throws {
    let post = try request("POST", "/", [("REMOTE_ADDR", "127.0.0.1"), ("HTTP_HOST", host)])
    let decision = try policy(base).decision(on: post, changesState: true)
    #expect(decision == (isAllowed ? .allowed : .denied(.foreignHost)))
  }

  @Test(arguments: [
    "http://127.0.0.1", "https://127.0.0.1:8017", "http://127.0.0.1:8017/", "HTTP://127.0.0.1:8017",
    "http://localhost:8017", "http://127.0.0.1:80170", "http://127.0.0.1:8017.evil.example", "",
    "http://127.0.0.1:8017 http://evil.example", "Null", "file://", "127.0.0.1:8017",
  ])
  func `an origin must equal that of base-url exactly`(origin: String) throws {
    let post = try request("POST", "/scans", here + [("HTTP_ORIGIN", origin)])
    let decision = try policy().decision(on: post, changesState: true)
    #expect(decision == .denied(.foreignOrigin))
  }
}
