// Signing in and out through the CGI, and the attacks that must fail. Source: docs/faults.md B1–B3,
// B8, B12.

import Albums
import Foundation
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct SignInTests {
  let house: Household
  private var files: SessionFiles { house.installation.sessionFiles }

  init() throws { house = try Household() }

  private func confirm(
    _ code: SignInCode, cookie: String? = nil, _ more: [String] = []
  ) throws -> CGIAnswer {
    try house.post(
      "/session", [("code", code.shown), ("confirm", "1")], house.browser(cookie) + more)
  }

  // MARK: Signing in

  @Test func `a code names its person, and with the one button it signs in`() throws {
    let ben = try house.installation.store().addPerson(
      name: try Household.name("Ben <b>"), plan: .base, files: files, at: Household.now)
    let code = try house.code(for: ben)
    let question = try house.post(
      "/session", [("code", code.shown.lowercased())], house.browser(nil))
    #expect(question.status == 200 && question.cookie == nil, "\(question.head)")
    #expect(question.body.contains("Ben &#60;b&#62;"), "\(question.body)")
    #expect(question.body.contains(code.letters))
    let answer = try confirm(code)
    #expect(answer.status == 303 && answer.header("Location") == "/")
    let cookie = try #require(answer.cookie)
    #expect(files.isLive(token: cookie))
    let session = try house.get("/session", house.browser(cookie)).body
    #expect(session.contains(#""who":"Ben \u003cb\u003e""#), "\(session)")
    #expect(session.contains(#""plan":"base","scansLeft":120"#), "\(session)")
  }

  @Test func `the cookie is bound to this host, and follows the scheme of base-url`() throws {
    let cookie = try #require(
      try confirm(try house.code(for: house.anna)).header("Set-Cookie"))
    #expect(
      cookie.hasSuffix("; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"), "\(cookie)")
    #expect(cookie.hasPrefix("albumscan-\(house.installation.port)="))
    let safe = try Household(scheme: "https")
    let answer = try safe.post(
      "/session", [("code", try safe.code(for: safe.anna).shown), ("confirm", "1")],
      safe.browser(nil))
    let line = try #require(answer.header("Set-Cookie"))
    let name = "__Host-albumscan-\(safe.installation.port)="
    #expect(line.hasPrefix(name) && line.hasSuffix("; Secure"), "\(line)")
  }

  /// A browser sends the cookies of a host to all its ports.
  @Test func `two installations on two ports of one host keep their sessions`() throws {
    let other = try Household()
    let own = "\(house.installation.cookieName)=\(house.annasCookie)"
    let foreign = "\(other.installation.cookieName)=\(other.annasCookie)"
    for house in [house, other] {
      let answer = try house.get("/session", ["HTTP_COOKIE=\(own); \(foreign)"])
      #expect(answer.body.contains(#""who":"Anna""#), "\(answer.body)")
      #expect(answer.header("Set-Cookie") == nil)
    }
  }

  @Test func `the cookie without the port is honoured if it is ours, and replaced`() throws {
    let former = "\(house.installation.portlessCookieName)=\(house.annasCookie)"
    let answer = try house.get("/session", ["HTTP_COOKIE=\(former)"])
    #expect(answer.body.contains(#""who":"Anna""#), "\(answer.body)")
    let cookie = try #require(answer.header("Set-Cookie"))
    #expect(cookie.hasPrefix("\(house.installation.cookieName)=\(house.annasCookie); Path=/;"))
    // That of another installation is no session, and stays.
    let stranger = try Household().get("/session", ["HTTP_COOKIE=\(former)"])
    #expect(stranger.body.contains(#""who":null"#) && stranger.header("Set-Cookie") == nil)
    // A sign-out ends the session, whichever cookie names it.
    let headers = house.browser(nil) + ["HTTP_COOKIE=\(former)"]
    #expect(try house.post("/session/delete", [], headers).status == 303)
    let ended = try house.get("/session", ["HTTP_COOKIE=\(former)"])
    #expect(ended.body.contains(#""who":null"#) && ended.header("Set-Cookie") == nil)
  }

  @Test func `the page asks before it replaces somebody who is signed in`() throws {
    let ben = try house.person("Ben", .base)
    let code = try house.code(for: house.anna)
    let question = try house.post("/session", [("code", code.shown)], house.browser(ben.cookie))
    #expect(question.body.contains("Ben") && question.body.contains("Anna"))
    let json = try house.post(
      "/session", [("code", code.shown)],
      house.browser(ben.cookie) + ["HTTP_ACCEPT=application/json"])
    #expect(json.body.contains(#""person":"Anna","plan":"owner","signedIn":"Ben""#), "\(json.body)")
    #expect(try confirm(code, cookie: ben.cookie).status == 303)
    #expect(!files.isLive(token: ben.cookie), "the session before is over")
  }

  @Test func `signing out ends the session and has the browser forget the pages`() throws {
    let answer = try house.post("/session/delete", [], house.browser(house.annasCookie))
    #expect(answer.status == 303 && answer.header("Location") == "/sign-in/")
    #expect(answer.header("Clear-Site-Data") == #""cache", "storage""#)
    #expect(answer.header("Set-Cookie")?.contains("Max-Age=0") == true)
    #expect(!files.isLive(token: house.annasCookie))
    #expect(try house.get("/settings", house.browser(house.annasCookie)).status == 401)
  }

  @Test func `a session is renewed once a day, with its cookie`() throws {
    let early = Household.now.advanced(byMilliseconds: -25 * 3_600_000)
    let token = try Household.session(of: house.anna, in: house.installation, at: early)
    let first = try house.get("/session", house.browser(token))
    #expect(first.cookie == token, "\(first.head)")
    #expect(try house.get("/session", house.browser(token)).cookie == nil)
  }

  @Test func `over plain http, only this computer signs in`() throws {
    try house.installation.edit {
      $0.replacing(house.installation.origin, with: "http://192.168.1.20:8017")
    }
    let code = try house.code(for: house.anna)
    let answer = try house.post(
      "/session", [("code", code.shown), ("confirm", "1")],
      ["HTTP_ORIGIN=http://192.168.1.20:8017", "HTTP_ACCEPT=application/json"])
    #expect(answer.status == 403 && answer.cookie == nil, "\(answer.body)")
    #expect(answer.body.contains("HTTPS"), "\(answer.body)")
    #expect(try house.installation.store().person(behind: code, at: Household.now) != nil)
  }

  // MARK: Codes

  @Test func `a code works once`() throws {
    let code = try house.code(for: house.anna)
    #expect(try confirm(code).status == 303)
    let again = try confirm(code)
    #expect(again.status == 401 && again.cookie == nil)
  }

  @Test func `of eight phones with one code, one signs in`() async throws {
    for _ in 0..<3 {
      let code = try house.code(for: house.anna)
      let before = try house.installation.store()
        .sessions(of: house.anna.id, at: Household.now).count
      let house = house
      let statuses = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            (try? house.post(
              "/session", [("code", code.shown), ("confirm", "1")], house.browser(nil)
            ).status) ?? 0
          }
        }
        return await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 303 } == 1, "\(statuses)")
      #expect(statuses.count { $0 == 401 } == 7, "\(statuses)")
      let after = try house.installation.store().sessions(of: house.anna.id, at: Household.now)
      #expect(after.count == before + 1)
    }
  }

  @Test func `link previewers use no code up`() throws {
    let code = try house.code(for: house.anna)
    for method in ["GET", "HEAD"] {
      for path in ["/session", "/session/check", "/settings"] {
        _ = try house.installation.runCGI(
          house.program,
          house.installation.environment(
            method, path, ["QUERY_STRING=code=\(code.shown)&confirm=1"]))
      }
    }
    _ = try house.post("/session", [("code", code.shown)], house.browser(nil))
    #expect(try confirm(code).status == 303)
  }

  @Test func `a phone's spelling of a code is understood, and other texts are refused`() throws {
    let code = try house.code(for: house.anna)
    let spelled = code.shown.lowercased().replacing("-", with: "+%E2%80%93+")
    #expect(try house.post("/session", [("code", spelled)], house.browser(nil)).status == 200)
    for text in ["", "AAAA-AAAA-AAA", "%00", String(repeating: "A", count: 5000), "../../open"] {
      let answer = try house.post(
        "/session", [("code", text), ("confirm", "1")], house.browser(nil))
      #expect([400, 401].contains(answer.status) && answer.cookie == nil, "\(text.prefix(20))")
    }
  }

  // MARK: Attacks

  @Test func `a cookie that an attacker has planted is never made a session`() throws {
    let planted = String(repeating: "x", count: 43)
    let cookie = try #require(
      try confirm(try house.code(for: house.anna), cookie: planted).cookie)
    #expect(cookie != planted && !files.isLive(token: planted))
    #expect(try house.get("/settings", house.browser(planted)).status == 401)
  }

  @Test(arguments: [
    ["HTTP_ORIGIN=http://evil.example"], ["HTTP_ORIGIN=null"], ["HTTP_SEC_FETCH_SITE=cross-site"],
    ["HTTP_SEC_FETCH_SITE=same-site"], ["HTTP_SEC_FETCH_SITE=none"], ["HTTP_COOKIE=a=b"],
  ])
  func `another site cannot sign somebody in or out`(headers: [String]) throws {
    let code = try house.code(for: house.anna)
    let answer = try house.post("/session", [("code", code.shown), ("confirm", "1")], headers)
    #expect(answer.status == 403 && answer.cookie == nil)
    #expect(try house.installation.store().person(behind: code, at: Household.now) != nil)
    let cookie =
      headers.contains { $0.hasPrefix("HTTP_COOKIE") }
      ? [] : ["HTTP_COOKIE=albumscan=\(house.annasCookie)"]
    #expect(try house.post("/session/delete", [], headers + cookie).status == 403)
    #expect(files.isLive(token: house.annasCookie))
  }

  @Test func `a foreign name that resolves to this computer gets nothing`() throws {
    let base = house.installation.environment("GET", "/settings")
      .filter { !$0.hasPrefix("HTTP_HOST") }
    // A browser sends no cookie of 127.0.0.1 to another name.
    let answer = try house.installation.runCGI(
      house.program, base + ["HTTP_HOST=evil.example"])
    #expect(answer.status == 401)
    let post = try house.post(
      "/people", [("do", "add"), ("name", "Eve")], ["HTTP_ORIGIN=http://evil.example"])
    #expect(post.status == 403)
  }

  @Test func `no field and no name leads to another site or into a header`() throws {
    let code = try house.code(for: house.anna)
    let form = [
      ("code", code.shown), ("confirm", "1"), ("next", "https%3A%2F%2Fevil.example"),
      ("page", "%2F%2Fevil.example"), ("return", "x%0D%0ASet-Cookie%3A+a%3Db"),
    ]
    let answer = try house.post(
      "/session", form,
      house.browser(nil) + ["QUERY_STRING=next=//evil.example", "HTTP_USER_AGENT=a\tb"])
    #expect(answer.header("Location") == "/")
    #expect(answer.head.count { $0.lowercased().hasPrefix("set-cookie") } == 1)
    let name = "Eve%0D%0ASet-Cookie%3A+a%3Db"
    let added = try house.post(
      "/people", [("do", "add"), ("name", name)],
      house.browser(house.annasCookie) + ["HTTP_ACCEPT=application/json"])
    #expect(!added.head.contains { $0.hasPrefix("Set-Cookie: a=b") }, "\(added.head)")
  }

  @Test func `no secret is in a log, a page or another file of the installation`() throws {
    let code = try house.code(for: house.anna, .device)
    _ = try house.post("/session", [("code", code.shown)], house.browser(nil))
    let cookie = try #require(try confirm(code).cookie)
    let added = try house.post(
      "/devices", [("add", "1")],
      house.browser(cookie) + ["HTTP_ACCEPT=application/json"])
    let link = try #require(added.body.split(separator: "#").dropFirst().first?.prefix(14))
    _ = try house.post("/session", [("code", "AAAA-BBBB-CCCC")], house.browser(nil))
    let phrase = "an unusual passphrase"
    _ = try house.post("/settings", [("passphrase", phrase)], house.browser(cookie))
    _ = try house.post(
      "/session", [("name", "Anna"), ("passphrase", "a wrong passphrase")], house.browser(nil))
    let token = try house.installation.store()
      .makeToken(named: "t", for: house.anna.id, files: files, at: Household.now)
    _ = try house.get("/session", ["HTTP_X_ALBUMSCAN_TOKEN=\(token)"])
    let secrets = [
      code.shown, code.letters, String(link), cookie, phrase, "a wrong passphrase", token,
      "AAAA-BBBB-CCCC", "AAAABBBBCCCC",
    ]
    let all = FileManager.default.enumerator(atPath: house.installation.folder.path)
    var count = 0
    while let name = all?.nextObject() as? String {
      guard !name.hasPrefix("body-"), !name.hasPrefix("lone/"), name.contains("/") else { continue }
      guard let bytes = try? Files.read(house.installation.folder.file(name)) else { continue }
      count += 1
      let text = String(decoding: bytes, as: UTF8.self)
      for secret in secrets where text.contains(secret) || name.contains(secret) {
        Issue.record("\(name) contains a secret")
      }
    }
    #expect(count > 20)
  }

  @Test func `a change waits for its form, and a right that ended meanwhile does not count`() throws
  {
    let ben = try house.person("Ben", .owner)
    let body = Array("do=add&name=Eve".utf8)
    let environment =
      house.installation.environment(
        "POST", "/people",
        [
          "CONTENT_TYPE=application/x-www-form-urlencoded", "CONTENT_LENGTH=\(body.count)",
        ]) + house.browser(ben.cookie)
    let run = try CGIRun(
      [house.program, house.installation.controlFile], environment: environment, input: .pipe)
    run.send(body.prefix(5))
    pause(milliseconds: 300)
    try house.installation.store().disable(ben.person.id, files: files)
    run.send(body.dropFirst(5))
    let answer = CGIAnswer(try run.answer(), exitCode: try run.exitCode(), bytesRead: 0)
    #expect(answer.status == 401)
    #expect(try house.installation.store().people().count == 2)
  }

  // MARK: Passphrases

  private func signIn(_ name: String, _ passphrase: String) throws -> CGIAnswer {
    try house.post(
      "/session", [("name", name), ("passphrase", passphrase)], house.browser(nil))
  }

  @Test func `a passphrase signs in, and its hash is yescrypt`() throws {
    let phrase = "correct horse battery"
    let cookie = house.annasCookie
    let short = try house.post("/settings", [("passphrase", "short")], house.browser(cookie))
    #expect(short.status == 400)
    let set = try house.post(
      "/settings", [("passphrase", phrase.replacing(" ", with: "+"))], house.browser(cookie))
    #expect(set.status == 200, "\(set.body)")
    let hash = try house.installation.store().passphraseHash(of: house.anna.id)
    #expect(hash?.hasPrefix("$y$") == true)
    let answer = try signIn("ANNA", phrase.replacing(" ", with: "+"))
    #expect(answer.status == 303 && answer.cookie != nil, "\(answer.body)")
    #expect(try signIn("Anna", "correct+horse+batterx").status == 401)
    let removed = try house.post(
      "/settings", [("remove-passphrase", "1")], house.browser(cookie))
    #expect(removed.status == 200)
    #expect(try signIn("Anna", phrase.replacing(" ", with: "+")).status == 401)
  }

  /// The code of the link in an answer with JSON.
  private func code(in answer: CGIAnswer) throws -> SignInCode {
    let text = try #require(answer.body.firstMatch(of: ##/#([A-Z2-7-]{14})"/##)?.output.1)
    return try #require(SignInCode(String(text)))
  }

  private func setPassphrase(_ cookie: String) throws -> CGIAnswer {
    try house.post(
      "/settings", [("passphrase", "the+words+of+a+thief")],
      house.browser(cookie) + ["HTTP_ACCEPT=application/json"])
  }

  @Test(arguments: ["people", "devices"])
  func `a link that an owner's session makes for the owner does not allow a passphrase`(
    page: String
  ) throws {
    let form = page == "people" ? [("do", "invite"), ("id", "owner")] : [("add", "1")]
    let invited = try house.post(
      "/\(page)", form, house.browser(house.annasCookie) + ["HTTP_ACCEPT=application/json"])
    let code = try code(in: invited)
    let thief = try #require(try confirm(code).cookie)
    let refused = try setPassphrase(thief)
    #expect(refused.status == 403, "\(refused)")
    #expect(refused.body.contains("You signed in too long ago"), "\(refused.body)")
    #expect(try house.installation.store().passphraseHash(of: house.anna.id) == nil)
    let settings = try house.get("/settings", house.browser(thief)).body
    #expect(settings.contains("with a new link from the host"), "\(settings)")
  }

  @Test func `a link of the command line, and a new person's first link, allow a passphrase`()
    throws
  {
    let told = try house.installation.told(["person", "invite", "Anna"])
    let text = try #require(told.text.firstMatch(of: ##/sign-in/#([A-Z2-7-]{14})\n/##)?.output.1)
    let code = try #require(SignInCode(String(text)))
    let anna = try #require(try confirm(code).cookie)
    #expect(try setPassphrase(anna).status == 200)
    let owner = house.browser(house.annasCookie) + ["HTTP_ACCEPT=application/json"]
    let added = try house.post("/people", [("do", "add"), ("name", "Ben")], owner)
    let bens = try self.code(in: added)
    let ben = try #require(try confirm(bens).cookie)
    #expect(try setPassphrase(ben).status == 200)
  }

  /// Forms of "Sign out the other devices", and whether the passphrase and the API token stay.
  static let signOuts: [(form: [(String, String)], passphrase: Bool, token: Bool)] = [
    ([], false, false), ([("choose", "1")], true, true),
    ([("choose", "1"), ("passphrase", "1")], false, true),
    ([("choose", "1"), ("tokens", "1")], true, false),
    ([("choose", "1"), ("passphrase", "1"), ("tokens", "1")], false, false),
  ]

  @Test(arguments: signOuts.indices)
  func `signing out the other devices keeps this browser, and what is unticked`(index: Int) throws {
    let row = Self.signOuts[index]
    let store = try house.installation.store()
    let other = try Household.session(of: house.anna, in: house.installation)
    let token = try store.makeToken(
      named: "script", for: house.anna.id, files: files, at: Household.now)
    #expect(try setPassphrase(house.annasCookie).status == 200)
    let page = try house.get("/settings", house.browser(house.annasCookie)).body
    for name in ["passphrase", "tokens"] {
      #expect(page.contains(#"type="checkbox" name="\#(name)" value="1" checked"#), "\(page)")
    }
    let answer = try house.post(
      "/devices", [("sign-out-all", "1")] + row.form, house.browser(house.annasCookie))
    let cookie = try #require(answer.cookie, "\(answer.head)")
    #expect(answer.status == 200 && cookie != house.annasCookie)
    for old in [house.annasCookie, other] {
      #expect(!files.isLive(token: old))
      #expect(try house.get("/settings", house.browser(old)).status == 401)
    }
    #expect(try house.get("/settings", house.browser(cookie)).status == 200)
    #expect(try (signIn("Anna", "the+words+of+a+thief").status == 303) == row.passphrase)
    #expect(files.isLive(apiToken: token) == row.token)
    #expect(try (store.person(withToken: token) != nil) == row.token)
  }

  @Test func `the page about a wrong passphrase has the form for another try`() throws {
    let answer = try signIn("Anna", "a+wrong+guess+here")
    #expect(answer.status == 401)
    let form = try #require(answer.body.firstMatch(of: #/<form[^>]*\/session"[\s\S]*?<\/form>/#))
      .output
    #expect(form.contains("name=\"name\"") && form.contains("name=\"passphrase\""))
  }

  @Test func `after four wrong guesses, a guess is refused before it is hashed`() throws {
    for _ in 0..<4 { #expect(try signIn("Anna", "a+wrong+guess+here").status == 401) }
    let trace = house.installation.folder.file("trace")
    // The delay grows with each wrong guess. On a busy machine, a short delay may have passed before the next
    // guess.
    var refused = try signIn("Anna", "a+wrong+guess+here")
    for _ in 0..<6 where refused.status == 401 {
      refused = try signIn("Anna", "a+wrong+guess+here")
    }
    #expect(refused.status == 429)
    #expect(Int(refused.header("Retry-After") ?? "").map { $0 >= 1 } == true, "\(refused.head)")
    #expect(try hashes(name: "Anna", trace) == false)
    // The delay affects neither a signed-in browser nor a sign-in with a code.
    #expect(try house.get("/settings", house.browser(house.annasCookie)).status == 200)
    #expect(try confirm(try house.code(for: house.anna)).status == 303)
  }

  @Test(arguments: ["Anna", "Nobody", "Carl", ""])
  func `a guess is hashed whether the name is known or not`(name: String) throws {
    let carl = try house.person("Carl", .free)
    try house.installation.store().setPassphraseHash("$y$j9T$x$y", of: carl.person.id)
    #expect(try hashes(name: name, house.installation.folder.file("trace")))
  }

  /// Whether the CGI hashes the passphrase of a guess. It loads libcrypt only to hash.
  private func hashes(name: String, _ trace: String) throws -> Bool {
    let body = Array("name=\(name)&passphrase=a+guess+of+a+phrase".utf8)
    let environment =
      house.installation.environment(
        "POST", "/session",
        [
          "CONTENT_TYPE=application/x-www-form-urlencoded", "CONTENT_LENGTH=\(body.count)",
        ]) + house.browser(nil)
    let run = try CGIRun(
      Strace.words(["-f", "-e", "trace=openat"], trace: trace)
        + [house.program, house.installation.controlFile],
      environment: environment, input: .file(try house.installation.bodyFile(body)))
    _ = try run.answer()
    return try String(decoding: Files.read(trace), as: UTF8.self).contains("libcrypt.so.1")
  }

  @Test func `signing a person out as the host removes a passphrase that a thief may have set`()
    throws
  {
    _ = try house.post(
      "/settings", [("passphrase", "the+words+of+a+thief")], house.browser(house.annasCookie))
    #expect(try signIn("Anna", "the+words+of+a+thief").status == 303)
    try house.installation.albumscan(["person", "sign-out", "Anna"])
    #expect(try signIn("Anna", "the+words+of+a+thief").status == 401)
  }

  @Test func `a third guess at the same time waits for the two that are hashed`() throws {
    let data = house.installation.data
    guard let first = try Lock.take("\(data)/passphrase-0.lock"),
      let second = try Lock.take("\(data)/passphrase-1.lock")
    else { throw InstallationError.failed("a lock is taken") }
    let start = Clock.bootMilliseconds()
    #expect(try signIn("Anna", "a+wrong+guess+here").status == 503)
    #expect(Clock.bootMilliseconds() - start >= 4000)
    _ = consume first
    _ = consume second
    #expect(try signIn("Anna", "a+wrong+guess+here").status == 401)
  }
}
