// One table of rights: every route, for every kind of sender, from every origin. Each cell is
// declared here. Source: docs/product.md "Who may do what", docs/faults.md B1, B2.

import Albums
import Host
import Routes
import Services
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

    var hasCookie: Bool {
      switch self {
      case .stranger, .loopback, .token: false
      default: true
      }
    }
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
    ("GET", "/scans/S/status", "S S S S S N + N + +"),
    ("GET", "/scans/H/status", "S S S S S 0 + 0 0 +"),
    ("GET", "/finds/F", "S S S S S + + + + +"),
    ("GET", "/random", "S S S S S + + + + +"),
    ("GET", "/scans?id=S", "S S S S S + + + + +"),
    ("GET", "/deleted", "S S S S S + + + + +"),
    ("GET", "/add", "S S S S S + + + + +"),
    ("POST", "/add", "S S S S S + + + + +"),
    ("GET", "/settings", "S S S S S + + + + +"),
    ("GET", "/people", "S S S S S N N N + N"),
    ("GET", "/status", "S S S S S N N N + N"),
    ("POST", "/status", "S S S S S N N N + N"),
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
    ("POST", "/scans/H/cancel", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/undo", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items/1/remove", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items/1/dismiss", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items/1/restore", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items/1/separate", "S S S S S 0 + 0 0 +"),
    ("POST", "/scans/H/items/1/box", "S S S S S 0 + 0 0 +"),
    ("GET", "/finds/F/picture", "S S S S S + + + + +"),
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

  private static let origins: [(name: String, headers: [String])] = [
    ("same", ["HTTP_ORIGIN=SITE", "HTTP_SEC_FETCH_SITE=same-origin"]),
    ("absent", []), ("foreign", ["HTTP_ORIGIN=http://evil.example"]),
    ("null", ["HTTP_ORIGIN=null"]), ("cross-site", ["HTTP_SEC_FETCH_SITE=cross-site"]),
  ]

  /// The headers of a request, as variables of a CGI.
  private static func headers(
    _ sender: Sender, _ origin: [String], _ cast: AccessCast
  ) -> [String] {
    cast.headers(of: sender)
      + origin.map { $0.replacing("=SITE", with: "=\(cast.installation.origin)") }
      + ["HTTP_ACCEPT=application/json"]
  }

  /// The letter of a request: a page of another site never changes anything.
  private static func letter(
    _ row: (method: String, path: String, cells: String), _ sender: Sender, _ origin: String
  ) -> Substring {
    // A shared picture changes nothing, so its origin does not matter.
    let isForged =
      row.method == "POST" && row.path != "/share"
      && (origin == "absent" ? sender.hasCookie : origin != "same")
    let cells = row.cells.split(separator: " ")
    return isForged ? "N" : zip(Sender.allCases, cells).first { $0.0 == sender }?.1 ?? ""
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

  @Test func `every route has a row`() {
    let rows = Self.table.map { row in
      let path = row.path.prefix { $0 != "?" }.split(separator: "/").map { part in
        part.count == 1 ? "<id>" : String(part)
      }
      return "\(row.method) \(path.reduce(into: "") { $0 += "/" + $1 })"
    }
    for route in CGIRequestRunner.routes {
      #expect(rows.contains("\(route.method) \(route.path)"), "\(route)")
    }
  }

  @Test func `every route admits exactly the senders of the table, from every origin`() throws {
    let cast = try AccessCast(Installation(settings: "pages: protected"))
    var count = 0
    for row in Self.table {
      try #require(row.cells.split(separator: " ").count == Sender.allCases.count, "\(row.path)")
      for sender in Sender.allCases {
        for origin in Self.origins {
          let answer = try cast.answer(
            row.method, row.path, Self.headers(sender, origin.headers, cast))
          #expect(
            expectation(Self.letter(row, sender, origin.name), answer),
            "\(row.method) \(row.path) by \(sender) from \(origin.name): \(answer)")
          count += 1
        }
      }
    }
    note("rights: \(count) cells of route, sender and origin")
  }

  /// 42 cells: seven senders for each of six servers.
  @Test(arguments: HostKind.protecting)
  func `a web server passes on the rights of the table`(kind: HostKind) throws {
    var seed = SeededGenerator(seed: testSeed())
    var cast: AccessCast?
    let server = try HostServer(
      kind, settings: "pages: protected", withPeople: true, prepare: { cast = try AccessCast($0) })
    let made = try #require(cast)
    // A worker would remove the file of the expired session.
    guard let lock = try Lock.take("\(server.installation.data)/worker.lock") else {
      throw InstallationError.failed("a worker runs")
    }
    let first = (HostKind.protecting.firstIndex(of: kind) ?? 0) * 7
    for number in first..<(first + 7) {
      let sender = Sender.allCases[number % Sender.allCases.count]
      let row = try #require(Self.table.dropLast().randomElement(using: &seed))
      let origin = try #require(Self.origins.randomElement(using: &seed))
      let variables = Self.headers(sender, origin.headers, made)
      let headers = variables.filter { $0.hasPrefix("HTTP_") }.map(Self.header)
      let path = "/cgi-bin/albumscan\(made.path(row.path))"
      let length = row.method == "POST" ? ["Content-Length: 0"] : []
      let raw = server.installation.ask(row.method, path, headers + length)
      let answer = (raw.status, AccessCast.code(raw.body))
      #expect(
        expectation(Self.letter(row, sender, origin.name), answer),
        "\(kind): \(row.method) \(row.path) by \(sender) from \(origin.name): \(raw.text)")
    }
    _ = consume lock
  }

  /// `HTTP_X_REAL_IP=1` as the header `X-REAL-IP: 1`.
  private static func header(_ variable: String) -> String {
    let parts = variable.dropFirst(5).split(separator: "=", maxSplits: 1)
    return "\(parts[0].replacing("_", with: "-")): \(parts[1])"
  }

  // MARK: A script with an API token

  /// The static page of the scan's state is closed to a token, because web servers check cookies only.
  @Test func `a script reads its own scan at the address that the answer to its upload names`()
    throws
  {
    let house = try Household()
    let installation = house.installation
    func token(_ person: Person) throws -> String {
      let token = try installation.store().makeToken(
        named: "script", for: person.id, files: installation.sessionFiles, at: Household.now)
      return "HTTP_X_ALBUMSCAN_TOKEN=\(token)"
    }
    let json = "HTTP_ACCEPT=application/json"
    let ben = try token(try house.person("Ben", .base).person)
    let body = Multipart(photo: try Sample.smallPhoto("of a script"))
    let answer = try installation.runCGI(
      house.program, installation.uploadEnvironment(body, [ben, json]),
      input: try installation.bodyFile(body.bytes))
    #expect(answer.status == 202, "\(answer.body)")
    let sent = try #require(JSON(Array(answer.body.utf8)))
    let id = try #require(sent["id"]?.text)
    let path = "/scans/\(id)/status"
    #expect(sent["status"]?.text == "/cgi-bin/albumscan\(path)")
    let state = try house.get(path, [ben])
    #expect(state.status == 200 && state.body.contains("\"state\":"), "\(state.body)")
    let short = try house.get("/scans/\(id)", [ben, json])
    #expect(short.body.contains("\"status\":\"/cgi-bin/albumscan\(path)\""), "\(short.body)")
    let cora = try token(try house.person("Cora", .base).person)
    #expect(try house.get(path, [cora, json]).status == 403)
    #expect(try house.get(path, [json]).status == 401)
    #expect(try house.get(path, [try token(house.anna)]).status == 200)
    // A browser reads the static file.
    let seen = try house.get("/scans/\(id)", house.browser(house.annasCookie) + [json])
    #expect(seen.body.contains("\"status\":\"/scan/\(id)/status.json\""), "\(seen.body)")
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
