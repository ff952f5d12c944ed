// HTTPS behind lighttpd, Apache and nginx: the host's files of `docs/servers/` with and without a
// certificate, and several installations behind one server.
// Source: docs/decisions/113-host-files-include-rules.md.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct HostHTTPSTests {
  private static let program = "/cgi-bin/albumscan"
  private static let challenge = "/.well-known/acme-challenge"

  /// The Strict-Transport-Security header of the rules, without includeSubDomains and without
  /// preload.
  private static let transport = "max-age=15552000"

  /// Two of the servers; all of them in `make tour`.
  static let sample = HostKind.drawn(2, of: HostKind.withServerFile)

  /// The answer at the port of plain HTTP.
  private func plain(
    _ server: HostServer, _ target: String, method: String = "GET", host: String = "127.0.0.1"
  ) -> RawAnswer {
    // lighttpd answers a POST without a length itself.
    let length = method == "POST" ? "Content-Length: 0\r\n" : ""
    let head =
      "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(length)\r\n"
    let text = rawExchange(port: server.plainPort, Array(head.utf8), halfClose: false)
    return RawAnswer(Array(text.utf8))
  }

  /// Writes a file of certbot's challenge into the folder that docs/server.md gives to certbot.
  private func answerChallenge(_ server: HostServer) throws {
    let folder = "\(server.run)/acme\(Self.challenge)"
    try Files.makeDirectories(folder)
    try Files.replace("\(folder)/token", with: Array("token.key".utf8), durably: false)
    try ServerUser.takeOver("\(server.run)/acme")
  }

  @Test(arguments: sample)
  func `without a certificate, port 80 sends the site, and certbot's answers to strangers, too`(
    kind: HostKind
  ) throws {
    let server = try HostServer(
      kind, settings: "pages: protected", withPeople: true, prepare: { _ = try anna($0) })
    try answerChallenge(server)
    let answer = plain(server, "\(Self.challenge)/token")
    #expect(answer.status == 200 && answer.body.contains("token.key"), "\(answer.text)")
    #expect(answer.header("Content-Type")?.hasPrefix("text/plain") == true, "\(answer.head)")
    for target in ["\(Self.challenge)/", "\(Self.challenge)/none", "\(Self.challenge)/../x"] {
      #expect([401, 403, 404].contains(plain(server, target).status), "\(target)")
    }
    let page = plain(server, "/history/")
    #expect(page.status == 401 && page.header("Strict-Transport-Security") == nil, "\(page.text)")
    #expect(plain(server, "/sign-in/").status == 200)
  }

  /// Targets on port 80 and the addresses to which they lead.
  private static let redirects: [(target: String, location: String)] = [
    ("/", "/"), ("/history/?a=b%20c&d", "/history/?a=b%20c&d"), ("\(program)", program),
    ("\(program)/session", "\(program)/session"), ("/nowhere", "/nowhere"),
    ("/style.css", "/style.css"), ("/.well-known/other", "/.well-known/other"),
  ]

  @Test(arguments: sample)
  func `with a certificate, port 80 leads to https, and certbot's answers stay there`(
    kind: HostKind
  ) throws {
    let server = try HostServer(kind, withPeople: true, hasTLS: true)
    try answerChallenge(server)
    for method in ["GET", "HEAD", "POST"] {
      for redirect in Self.redirects {
        let answer = plain(server, redirect.target, method: method, host: "evil.example")
        #expect(answer.status == 308, "\(method) \(redirect.target): \(answer.text)")
        #expect(
          answer.header("Location") == "https://127.0.0.1\(redirect.location)", "\(answer.head)")
        #expect(!answer.text.contains("evil"), "\(answer.text)")
      }
    }
    let token = plain(server, "\(Self.challenge)/token")
    #expect(token.status == 200 && token.body.contains("token.key"), "\(token.text)")
    // A path with `..` behind the challenge's folder opens no page of the site.
    #expect(plain(server, "\(Self.challenge)/../../history/").status == 308)
    for (path, status) in [
      ("/", 200), ("/style.css", 200), ("/nowhere", 404), ("\(Self.program)/session", 200),
      ("\(Self.program)/nowhere", 404), ("\(Self.challenge)/token", 200),
    ] {
      let answer = try server.installation.curl(["-i", "--http1.1"], path)
      let head = RawAnswer(Array(answer.body.utf8))
      #expect(head.status == status, "\(path): \(head.head)")
      #expect(head.header("Strict-Transport-Security") == Self.transport, "\(path): \(head.head)")
    }
  }

  @Test(arguments: sample)
  func `a person signs in over https, reads a page and sends a photo`(kind: HostKind) throws {
    var code: SignInCode?
    let server = try HostServer(
      kind, withPeople: true, hasTLS: true,
      prepare: {
        let person = try anna($0)
        code = try $0.store().makeCode(.invitation, for: person.id, at: Household.now)
      })
    let installation = server.installation
    let jar = installation.folder.file("cookies")
    let own = ["-b", jar, "-H", "Origin: \(installation.origin)"]
    let shown = try #require(code).shown
    let answer = try installation.curl(
      ["-c", jar, "-H", "Origin: \(installation.origin)", "-d", "code=\(shown)&confirm=1"],
      "\(Self.program)/session")
    #expect(answer.status == 303, "\(answer.body)")
    #expect(try installation.folder.text("cookies").contains("__Host-albumscan"))
    #expect(try installation.curl([], "/history/").status == 401)
    #expect(try installation.curl(own, "/history/").status == 200)
    let sent = try installation.post(Sample.photo, own)
    #expect(sent.status == 303, "\(sent.body)")
    #expect(try eventually { try installation.store().countFinds() == 1 })
  }

  /// Another host of the same domain can set a cookie without the prefix. If such a cookie counted,
  /// the browser would get the pages of another person.
  @Test(arguments: sample)
  func `over https, only a cookie with the prefix opens pages and sends large bodies`(
    kind: HostKind
  ) throws {
    var token = ""
    let server = try HostServer(
      kind, settings: "pages: protected", withPeople: true, hasTLS: true,
      prepare: {
        token = try Household.session(of: try anna($0), in: $0)
        try $0.albumscan(["refresh"])
      })
    let installation = server.installation
    let photo = installation.folder.file("large.jpg")
    let bytes = try Sample.smallPhoto("x") + Array(repeating: 0, count: 2_000_000)
    try Files.replace(photo, with: bytes, durably: false)
    for (cookie, isKnown) in [
      ("albumscan=\(token)", false), ("__Host-albumscan=\(token)", true),
      ("albumscan=\(token); __Host-albumscan=\(String(repeating: "a", count: 43))", false),
      ("__host-albumscan=\(token)", false), ("__Secure-albumscan=\(token)", false),
    ] {
      let own = ["-H", "Cookie: \(cookie)", "-H", "Origin: \(installation.origin)"]
      #expect(try installation.curl(own, "/history/").status == (isKnown ? 200 : 401), "\(cookie)")
      // curl 7.88 loses an answer over HTTP/2 that comes before the body is complete.
      let post = own + ["-H", "Expect:", "--http1.1"]
      var sent = try installation.post(photo, post)
      // curl loses the answer over HTTP/1.1, too, if the server closes the connection while curl
      // still sends.
      if !isKnown, sent.status == 0 { sent = try installation.post(photo, post) }
      #expect(sent.status == (isKnown ? 303 : 401), "\(cookie): \(sent.body)")
    }
  }

  @Test(arguments: sample)
  func `a renewed certificate is sent after a restart`(kind: HostKind) throws {
    let server = try HostServer(kind, withPeople: true, hasTLS: true)
    let first = try Files.read(server.installation.certificate)
    try HostServer.makeCertificate(in: "\(server.run)/certificate", for: server.installation)
    let second = try Files.read(server.installation.certificate)
    #expect(first != second)
    #expect(try server.installation.curl([], "/sign-in/").status == 0)
    #expect(server.stop(SIGTERM))
    try server.start()
    #expect(try server.installation.curl([], "/sign-in/").status == 200)
  }

  @Test(arguments: sample)
  func `a session of one installation opens no page of another behind the same server`(
    kind: HostKind
  ) throws {
    let shared = try SharedPrograms.reachable.get()
    let second = try Installation(
      programs: shared.programs, shared: shared.shared, settings: "pages: protected",
      control: "etc/albumscan.conf")
    var cookie = ""
    let server = try HostServer(
      kind, settings: "pages: protected", withPeople: true,
      edit: { try $0.addSite(of: second, name: "second.example", for: kind) },
      prepare: {
        _ = try anna(second)
        cookie = try Household.session(of: try anna($0), in: $0)
        try ServerUser.takeOver(second.folder.path)
      })
    func status(_ host: String, _ more: [String]) -> Int {
      server.installation.raw(
        ["GET /history/ HTTP/1.1", "Host: \(host)", "Connection: close"] + more
      ).status
    }
    let signedIn = ["Cookie: albumscan=\(cookie)"]
    #expect(status("127.0.0.1", signedIn) == 200)
    #expect(status("second.example", signedIn) == 401)
    #expect(status("127.0.0.1", signedIn) == 200)
    #expect(status("127.0.0.1", []) == 401 && status("second.example", []) == 401)
  }

  /// One line of the host's file chooses the installation; no other line names it.
  @Test func `the folder of the installation stands once in each host's file, and in no rule`()
    throws
  {
    let folder = "\(Checkout.root)/docs/servers"
    for name in try Files.entries(of: folder)
    where name.hasSuffix(".conf") || name.hasSuffix(".lua") {
      let text = String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self)
      let count = text.split(separator: "\n").count { $0.contains("/srv/albumscan") }
      #expect(count == (name.hasSuffix("-host.conf") ? 1 : 0), "\(name)")
    }
  }

  private func anna(_ installation: Installation) throws -> Person {
    try installation.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: installation.sessionFiles,
      at: Household.now)
  }
}
