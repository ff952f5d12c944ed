// Every route with every method (docs/faults.md A12), in one table. A read request never changes
// the database.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct RouteTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"]

  /// In a path, `S` is a waiting scan, `F` a find, and `0` an unknown id. The statuses are for GET
  /// and POST.
  static let routes: [(path: String, get: Int, post: Int)] = [
    ("", 303, 405), ("/", 303, 405), ("/session", 200, 411),
    ("/session/delete", 405, 303), ("/session/check", 204, 405), ("/session/other", 404, 404),
    ("/health", 200, 405), ("/metrics", 404, 405),
    ("/settings", 200, 411), ("/devices", 405, 411), ("/people", 404, 411), ("/status", 200, 411),
    ("/scans/S", 303, 405), ("/scans/0", 404, 405), ("/scans/S/status", 404, 405),
    ("/scans/0/status", 404, 405), ("/scans/S/retry", 405, 303),
    ("/scans/0/retry", 405, 404), ("/scans/S/correct", 405, 411), ("/scans/0/correct", 405, 411),
    ("/scans/S/items", 404, 404), ("/scans/S/picture", 404, 405),
    ("/scans/S/items/1/cover", 404, 405), ("/scans/S/items/1/add", 405, 404),
    ("/scans/S/items/1/other", 404, 404), ("/scans/S/items/01/add", 404, 404),
    ("/scans/S/add-all", 405, 404), ("/scans/S/clear", 405, 404), ("/scans/S/cancel", 405, 404),
    ("/scans/S/finish", 405, 404), ("/scans/S/undo", 405, 404), ("/scans/S/reviews", 405, 404),
    ("/random", 303, 405), ("/finds/F", 303, 405), ("/finds/0", 404, 405),
    ("/finds/F/correct", 405, 411),
    ("/finds/0/correct", 405, 411), ("/finds/F/artwork", 405, 411), ("/finds/0/artwork", 405, 404),
    ("/finds/F/review", 405, 303), ("/finds/0/review", 405, 404), ("/finds/F/delete", 405, 303),
    ("/finds/F/undelete", 405, 303), ("/finds/F/edit", 200, 411), ("/finds/0/edit", 404, 411),
    ("/finds/edit", 405, 411), ("/edits/0", 404, 405), ("/edits/0/undo", 405, 404),
    ("/edits/0/other", 404, 404),
    ("/finds/0/delete", 405, 404), ("/scans", 400, 411), ("/deleted", 200, 405),
    ("/share", 405, 303), ("/add", 200, 411), ("/exports", 405, 303),
    ("/exports/0", 404, 405), ("/publishing", 200, 404), ("/import", 200, 411),
    ("/imports", 404, 404),
    ("/imports/0", 404, 405), ("/imports/0/start", 405, 411), ("/imports/0/cancel", 405, 404),
    ("/imports/0/undo", 404, 404), ("/imports/7/undo", 405, 404), ("/imports/07/undo", 404, 404),
    ("/nowhere", 404, 404),
  ]

  @Test func `every route answers every method as the table says, and reading changes nothing`()
    throws
  {
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    // Without a model, the route for a review answers 409.
    try installation.folder.write("a secret", to: "data/keys/openai")
    let find = try #require(try installation.store().newestFinds(1).first?.id)
    let scan = try installation.queue(try Sample.smallPhoto("waits"))
    for route in Self.routes {
      let path = route.path.replacing("S", with: scan.text).replacing("F", with: find.text)
        .replacing(
          "0", with: String(repeating: "0", count: 26),
          maxReplacements: isNothing(route.path) ? 1 : 0)
      for method in Self.methods {
        let expected =
          switch method {
          case "GET", "HEAD": route.get
          case "POST": route.post
          default: 405
          }
        let before = try SHA256.digest(of: Files.read("\(installation.data)/albums.db"))
        let answer = try installation.callCGI(installation.environment(method, path))
        let after = try SHA256.digest(of: Files.read("\(installation.data)/albums.db"))
        #expect(answer.status == expected, "\(method) \(route.path)")
        #expect(method != "HEAD" || answer.body.isEmpty, "\(route.path)")
        if method != "POST" || answer.status != 303 {
          #expect(before == after, "\(method) \(route.path) changed the database")
        }
      }
    }
    note("routes: \(Self.routes.count * Self.methods.count) cells of route and method")
  }

  private func isNothing(_ path: String) -> Bool { path.contains("/0") }

  @Test func `a monitor gets 200, and 503 with the problem if the database cannot be read`() throws
  {
    let program = try installation.loneCGI()
    func health() throws -> CGIAnswer {
      try installation.runCGI(program, installation.environment("GET", "/health"))
    }
    let well = try health()
    #expect(well.status == 200)
    #expect(
      well.body.hasPrefix(
        #"{"version":1,"problems":[],"jobs":0,"dueSeconds":0,"worker":false,"freeBytes":"#),
      "\(well.body)")
    #expect(well.body.hasSuffix(#","lastFailure":null}"# + "\n"), "\(well.body)")
    #expect(well.head.contains("Cache-Control: no-store"), "\(well.head)")
    _ = try installation.queue(try Sample.smallPhoto("waits"))
    #expect(try health().body.contains(#""problems":[],"jobs":1,"#))
    try Files.replace("\(installation.data)/albums.db", with: [1, 2, 3], durably: false)
    for ending in ["-wal", "-shm"] { try Files.remove("\(installation.data)/albums.db\(ending)") }
    let damaged = try health()
    #expect(damaged.status == 503)
    #expect(damaged.body.contains(#""problems":["database"],"jobs":null,"#), "\(damaged.body)")
  }

  @Test func `metrics are for this computer and for an owner's token, and only with the setting`()
    throws
  {
    let installation = try Installation(settings: "metrics: on")
    let files = SessionFiles(folder: "\(installation.data)/sessions")
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    func ask(_ changes: [String: String] = [:]) throws -> CGIAnswer {
      let kept = installation.environment("GET", "/metrics").filter { variable in
        !changes.keys.contains { variable.hasPrefix("\($0)=") }
      }
      return try installation.runCGI(
        "\(installation.programs)/albumscan-cgi", kept + changes.map { "\($0.key)=\($0.value)" })
    }
    let local = try ask()
    #expect(
      local.status == 200 && local.head.contains { $0.contains("text/plain") }, "\(local.head)")
    #expect(local.body.contains("# TYPE albumscan_jobs gauge\nalbumscan_jobs 0\n"), "\(local.body)")
    #expect(local.body.contains("\nalbumscan_cap_microdollars 10000000\n"))
    let store = try installation.store()
    let owner = try store.addPerson(
      name: try #require(PersonName("Anna")), plan: .owner, files: files, at: now)
    let other = try store.addPerson(
      name: try #require(PersonName("Ben")), plan: .base, files: files, at: now)
    func token(_ person: Person) throws -> String {
      let told = try installation.told(["person", "token", person.name.text])
      return try #require(told.text.firstMatch(of: #/albumscan_[A-Za-z0-9_-]{43}/#)).output
        .description
    }
    let away = ["REMOTE_ADDR": "203.0.113.5"]
    #expect(try ask(away).status == 404)
    #expect(try ask(["HTTP_X_FORWARDED_FOR": "203.0.113.5"]).status == 404)
    #expect(try ask(["HTTP_HOST": "records.example"]).status != 200)
    #expect(try ask(away.merging(["HTTP_X_ALBUMSCAN_TOKEN": token(other)]) { $1 }).status == 404)
    #expect(try ask(away.merging(["HTTP_X_ALBUMSCAN_TOKEN": token(owner)]) { $1 }).status == 200)
  }

  @Test func `Try again now of a scan that ended meanwhile shows its result`() throws {
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let store = try installation.store()
    let find = try #require(try store.newestFinds(1).first)
    let failed = try installation.queue(try Sample.smallPhoto("fails"))
    let claim = try #require(
      try store.claimJob(
        of: [.scan], at: Timestamp(milliseconds: Clock.wallMilliseconds())))
    try store.fail(claim, Failure(.notIdentified), at: find.found)
    let program = try installation.loneCGI()
    for (scan, state, page) in [
      (try #require(find.scan), "complete", "/album/\(find.id)/"),
      (failed, "identificationFailed", "/scan/\(failed)/"),
    ] {
      let path = "/scans/\(scan)/retry"
      let form = try installation.runCGI(program, installation.environment("POST", path))
      #expect(form.status == 303)
      #expect(form.head.contains { $0.hasPrefix("Location:") && $0.hasSuffix(page) })
      let json = try installation.runCGI(
        program, installation.environment("POST", path, ["HTTP_ACCEPT=application/json"]))
      #expect(json.status == 200 && json.body.contains(#""state":"\#(state)""#), "\(json.body)")
    }
  }

  @Test func `a scan's state includes its correction, like a find's`() throws {
    let scan = try installation.queue(try Sample.smallPhoto("waits"))
    let store = try installation.store()
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let claim = try #require(try store.claimJob(of: [.scan], at: now))
    try store.fail(claim, Failure(.notIdentified), at: now)
    let program = try installation.loneCGI()
    func state() throws -> String {
      try installation.runCGI(
        program,
        installation.environment("GET", "/scans/\(scan)", ["HTTP_ACCEPT=application/json"])
      ).body
    }
    #expect(try state().contains(#""errand":null,"failure":{"code":"notIdentified""#))
    #expect(try store.correct(scan, .musicBrainz("a link"), by: .owner, at: now) == .accepted)
    #expect(try state().contains(#""errand":"musicbrainz","failure":null"#))
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: now))
    try store.wait(
      job, until: now.advanced(byMilliseconds: 60_000), Failure(.network), at: now)
    #expect(try state().contains(#""errand":"musicbrainz","failure":{"code":"network""#))
  }

  /// Each POST comes from a page of another site and changes nothing.
  @Test(arguments: ["HTTP_ORIGIN=http://evil.example", "HTTP_SEC_FETCH_SITE=cross-site"])
  func `another site cannot use a route that changes something`(header: String) throws {
    let before = try SHA256.digest(of: Files.read("\(installation.data)/albums.db"))
    let changing = Self.routes.filter {
      $0.path != "/share" && $0.post != 405 && $0.post != 404
        || isNothing($0.path) && $0.get != $0.post
    }
    for route in changing {
      let id = String(repeating: "0", count: 26)
      let letters = isNothing(route.path) ? ["0"] : ["S", "F"]
      let path = letters.reduce(route.path) { $0.replacing($1, with: id, maxReplacements: 1) }
      guard !path.contains("session") else { continue }
      let answer = try installation.callCGI(installation.environment("POST", path, [header]))
      #expect(answer.status == (route.post == 405 ? 405 : 403), "\(path)")
    }
    #expect(try SHA256.digest(of: Files.read("\(installation.data)/albums.db")) == before)
  }
}
