// An installation with people, and requests to the CGI as one of these people.

import Albums
import Host
import Store
import Support

/// An installation with an owner, Anna, who has signed in. `person` adds more people.
struct Household {
  let installation: Installation
  let program: String
  let anna: Person
  let annasCookie: String

  /// `settings` is added to the control file.
  init(settings: String = "", scheme: String = "http") throws {
    installation = try Installation(settings: settings, scheme: scheme)
    program = try installation.loneCGI()
    let store = try installation.store()
    anna = try store.addPerson(
      name: try Self.name("Anna"), plan: .owner, files: installation.sessionFiles, at: Self.now)
    annasCookie = try Self.session(of: anna, in: installation)
    try installation.albumscan(["refresh"])
  }

  static var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  static func name(_ text: String) throws -> PersonName {
    guard let name = PersonName(text) else { throw InstallationError.failed(text) }
    return name
  }

  /// Adds a person with a session, and returns the value of the cookie.
  func person(_ name: String, _ plan: Plan) throws -> (person: Person, cookie: String) {
    let person = try installation.store().addPerson(
      name: try Self.name(name), plan: plan, files: installation.sessionFiles, at: Self.now)
    return (person, try Self.session(of: person, in: installation))
  }

  static func session(
    of person: Person, in installation: Installation, at time: Timestamp = now
  ) throws -> String {
    try installation.store().signIn(
      person.id, device: "a test", files: installation.sessionFiles, at: time
    ).token.text
  }

  func code(for person: Person, _ kind: CodeKind = .invitation) throws -> SignInCode {
    try installation.store().makeCode(kind, for: person.id, at: Self.now)
  }

  /// The headers of a browser that shows a page of this site.
  func browser(_ cookie: String?) -> [String] {
    ["HTTP_ORIGIN=\(installation.origin)", "HTTP_SEC_FETCH_SITE=same-origin"]
      + (cookie.map { ["HTTP_COOKIE=\(installation.cookieName)=\($0)"] } ?? [])
  }

  func get(_ path: String, _ headers: [String] = []) throws -> CGIAnswer {
    try installation.runCGI(program, installation.environment("GET", path, headers))
  }

  /// Posts a form, as JSON if the headers ask for it.
  func post(
    _ path: String, _ form: [(String, String)], _ headers: [String]
  ) throws -> CGIAnswer {
    let body = Array(form.map { "\($0.0)=\($0.1)" }.joined(separator: "&").utf8)
    let file = try installation.bodyFile(body)
    let more = [
      "CONTENT_TYPE=application/x-www-form-urlencoded", "CONTENT_LENGTH=\(body.count)",
    ]
    return try installation.runCGI(
      program, installation.environment("POST", path, more + headers), input: file)
  }
}

extension Installation {
  var sessionFiles: SessionFiles { SessionFiles(folder: "\(data)/sessions") }

  var cookieName: String { "\(portlessCookieName)-\(port)" }

  /// The name before it had a port. Web servers and the program still accept it.
  var portlessCookieName: String { scheme == "https" ? "__Host-albumscan" : "albumscan" }

  /// Runs SQL with Debian's program `sqlite3`.
  func sql(_ text: String) throws {
    let output = try Programs.run(
      "/usr/bin/sqlite3", ["\(data)/albums.db", text], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 10_000)
    guard output.exitCode == 0 else { throw InstallationError.failed(text) }
  }
}

extension CGIAnswer {
  /// The value of a header of the response; nil if it has none.
  func header(_ name: String) -> String? {
    head.first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  /// The body with its numeric character references replaced.
  var plainBody: String {
    body.replacing(#/&#([0-9]+);/#) { match in
      UInt32(match.output.1).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
  }

  /// The value of the session cookie that the response sets; nil if it sets none.
  var cookie: String? {
    header("Set-Cookie").flatMap { line in
      line.split(separator: ";").first?.split(separator: "=", maxSplits: 1).last.map(String.init)
    }
  }
}
