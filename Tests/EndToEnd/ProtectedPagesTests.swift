// A stranger gets no byte of a protected history from any web server; a signed-in browser gets all of
// it, until it signs out.

import Host
import Support
import Testing

@Suite(.serialized) struct ProtectedPagesTests {
  /// Methods and headers that make servers answer in a special way.
  static let requests: [(method: String, headers: [String])] = [
    ("GET", []), ("HEAD", []), ("GET", ["Range: bytes=0-99"]), ("GET", ["Range: bytes=-9"]),
    ("GET", ["If-None-Match: *"]), ("GET", ["If-Match: *"]),
    ("GET", ["If-Modified-Since: Tue, 01 Jan 2019 00:00:00 GMT"]),
    ("GET", ["If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT"]),
    ("GET", ["Accept-Encoding: gzip"]), ("POST", ["Content-Length: 0"]), ("OPTIONS", []),
    ("PUT", ["Content-Length: 0"]), ("DELETE", []), ("PROPFIND", ["Depth: 1"]), ("TRACE", []),
    ("CONNECTED", []), ("get", []),
    ("GET", ["X-Original-URL: /sign-in/", "X-Rewrite-URL: /sign-in/"]),
    ("GET", ["X-Forwarded-For: 127.0.0.1", "X-Forwarded-Uri: /sign-in/"]),
    ("GET", ["X-HTTP-Method-Override: GET", "Authorization: Basic YTpi"]),
  ]

  /// Other spellings of a path without its first slash.
  static let spellings: [@Sendable (_ path: String) -> String] = [
    { "//\($0)" }, { "///\($0)" }, { "/./\($0)" }, { "/%2e/\($0)" }, { "/%2E/\($0)" },
    { "/sign-in/../\($0)" }, { "/sign-in/%2e%2e/\($0)" }, { "/sign-in/..%2f\($0)" },
    { "/icons/..%2F\($0)" }, { "/sign-in/..\\\($0)" }, { "/icons/..%5c\($0)" },
    { "/error/../\($0)" }, { "/style.css/../\($0)" }, { "/sign-in/.%2e/\($0)" },
    { "/\(encoded($0.prefix(1)))\($0.dropFirst())" }, { "/\(encoded($0[...]))" },
    { "/\($0.replacing("/", with: "//"))" }, { "/\($0.replacing("/", with: "%2f"))" },
    { "/\($0.uppercased())" }, { "/\($0)." }, { "/\($0)/." }, { "/\($0)/" }, { "/\($0)//" },
    { "/\($0)%00" }, { "/\($0)%00.js" }, { "/\($0)%20" }, { "/\($0);.js" }, { "/\($0)?/style.css" },
    { "/\($0)/style.css" }, { "/\($0)%0a" }, { "/\($0)%3f.js" }, { "/\($0)#.js" },
    { "/\($0)/index.html" }, { "\\\($0)" }, { "/\\\($0)" }, { "/cgi-bin/../\($0)" },
    { "/cgi-bin/albumscan/../../\($0)" }, { "/cgi-bin/albumscan/..%2f..%2f\($0)" },
    { "http://127.0.0.1/\($0)" }, { "http://127.0.0.1//\($0)" }, { "/\u{FF0E}\u{FF0E}/\($0)" },
  ]

  private static func encoded(_ text: Substring) -> String {
    text.utf8.map { "%\(hexadecimal([$0]))" }.joined()
  }

  /// Files outside the web root, and files of other folders.
  static let outside = [
    "/data/albums.db", "/data/sessions/open", "/data/sessions/", "/data/pages/",
    "/etc/albumscan.conf",
    "/cgi-bin/albumscan.conf", "/../data/albums.db", "/..%2fdata/albums.db",
    "/icons/../../data/log",
    "/sign-in/%2e%2e/%2e%2e/data/albums.db", "/error/..%2f..%2fdata/albums.db", "/.git/config",
    "/albumscan-check", "/icons/", "/error/", "/icons", "/server-status", "/javascript/",
    "/assets/", "/assets", "/assets/..%2fdata/albums.db", "/assets/../history/index.html",
    "/assets/x-0123456789ab.js/../../history/index.html", "/assets.txt",
  ]

  @Test(arguments: HostKind.drawn(2, of: HostKind.protecting))
  func `a stranger who tries every path in every spelling gets no byte of the history`(
    kind: HostKind
  ) throws {
    let site = try ProtectedSite(kind)
    #expect(site.protectedFiles.count > 12, "\(site.protectedFiles)")
    #expect(site.protectedFiles.contains { $0.hasSuffix(".jpg") })
    for path in site.addresses {
      let plain = site.ask("GET", path)
      #expect(plain.status == 401, "\(path): \(plain.head)")
      #expect(plain.header("Cache-Control") == "no-store", "\(path): \(plain.head)")
      #expect(plain.body.contains("Sign in"), "\(path): \(plain.text)")
      for request in Self.requests {
        expectNothing(site, site.ask(request.method, path, request.headers), path, "\(request)")
      }
      let name = path == "/" ? "index.html" : String(path.dropFirst())
      for spell in Self.spellings {
        let target = spell(name)
        expectNothing(site, site.ask("GET", target), target, "")
      }
    }
    for file in site.protectedFiles {
      for target in ["/\(file)", "/\(Files.parent(of: file))"] where target != "/" {
        expectNothing(site, site.ask("GET", target), target, "")
      }
    }
    for path in Self.outside {
      expectNothing(site, site.ask("GET", path), path, "")
      #expect(!site.ask("GET", path, [site.cookie]).body.contains("SQLite format"), "\(path)")
    }
  }

  /// A server may redirect to another spelling of the path, which is in the list, too.
  private func expectNothing(
    _ site: ProtectedSite, _ answer: RawAnswer, _ target: String, _ request: String
  ) {
    #expect(!ProtectedSite.tells(answer), "\(target) \(request): \(answer.text)")
    let isRefused = answer.status >= 400 || (300..<400).contains(answer.status)
    #expect(isRefused && answer.status != 304, "\(target) \(request): \(answer.head)")
  }

  @Test(arguments: HostKind.drawn(2, of: HostKind.protecting))
  func `a signed-in browser gets every file until it signs out, and open pages are for everybody`(
    kind: HostKind
  ) throws {
    let site = try ProtectedSite(kind)
    for path in site.publicFiles {
      let answer = site.ask("GET", "/\(path)")
      #expect(answer.status == 200, "\(path): \(answer.head)")
      let cache =
        path.hasPrefix("assets/") ? "public, max-age=31536000, immutable" : "no-cache"
      #expect(answer.header("Cache-Control") == cache, "\(path): \(answer.head)")
    }
    #expect(site.ask("GET", "/sign-in/").status == 200)
    expectAll(of: site, [site.cookie])
    expectAll(of: site, ["Cookie: a=b; \(site.cookie.dropFirst(8)); __Host-other=1"])
    // The present name counts, too, beside the cookie of an installation on another port.
    let token = site.cookie.dropFirst("Cookie: albumscan=".count)
    let other = String(repeating: "a", count: 43)
    let own = "\(site.installation.cookieName)=\(token)"
    for line in [own, "albumscan=\(other); \(own)", "albumscan-1=\(other); albumscan=\(token)"] {
      #expect(site.ask("GET", "/history/", ["Cookie: \(line)"]).status == 200, "\(line)")
    }
    try expectRefused(site, kind)
    try site.signOut()
    pause(milliseconds: kind.checkMilliseconds)
    for path in site.addresses {
      let answer = site.ask("GET", path, [site.cookie])
      #expect(answer.status == 401 && !ProtectedSite.tells(answer), "\(path): \(answer.head)")
    }
    try site.admit(.everybody)
    for path in site.addresses {
      let answer = site.ask("GET", path)
      #expect(answer.status == 200 && ProtectedSite.tells(answer), "\(path): \(answer.head)")
      #expect(answer.header("Cache-Control") == Self.cache(path, isOpen: true), "\(path)")
    }
    try site.admit(.signedIn)
    #expect(site.ask("GET", "/history/").status == 401)
    // Caddy adds the headers of a proxy, so none of its requests counts as one of this computer.
    guard kind != .caddy else { return }
    try site.admit(.thisComputer)
    for (headers, isOpen) in Self.localRequests {
      let answer = site.ask("GET", "/history/", headers)
      #expect((answer.status == 200) == isOpen, "\(headers): \(answer.head)")
      #expect(ProtectedSite.tells(answer) == isOpen, "\(headers): \(answer.head)")
    }
    let kept = site.ask("GET", "/history/").header("Cache-Control")
    #expect(kept == Self.cache("/history/", isOpen: true))
  }

  @Test(arguments: HostKind.protecting)
  func `without the data folder, no answer ends the session of a browser`(kind: HostKind) throws {
    let site = try ProtectedSite(kind)
    #expect(site.ask("GET", "/history/", [site.cookie]).status == 200)
    try site.loseData()
    pause(milliseconds: kind.checkMilliseconds)
    let answer = site.ask("GET", "/history/", [site.cookie])
    // nginx answers 500 for each failed question, and lighttpd without the script of `serve`.
    #expect([500, 503].contains(answer.status), "\(answer.text)")
    #expect(!answer.body.contains(ProtectedSite.album), "\(answer.text)")
    #expect(!answer.body.contains("Sign in"), "\(answer.text)")
  }

  /// Requests of this computer while the pages are open to it alone. A page of another site reaches the
  /// server with a foreign name (DNS rebinding). A proxy adds headers of its own.
  private static let localRequests: [(headers: [String], isOpen: Bool)] = [
    ([], true), (["Host: localhost:8017"], true), (["Host: LOCALHOST"], true),
    (["Host: [::1]:8017"], true), (["Host: 127.0.0.1"], true), (["Host: evil.example"], false),
    (["Host: 127.0.0.1.evil.example"], false), (["Host: localhost.evil.example"], false),
    (["Host: 192.168.1.20"], false), (["X-Forwarded-For: 10.0.0.1"], false),
    (["X-Real-IP: 10.0.0.1"], false), (["Forwarded: for=10.0.0.1"], false),
    (["Via: 1.1 proxy"], false),
    (["Host: evil.example", "Cookie: albumscan=\(String(repeating: "A", count: 43))"], false),
  ]

  private func expectAll(of site: ProtectedSite, _ headers: [String]) {
    for path in site.addresses {
      let answer = site.ask("GET", path, headers)
      #expect(answer.status == 200 && ProtectedSite.tells(answer), "\(path): \(answer.head)")
      #expect(answer.header("Cache-Control") == Self.cache(path, isOpen: false), "\(path)")
    }
    let missing = site.ask("GET", "/nowhere", headers)
    #expect(missing.status == 404 && missing.body.contains("<h1>Not found</h1>"), "\(missing.text)")
  }

  /// A browser shows a page without asking the server again only if the page may be stored.
  private static func cache(_ path: String, isOpen: Bool) -> String {
    if path.hasSuffix(".jpg") { return "private, max-age=31536000, immutable" }
    if isOpen { return "no-cache" }
    return path.hasSuffix("/") || path.hasSuffix(".html") ? "no-store" : "private, no-cache"
  }

  /// Cookies that are no session. A name in `data/sessions` is the SHA-1 of a cookie, never the
  /// cookie.
  private func expectRefused(_ site: ProtectedSite, _ kind: HostKind) throws {
    let token = String(site.cookie.dropFirst("Cookie: albumscan=".count))
    let name = site.installation.cookieName
    let values = [
      "", "open", "../sessions/open", "..", "/", ".", "%2e%2e/open",
      SessionFiles.name(ofToken: token),
      String(token.dropLast()), "\(token)A", token.uppercased(), "\(token)/", "\"\(token)\"x",
      "\(token)%00", "$1", "*", String(repeating: "A", count: 43),
      String(repeating: "A", count: 10_000),
    ]
    for value in values {
      let answer = site.ask("GET", "/history/", ["Cookie: albumscan=\(value)"])
      let isRefused = [400, 401, 431].contains(answer.status)
      #expect(isRefused && !ProtectedSite.tells(answer), "\(value.prefix(60)): \(answer.head)")
    }
    let lines = [
      "Cookie: albumscan=\(token); albumscan=x", "Cookie: albumscan=x; albumscan=\(token)",
      "Cookie: xalbumscan=\(token)", "Cookie: albumscan-x=\(token)", "X-Cookie: albumscan=\(token)",
      "Cookie: ALBUMSCAN=\(token)", "Cookie: Host-albumscan=\(token)",
      "Cookie: \(name)=\(token); \(name)=x", "Cookie: \(name)x=\(token)",
      "Cookie: x\(name)=\(token)",
      "Cookie: albumscan-=\(token)",
    ]
    for line in lines {
      let answer = site.ask("GET", "/history/", [line])
      #expect(answer.status == 401 && !ProtectedSite.tells(answer), "\(line): \(answer.head)")
    }
  }
}
