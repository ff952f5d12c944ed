// One table of rights: every route, for every kind of sender, from every origin. Each cell is
// declared here. Source: docs/product.md "Who may do what", docs/faults.md B1, B2.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct AccessTableTests {
  /// The senders, in the order of the columns of `table`.
  enum Sender: String, CaseIterable {
    /// A client of another computer.
    case stranger
    /// A client of this computer. With people, its address gives it no right.
    case loopback
    /// A stranger who sends every header that could name a person.
    case forged
    /// The cookie of a person who was disabled.
    case disabled
    /// A cookie that was last used 181 days ago.
    case expired
    case free
    /// The person who uploaded the scan and owns the find.
    case finder
    case ultra
    case owner
    /// An API token of the finder.
    case token
  }

  /// The letters: `+` the route runs; S 401 `signIn`; N 403 `notAllowed`; 0 404, as for an unknown shelf.
  /// In a path, S is the finder's scan, H the finder's shelf, F the find.
  ///
  /// `GET session/check` and `session/check-body` check only whether the session or the API token
  /// has a file. The file of an expired session exists until the next worker removes it.
  static let table: [(method: String, path: String, cells: String)] = [
    ("GET", "/", "+ + + + + + + + + +"),
    ("GET", "/session", "+ + + + + + + + + +"),
    ("GET", "/health", "+ + + + + + + + + +"),
    ("GET", "/metrics", "0 0 0 0 0 0 0 0 0 0"),
    ("GET", "/session/check", "S S S S + + + + + S"),
    ("GET", "/session/check-body", "S S S S + + + + + +"),
    ("GET", "/scans/S", "S S S S S + + + + +"),
    ("GET", "/finds/F", "S S S S S + + + + +"),
    ("GET", "/random", "S S S S S + + + + +"),
    ("GET", "/scans?id=S", "S S S S S + + + + +"),
    ("GET", "/deleted", "S S S S S + + + + +"),
    ("GET", "/add", "S S S S S + + + + +"),
    ("POST", "/add", "S S S S S + + + + +"),
    ("GET", "/settings", "S S S S S + + + + +"),
    ("GET", "/people", "S S S S S N N N + N"),
    ("GET", "/status", "S S S S S N N N + N"),
    ("GET", "/publishing", "S S S S S N N N + N"),
    ("POST", "/publishing", "S S S S S N N N + N"),
    ("POST", "/exports", "S S S S S + + + + +"),
    ("GET", "/exports/E", "S S S S S 0 0 0 0 0"),
    ("GET", "/import", "S S S S S N N N + N"),
    ("GET", "/imports/E", "S S S S S N N N + N"),
    ("POST", "/import", "S S S S S N N N + N"),
    ("POST", "/imports/E/start", "S S S S S N N N + N"),
    ("POST", "/imports/E/cancel", "S S S S S N N N + N"),
    ("POST", "/imports/7/undo", "S S S S S N N N + N"),
    ("POST", "/session", "+ + + + + + + + + +"),
    ("POST", "/share", "+ + + + + + + + + +"),
    ("POST", "/settings", "S S S S S + + + + N"),
    ("POST", "/devices", "S S S S S + + + + N"),
    ("POST", "/people", "S S S S S N N N + N"),
    ("POST", "/scans", "S S S S S + + + + +"),
    ("POST", "/scans/S/retry", "S S S S S N + N + +"),
    ("POST", "/scans/S/correct", "S S S S S N + N + +"),
    ("GET", "/scans/H", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/retry", "S S S S S 0 + 0 0 +"),
    ("GET", "/scans/H/items", "S S S S S 0 + 0 0 +"),
    ("GET", "/scans/H/picture", "S S S S S 0 + 0 0 +"),
    ("GET", "/scans/H/items/1/cover", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items/1/add", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/reviews", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items/1/edit", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/add-all", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/clear", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/finish", "S S S S S 0 + 0 0 +"),
    ("GET", "/finds/F/edit", "S S S S S N + N + +"),
    ("POST", "/finds/F/edit", "S S S S S N + N + +"),
    ("POST", "/finds/edit", "S S S S S + + + + +"),
    ("GET", "/edits/E", "S S S S S + + + + +"),
    ("POST", "/edits/E/undo", "S S S S S + + + + +"),
    ("POST", "/finds/F/correct", "S S S S S N + N + +"),
    ("POST", "/finds/F/artwork", "S S S S S N + N + +"),
    ("POST", "/finds/F/review", "S S S S S N + N + +"),
    ("POST", "/finds/F/delete", "S S S S S N + N + +"),
    ("POST", "/finds/F/undelete", "S S S S S N + N + +"),
    // This row is the last one, because its requests end the sessions.
    ("POST", "/session/delete", "+ + + + + + + + + +"),
  ]

  let household: Household
  private let cookies: [Sender: String]
  private let token: String
  private let find: FindID
  private let scan: ScanID
  private let shelf = ScanID(randomBytes: Array(repeating: 9, count: 17))

  init() throws {
    household = try Household(settings: "pages: protected")
    let house = household.installation
    try house.copySampleFind()
    let store = try house.store()
    let anna = try store.addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles,
      at: Household.now)
    let ben = try household.person("Ben", .base)
    let dora = try household.person("Dora", .base)
    let emil = try household.person("Emil", .base)
    let old = Household.now.advanced(byMilliseconds: -181 * 86_400_000)
    cookies = [
      .free: try household.person("Carl", .free).cookie, .finder: ben.cookie,
      .ultra: try household.person("Ulla", .ultra).cookie,
      .owner: try Household.session(of: anna, in: house),
      .expired: try Household.session(of: emil.person, in: house, at: old),
      .disabled: dora.cookie,
    ]
    token = try store.makeToken(
      named: "script", for: ben.person.id, files: house.sessionFiles, at: Household.now)
    try store.disable(dora.person.id, files: house.sessionFiles)
    find = try #require(try store.newestFinds(1).first?.id)
    scan = try #require(try store.find(find)?.scan)
    try house.sql("UPDATE finds SET person = '\(ben.person.id)'")
    try house.sql("UPDATE scans SET person = '\(ben.person.id)'")
    let upload = NewScan(
      id: shelf, person: ben.person.id, key: "shelf-key", digest: Array(repeating: 9, count: 32),
      byteCount: 1, guide: nil, kind: .shelf)
    _ = try store.accept(upload, at: Household.now)
    try house.albumscan(["refresh"])
  }

  private func headers(of sender: Sender) -> [String] {
    switch sender {
    case .stranger: ["REMOTE_ADDR=192.168.1.77"]
    case .loopback: []
    case .forged:
      [
        "HTTP_X_FORWARDED_FOR=127.0.0.1", "HTTP_X_REAL_IP=127.0.0.1", "HTTP_REMOTE_USER=Anna",
        "HTTP_X_REMOTE_USER=Anna", "REMOTE_USER=Anna", "HTTP_AUTHORIZATION=Basic QW5uYTo=",
        "HTTP_X_ALBUMSCAN_TOKEN=albumscan_\(String(repeating: "a", count: 43))",
        "HTTP_COOKIE=albumscan=../open; __Host-albumscan=\(cookies[.owner] ?? "")",
      ]
    case .token: ["HTTP_X_ALBUMSCAN_TOKEN=\(token)", "REMOTE_ADDR=192.168.1.77"]
    default: ["HTTP_COOKIE=albumscan=\(cookies[sender] ?? "")", "REMOTE_ADDR=192.168.1.77"]
    }
  }

  private func hasCookie(_ sender: Sender) -> Bool {
    cookies[sender] != nil || sender == .forged
  }

  private func answer(
    _ method: String, _ path: String, _ headers: [String]
  ) throws -> (status: Int, code: String) {
    let path = path.replacing("S", with: scan.text).replacing("F", with: find.text)
      .replacing("H", with: shelf.text)
      .replacing("E", with: String(repeating: "0", count: 26))
    // A header of `headers` replaces the variable of the same name, so that REMOTE_ADDR occurs only
    // once.
    let house = household.installation
    let given = headers + ["HTTP_ACCEPT=application/json"]
    let names = Set(given.compactMap { $0.split(separator: "=").first })
    let base = house.environment(method, path).filter {
      !names.contains($0.split(separator: "=")[0])
    }
    let answer = try house.runCGI(household.program, base + given)
    let code = answer.body.split(separator: #""code":""#).dropFirst().first?.prefix { $0 != "\"" }
    return (answer.status, code.map(String.init) ?? "")
  }

  private func expectation(
    _ letter: Substring, _ answer: (status: Int, code: String)
  ) -> Bool {
    switch letter {
    case "S": answer.status == 401 && (answer.code == "signIn" || answer.code.isEmpty)
    case "N": answer.status == 403 && answer.code == "notAllowed"
    case "0": answer.status == 404 && answer.code == "notFound"
    // These requests have no body. A route that runs may refuse them for that, but never answers
    // with a server error.
    default: answer.status < 500 && ![401, 403].contains(answer.status)
    }
  }

  @Test func `every route admits exactly the senders of the table, from every origin`() throws {
    let origin = household.installation.origin
    let origins: [(name: String, headers: [String])] = [
      ("same", ["HTTP_ORIGIN=\(origin)", "HTTP_SEC_FETCH_SITE=same-origin"]),
      ("absent", []), ("foreign", ["HTTP_ORIGIN=http://evil.example"]),
      ("null", ["HTTP_ORIGIN=null"]), ("cross-site", ["HTTP_SEC_FETCH_SITE=cross-site"]),
    ]
    var count = 0
    for row in Self.table {
      let cells = row.cells.split(separator: " ")
      try #require(cells.count == Sender.allCases.count, "\(row.path)")
      for (sender, letter) in zip(Sender.allCases, cells) {
        for (name, headers) in origins {
          // A shared picture changes nothing, so its origin does not matter.
          let isForged =
            row.method == "POST" && row.path != "/share"
            && (name == "absent" ? hasCookie(sender) : name != "same")
          let answer = try answer(row.method, row.path, self.headers(of: sender) + headers)
          #expect(
            expectation(isForged ? "N" : letter, answer),
            "\(row.method) \(row.path) by \(sender) from \(name): \(answer)")
          count += 1
        }
      }
    }
    note("rights: \(count) cells of route, sender and origin")
  }

  // MARK: The web server names the person

  /// The setting, the headers of `GET …/settings`, and the answer: `+`, S or N as in `table`.
  static let namedByServer: [(settings: String, headers: [String], letter: Substring)] = [
    ("proxy", ["HTTP_REMOTE_USER=Anna"], "+"), ("proxy", ["HTTP_REMOTE_USER=anna"], "+"),
    ("proxy", ["HTTP_REMOTE_USER=Nobody"], "N"), ("proxy", [], "N"), ("proxy", ["COOKIE"], "N"),
    ("proxy", ["HTTP_REMOTE_USER=Anna", "REMOTE_ADDR=192.168.1.77"], "N"),
    ("proxy", ["REMOTE_USER=Anna"], "N"), ("proxy", ["TOKEN"], "N"),
    // HTTP/2 in clear text bypasses the proxy.
    ("proxy", ["HTTP_REMOTE_USER=Anna", "SERVER_PROTOCOL=HTTP/2.0"], "N"),
    ("proxy", ["HTTP_REMOTE_USER=Anna", "SERVER_PROTOCOL=HTTP/2.0", "HTTPS=on"], "+"),
    ("remote-user", ["REMOTE_USER=Anna"], "+"), ("remote-user", ["REMOTE_USER=Nobody"], "N"),
    ("remote-user", ["HTTP_REMOTE_USER=Anna"], "S"), ("remote-user", ["COOKIE"], "+"),
    ("remote-user", [], "S"), ("remote-user", ["REMOTE_USER=Nobody", "COOKIE"], "N"),
  ]

  @Test func `a web server names the person only where the settings say so`() throws {
    for (name, settings) in [
      ("proxy", "proxy-user-header: Remote-User\ntrusted-proxy: 127.0.0.1"),
      ("remote-user", "remote-user: on"),
    ] {
      let house = try Household(settings: settings)
      let token = try house.installation.store()
        .makeToken(
          named: "t", for: house.anna.id, files: house.installation.sessionFiles, at: Household.now)
      for row in Self.namedByServer where row.settings == name {
        let headers = row.headers.map { header in
          switch header {
          case "COOKIE": "HTTP_COOKIE=albumscan=\(house.annasCookie)"
          case "TOKEN": "HTTP_X_ALBUMSCAN_TOKEN=\(token)"
          default: header
          }
        }
        let names = Set(headers.compactMap { $0.split(separator: "=").first })
        let base = house.installation.environment("GET", "/settings").filter {
          !names.contains($0.split(separator: "=")[0])
        }
        let answer = try house.installation.runCGI(
          house.program, base + headers + ["HTTP_ACCEPT=application/json"])
        let code = answer.body.contains("signIn") ? "signIn" : "notAllowed"
        #expect(
          expectation(row.letter, (answer.status, answer.status == 200 ? "" : code)),
          "\(row): \(answer.status)")
      }
    }
  }
}

extension Installation {
  /// Replaces the data by the data of an installation with the sample's covers and one find.
  func copySampleFind() throws {
    try copyData("sample-find-data") {
      let installation = try Installation()
      try installation.copySample()
      guard try installation.albumscan(["scan", Sample.photo]).exitCode == 0 else {
        throw InstallationError.failed("scan")
      }
      return installation
    }
  }
}
