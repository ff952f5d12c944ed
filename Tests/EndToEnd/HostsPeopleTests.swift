// A person's way behind every web server: sign in, upload, poll, read, delete, sign out; and the
// answers to a stranger. Source: docs/product.md "Who may do what".

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct HostsPeopleTests {
  private static let program = "/cgi-bin/albumscan"

  /// Two of the web servers; all of them in `make tour`.
  static let sample = HostKind.drawn(2, of: HostKind.allCases)

  private func person(
    _ name: String, _ plan: Plan, in server: HostServer
  ) throws -> (code: String, id: PersonID) {
    let installation = server.installation
    let store = try installation.store()
    let person = try store.addPerson(
      name: try Household.name(name), plan: plan, files: installation.sessionFiles,
      at: Household.now)
    let code = try store.makeCode(.invitation, for: person.id, at: Household.now)
    try ServerUser.takeOver(installation.folder.path)
    return (code.shown, person.id)
  }

  /// Signs in as a browser does; returns the path of curl's file of cookies.
  private func signIn(_ code: String, _ server: HostServer) throws -> String {
    let installation = server.installation
    let jar = installation.folder.file("cookies-\(code)")
    let base = try #require(server.origin)
    let answer = try installation.curl(
      [
        "-c", jar, "-H", "Origin: \(base)", "-d", "code=\(code)&confirm=1",
      ], "\(Self.program)/session")
    #expect(answer.status == 303, "\(answer.body)")
    return jar
  }

  @Test(arguments: sample)
  func `a person signs in, scans, reads, deletes and signs out`(kind: HostKind) throws {
    let server = try HostServer(
      kind, settings: "pages: protected\nphotos-a-minute: 2", withPeople: true)
    let installation = server.installation
    let base = try #require(server.origin)
    _ = try person("Anna", .owner, in: server)
    let ben = try person("Ben", .base, in: server)
    let jar = try signIn(ben.code, server)
    let own = ["-b", jar, "-H", "Origin: \(base)"]
    // Upload, poll, read.
    let answer = try installation.post(Sample.photo, own + ["-H", "Accept: application/json"])
    #expect(answer.status == 202, "\(answer.body)")
    let scan = try #require(
      answer.body.split(separator: #""id":""#).dropFirst().first?.prefix(26))
    #expect(
      try eventually {
        try installation.curl(
          own + ["-H", "Accept: application/json"], "\(Self.program)/scans/\(scan)"
        ).body.contains(#""state":"complete""#)
      })
    let store = try installation.store()
    let find = try #require(try store.newestFinds(1).first)
    #expect(try store.finder(of: find.id) == ben.id)
    let album = "/album/\(find.id)/"
    if kind.protectsPages {
      // The database is complete before the page is written.
      #expect(
        try eventually {
          try installation.curl(["-b", jar], album).body.contains("Kind of Blue")
        })
      let stranger = try installation.curl([], album)
      #expect(stranger.status == 401 && !stranger.body.contains("Kind of Blue"))
      #expect(stranger.body.contains("Sign in"), "\(stranger.body.prefix(300))")
    }
    // Requests that get 401, 403, 413 and 429.
    for path in ["/scans/\(scan)", "/finds/\(find.id)", "/settings"] {
      #expect(try installation.curl([], Self.program + path).status == 401, "\(path)")
    }
    #expect(try installation.post(Sample.photo).status == 401)
    #expect(
      try installation.post(Sample.photo, ["-b", jar, "-H", "Origin: http://evil.example"]).status
        == 403)
    #expect(try installation.curl(own, "\(Self.program)/people").status == 403)
    let huge = installation.folder.file("huge.jpg")
    try Files.replace(huge, with: Array(repeating: 0, count: 40 << 20), durably: false)
    #expect(try installation.post(huge, own).status == 413)
    for (number, status) in [(1, 303), (2, 429)] {
      let file = installation.folder.file("more-\(number).jpg")
      try Files.replace(file, with: try Sample.smallPhoto("\(number)"), durably: false)
      #expect(try installation.post(file, own).status == status, "\(number)")
    }
    // Delete, sign out.
    #expect(
      try installation.curl(own + ["-d", ""], "\(Self.program)/finds/\(find.id)/delete").status
        == 303)
    #expect(try store.find(find.id) == nil)
    #expect(
      try installation.curl(own + ["-c", jar, "-d", ""], "\(Self.program)/session/delete").status
        == 303)
    #expect(try installation.curl(["-b", jar], "\(Self.program)/settings").status == 401)
  }

  /// The first frame of a client that knows that the server speaks HTTP/2 (RFC 9113 §3.4): SETTINGS.
  private static let priorKnowledge =
    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]

  /// With HTTP/2 in clear text, a client bypasses the proxy, and can send the headers that the
  /// proxy would remove.
  @Test(arguments: HostKind.allCases)
  func `no server speaks HTTP/2 in clear text`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let port = server.installation.port
    for path in ["/", "\(Self.program)/session", "/sign-in/"] {
      for method in ["GET", "OPTIONS", "POST"] {
        let head = [
          "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Length: 0",
          "Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c",
          "HTTP2-Settings: AAMAAABkAAQAAP__", "", "",
        ]
        let answer = rawExchange(
          port: port, Array(head.joined(separator: "\r\n").utf8), halfClose: false,
          isWhole: { $0.count > 12 })
        #expect(answer.hasPrefix("HTTP/1."), "\(method) \(path): \(answer)")
        #expect(!answer.contains(" 101 "), "\(method) \(path): \(answer)")
      }
    }
    // lighttpd has no setting that allows HTTP/2 only over TLS, so this check leaves it out. No
    // proxy forwards a client with HTTP/2 in clear text.
    guard kind != .lighttpdDebian else { return }
    // A server that speaks HTTP/2 begins with a frame SETTINGS, whose fourth byte is 4.
    let answer = Array(
      rawExchange(
        port: port, Self.priorKnowledge, halfClose: false, isWhole: { $0.count > 12 }
      ).utf8)
    #expect(!(answer.count > 3 && answer[3] == 4), "\(answer)")
  }

  @Test(arguments: HostKind.allCases)
  func `where a proxy names the person, HTTP/2 in clear text names nobody`(kind: HostKind) throws {
    let server = try HostServer(
      kind, settings: "proxy-user-header: Remote-User\ntrusted-proxy: 127.0.0.1", withPeople: true)
    _ = try person("Anna", .owner, in: server)
    let named = ["-H", "Remote-User: Anna"]
    // Caddy removes the header, and busybox does not pass it on.
    if ![.caddy, .busybox].contains(kind) {
      let settings = "\(Self.program)/settings"
      #expect(try server.installation.curl(named + ["--http1.1"], settings).status == 200)
    }
    let page = try server.installation.curl(
      named + ["--http2-prior-knowledge"], "\(Self.program)/settings")
    #expect(page.status != 200, "\(page.body)")
  }

  @Test(arguments: sample)
  func `headers that a stranger invents name nobody`(kind: HostKind) throws {
    let server = try HostServer(kind, settings: "pages: protected", withPeople: true)
    _ = try person("Anna", .owner, in: server)
    let installation = server.installation
    for header in [
      "Remote-User: Anna", "Remote_User: Anna", "X-Remote-User: Anna", "X-Forwarded-For: 127.0.0.1",
      "X-Forwarded-User: Anna", "Authorization: Basic QW5uYTp4", "Proxy: http://evil.example",
      "X-Albumscan-Token: albumscan_\(String(repeating: "a", count: 43))",
      "Cookie: albumscan=\(String(repeating: "a", count: 43))", "Cookie: albumscan=open",
      "Cookie: __Host-albumscan=../open",
    ] {
      let answer = try installation.curl(["-H", header], "\(Self.program)/settings")
      #expect([400, 401].contains(answer.status), "\(header): \(answer.status)")
      let session = try installation.curl(["-H", header], "\(Self.program)/session").body
      #expect(!session.contains(#""mayScan":true"#), "\(header): \(session)")
    }
  }
}

extension HostKind {
  /// busybox httpd cannot check a session.
  fileprivate var protectsPages: Bool { self != .busybox }
}

extension HostServer {
  /// The site's own address, as a browser sends it in Origin.
  fileprivate var origin: String? {
    let text = String(
      decoding: (try? Files.read(installation.controlFile)) ?? [], as: UTF8.self)
    return text.split(separator: "\n").first { $0.hasPrefix("base-url: ") }
      .map { String($0.dropFirst("base-url: ".count)) }
  }
}
