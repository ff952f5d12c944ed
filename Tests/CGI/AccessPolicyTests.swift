// The door: every cell of what a browser, a program or a neighbour can send. Source: FAULTS B1.

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

/// What a state-changing request from loopback meets. Columns: Sec-Fetch-Site absent, same-origin,
/// same-site, cross-site, none, another word. `+` admitted, N `null` origin, O foreign origin,
/// F foreign fetch, C a cookie without origin.
private let forgeryTable: [(origin: String, withoutCookie: String, withCookie: String)] = [
  ("absent", "+ + F F F F", "C + F F F F"),
  ("null", "N N N N N N", "N N N N N N"),
  ("ours", "+ + F F F F", "+ + F F F F"),
  ("foreign", "O O O O O O", "O O O O O O"),
  ("neighbour", "O O O O O O", "O O O O O O"),
]

private let letters: [Substring: Verdict] = [
  "+": .admitted, "N": .refused(.nullOrigin), "O": .refused(.foreignOrigin),
  "F": .refused(.foreignFetch), "C": .refused(.cookieWithoutOrigin),
]

private func door(_ base: String = "http://127.0.0.1:8017", open: Bool = false) throws -> Door {
  Door(baseURL: try BaseURL(base), isOpenToLAN: open)
}

private let here = [("REMOTE_ADDR", "127.0.0.1"), ("HTTP_HOST", "127.0.0.1:8017")]

@Suite struct DoorTests {
  /// Calls `body` with every cell of the table: its headers, what it should meet, its name.
  private func forEachCell(_ body: ([(String, String)], Verdict, String) throws -> Void) throws {
    for row in forgeryTable {
      let origin = try #require(origins.first { $0.name == row.origin })
      for (cookie, cells) in zip(cookies, [row.withoutCookie, row.withCookie]) {
        let verdicts = try cells.split(separator: " ").map { try #require(letters[$0]) }
        try #require(verdicts.count == fetchSites.count)
        for (site, verdict) in zip(fetchSites, verdicts) {
          let name = "\(row.origin), cookie \(!cookie.isEmpty), fetch \(site)"
          try body(origin.headers + cookie + site, verdict, name)
        }
      }
    }
  }

  @Test func `each of 60 kinds of POST meets what the table says`() throws {
    var count = 0
    try forEachCell { headers, verdict, name in
      let post = try request("POST", "/scans", here + headers)
      #expect(try door().verdict(on: post, changesState: true) == verdict, "\(name)")
      count += 1
    }
    #expect(count == 60)
  }

  @Test func `a door open to the LAN still keeps forgeries out`() throws {
    try forEachCell { headers, verdict, name in
      let post = try request("POST", "/scans", [("REMOTE_ADDR", "192.168.1.9")] + headers)
      #expect(try door(open: true).verdict(on: post, changesState: true) == verdict, "\(name)")
    }
  }

  @Test func `a door open to the LAN lets the phone in under the base URL`() throws {
    let headers = [
      ("REMOTE_ADDR", "192.168.1.9"), ("HTTP_HOST", "pi.local:8017"), ("HTTP_COOKIE", "a=1"),
      ("HTTP_ORIGIN", "http://pi.local:8017"),
    ]
    let post = try request("POST", "/scans", headers)
    let open = try door("http://pi.local:8017", open: true)
    #expect(open.verdict(on: post, changesState: true) == .admitted)
    let shut = try door("http://pi.local:8017")
    #expect(shut.verdict(on: post, changesState: true) == .refused(.notLoopback))
  }

  @Test func `a stranger meets the same wall with every kind of request`() throws {
    try forEachCell { headers, _, name in
      let post = try request("POST", "/scans", [("REMOTE_ADDR", "192.168.1.9")] + headers)
      let verdict = try door().verdict(on: post, changesState: true)
      #expect(verdict == .refused(.notLoopback), "\(name)")
    }
  }

  @Test func `reading asks for no origin`() throws {
    try forEachCell { headers, _, name in
      let get = try request("GET", "/session", here + headers)
      #expect(try door().verdict(on: get, changesState: false) == .admitted, "\(name)")
    }
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.3.2.1", true), ("::1", true), ("::ffff:127.0.0.1", true),
    ("192.168.1.9", false), ("10.0.0.1", false), ("::ffff:10.0.0.1", false), ("fe80::1", false),
    ("", false), ("localhost", false), ("127.0.0.1, 10.0.0.1", false), ("0.0.0.0", false),
    ("127.0.0.1.evil.example", false), ("unix:", false),
  ])
  func `only a loopback peer sits at this machine`(address: String, admitted: Bool) throws {
    for changesState in [false, true] {
      let post = try request("POST", "/scans", [("REMOTE_ADDR", address)])
      let verdict = try door().verdict(on: post, changesState: changesState)
      #expect(verdict == (admitted ? .admitted : .refused(.notLoopback)))
    }
  }

  @Test func `a peer without an address is a stranger`() throws {
    let verdict = try door().verdict(on: try request("POST", "/scans"), changesState: true)
    #expect(verdict == .refused(.notLoopback))
  }

  @Test(arguments: ["http://192.168.1.5:8017", "https://records.example", "http://pi.local"])
  func `loopback means nothing where others are served`(base: String) throws {
    let post = try request("POST", "/scans", [("REMOTE_ADDR", "127.0.0.1")])
    let verdict = try door(base).verdict(on: post, changesState: true)
    #expect(verdict == .refused(.servesOthers))
  }

  @Test(arguments: [
    "HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP", "HTTP_VIA", "HTTP_CF_CONNECTING_IP",
  ])
  func `loopback means nothing behind a proxy`(header: String) throws {
    let post = try request("POST", "/scans", here + [(header, "127.0.0.1")])
    let verdict = try door().verdict(on: post, changesState: true)
    #expect(verdict == .refused(.forwarded))
  }

  @Test(arguments: [
    ("127.0.0.1:8017", true), ("localhost:8017", true), ("LOCALHOST:8017", true),
    ("[::1]:8017", true), ("127.9.9.9:8017", true), ("evil.example:8017", false),
    ("127.0.0.1", false), ("127.0.0.1:80", false), ("localhost:3000", false), ("localhost", false),
    ("localhost.evil.example:8017", false), ("127.0.0.1.evil.example:8017", false),
    ("x.localhost:8017", false), ("10.0.0.1:8017", false), ("[::2]:8017", false),
  ])
  func `a foreign name for loopback is rebinding`(host: String, admitted: Bool) throws {
    for changesState in [false, true] {
      let post = try request("POST", "/", [("REMOTE_ADDR", "127.0.0.1"), ("HTTP_HOST", host)])
      let verdict = try door().verdict(on: post, changesState: changesState)
      #expect(verdict == (admitted ? .admitted : .refused(.foreignHost)))
    }
  }

  @Test(arguments: [
    ("http://localhost", "localhost", true), ("http://localhost", "localhost:80", true),
    ("https://localhost", "localhost:443", true), ("https://localhost", "localhost:80", false),
  ])
  func `the port that goes without saying is the scheme's`(
    base: String, host: String, admitted: Bool
  ) throws {
    let post = try request("POST", "/", [("REMOTE_ADDR", "127.0.0.1"), ("HTTP_HOST", host)])
    let verdict = try door(base).verdict(on: post, changesState: true)
    #expect(verdict == (admitted ? .admitted : .refused(.foreignHost)))
  }

  @Test(arguments: [
    "http://127.0.0.1", "https://127.0.0.1:8017", "http://127.0.0.1:8017/", "HTTP://127.0.0.1:8017",
    "http://localhost:8017", "http://127.0.0.1:80170", "http://127.0.0.1:8017.evil.example", "",
    "http://127.0.0.1:8017 http://evil.example", "Null", "file://", "127.0.0.1:8017",
  ])
  func `an origin is ours only to the letter`(origin: String) throws {
    let post = try request("POST", "/scans", here + [("HTTP_ORIGIN", origin)])
    let verdict = try door().verdict(on: post, changesState: true)
    #expect(verdict == .refused(.foreignOrigin))
  }
}
