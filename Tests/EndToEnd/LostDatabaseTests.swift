// A database that is missing, empty, damaged or of another program: no route answers from it, and no command takes the
// installation for a new one.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct LostDatabaseTests {
  enum Loss: CaseIterable, Sendable {
    case missing, empty, withoutTables, foreign, foreignWithVersion, damaged

    /// Puts this loss in place of the database `path`.
    func strike(_ path: String) throws {
      for ending in ["", "-wal", "-shm"] { try Files.remove(path + ending) }
      switch self {
      case .missing: break
      case .empty: try Files.replace(path, with: [], durably: false)
      case .withoutTables: try Self.run("VACUUM", on: path)
      case .foreign: try Self.run("CREATE TABLE notes (text)", on: path)
      case .foreignWithVersion:
        try Self.run(
          "CREATE TABLE notes (text); PRAGMA user_version = \(Store.schemaVersion)", on: path)
      case .damaged: try Files.replace(path, with: Array("no database".utf8), durably: false)
      }
    }

    private static func run(_ sql: String, on path: String) throws {
      let output = try Programs.run(
        "/usr/bin/sqlite3", [path, sql], input: "/dev/null", limit: 1000,
        timeoutMilliseconds: 10_000)
      #expect(output.exitCode == 0)
    }
  }

  // MARK: Routes

  /// All routes that read the database, but `GET …/session`.
  static let routes: [(method: String, path: String)] =
    [
      "/metrics", "/settings", "/status", "/people", "/scans", "/scans/0", "/scans/0/items",
      "/scans/0/picture", "/scans/0/items/1/cover", "/random", "/finds/0", "/finds/0/edit",
      "/edits/0", "/deleted", "/add", "/exports/0", "/publishing", "/import",
      "/imports/0",
    ].map { ("GET", $0) }
    + [
      "/session", "/session/delete", "/settings", "/devices", "/people", "/scans", "/scans/0/retry",
      "/scans/0/correct", "/scans/0/add-all", "/scans/0/items/1/add", "/finds/edit",
      "/finds/0/edit", "/finds/0/delete", "/finds/0/undelete", "/finds/0/artwork",
      "/finds/0/review", "/edits/0/undo", "/add", "/exports", "/publishing", "/import",
      "/imports/0/start", "/imports/0/cancel", "/imports/7/undo",
    ].map { ("POST", $0) }

  @Test func `no route answers while the database cannot be read, and nothing changes`() throws {
    let installation = try Installation()
    let program = try installation.loneCGI()
    let database = "\(installation.data)/albums.db"
    let id = String(repeating: "0", count: 26)
    for (index, loss) in Loss.allCases.enumerated() {
      try loss.strike(database)
      let before = Files.exists(database) ? try Files.read(database) : []
      let share = Self.routes.enumerated().filter { $0.offset % Loss.allCases.count == index }
      for (method, route) in [("GET", "/session")] + share.map(\.element) {
        let path = route.replacing("/0", with: "/\(id)", maxReplacements: 1)
        let answer = try installation.runCGI(
          program,
          installation.environment(
            method, path, ["HTTP_ACCEPT=application/json", "CONTENT_LENGTH=0"]))
        #expect(answer.status == 503, "\(loss): \(method) \(route)")
        #expect(answer.body.contains(#"{"error":{"code":"busy""#), "\(loss): \(method) \(route)")
        #expect(answer.body.contains("The log cannot be read"), "\(loss): \(method) \(route)")
      }
      #expect((Files.exists(database) ? try Files.read(database) : []) == before, "\(loss)")
    }
  }

  @Test func `the session route names no person while the database is locked`() throws {
    let installation = try Installation()
    let database = "\(installation.data)/albums.db"
    let holder = try BackgroundProgram(
      "sh -c \"(echo 'BEGIN EXCLUSIVE; SELECT 7;'; sleep 60) | sqlite3 '\(database)'\"",
      in: installation.folder, name: "lock")
    #expect(eventuallySoon(within: 10_000) { holder.printed.contains("7") })
    let answer = try installation.runCGI(
      try installation.loneCGI(), installation.environment("GET", "/session"))
    #expect(answer.status == 503 && !answer.body.contains("who"), "\(answer.body)")
    withExtendedLifetime(holder) {}
  }

  @Test func `the check of a session gives no answer without the data folder`() throws {
    let installation = try Installation(settings: "pages: protected")
    for command in [["person", "add", "Ada"], ["init"]] {
      #expect(try installation.told(command).code == 0)
    }
    let program = try installation.loneCGI()
    func check() throws -> Int {
      try installation.runCGI(program, installation.environment("GET", "/session/check")).status
    }
    #expect(try check() == 401)
    try Files.relocate(installation.data, to: "\(installation.data).away", durably: false)
    #expect(try check() == 503)
  }

  // MARK: Commands

  @Test(arguments: Loss.allCases)
  func `each command refuses a lost database, names the restore and changes nothing`(loss: Loss)
    throws
  {
    let installation = try Installation()
    try installation.folder.write("picture", to: "data/artwork/0123456789abcdef-500.jpg")
    let database = "\(installation.data)/albums.db"
    try loss.strike(database)
    let before = Files.exists(database) ? try Files.read(database) : []
    let page = try Files.read("\(installation.site)/index.html")
    for command in [["init"], ["work"], ["doctor", "--offline"], ["status"]] {
      let told = try installation.told(command)
      #expect(told.code != 0, "\(loss): \(command): \(told.text)")
      #expect(told.text.contains("restore a backup"), "\(loss): \(command): \(told.text)")
      #expect(!told.text.contains("run albumscan init"), "\(loss): \(command): \(told.text)")
      #expect(!told.text.contains("All is well"), "\(loss): \(command): \(told.text)")
    }
    #expect((Files.exists(database) ? try Files.read(database) : []) == before)
    #expect(try Files.read("\(installation.site)/index.html") == page)
  }

  /// Files that only a log has; for those outside of the data folder, the settings that name them.
  static let traces: [(path: String, settings: String)] = [
    ("data/artwork/0123456789abcdef-500.jpg", ""), ("data/photos/waiting.jpg", ""),
    ("data/sessions/people", ""), ("data/sessions/\(String(repeating: "a", count: 40))", ""),
    ("data/backup-made", ""), ("data/albums.db.v12-2026-01-02", ""),
    ("backups/albumscan-2026-01-02.tar", "backup-to: FOLDER/backups"),
    ("public-log/index.html", "publish-to: ../public-log"),
  ]

  @Test(arguments: traces)
  func `init makes no new log beside a trace of another`(path: String, settings: String) throws {
    let installation = try Installation()
    let folder = installation.folder.file("")
    try installation.edit { "\($0)\n\(settings.replacing("FOLDER/", with: folder))\n" }
    try installation.folder.write("trace", to: path)
    let database = "\(installation.data)/albums.db"
    for loss in [Loss.empty, .withoutTables] {
      try loss.strike(database)
      let told = try installation.told(["init"])
      let parent = installation.folder.file(path).split(separator: "/").dropLast().joined(
        separator: "/")
      #expect(told.code == 2 && told.text.contains(parent), "\(told.text)")
    }
    try Loss.missing.strike(database)
    // A folder outside of the data folder may belong to another installation.
    let told = try installation.told(["init"])
    #expect(told.text.contains("is part of a log") == path.hasPrefix("data/"), "\(told.text)")
  }

  @Test func `a first init that was killed continues`() throws {
    let installation = try Installation()
    let database = "\(installation.data)/albums.db"
    for loss in [Loss.missing, .empty, .withoutTables] {
      try loss.strike(database)
      let told = try installation.told(["init"])
      #expect(told.code == 0, "\(loss): \(told.text)")
      #expect(try installation.store().isEmpty())
    }
  }

  @Test func `a restore puts an emptied log right, and strangers stay outside`() throws {
    let installation = try Installation()
    try installation.copySample()
    for command in [["person", "add", "Ada"], ["init"]] {
      #expect(try installation.told(command).code == 0)
    }
    let backup = installation.folder.file("log.tar")
    #expect(try installation.told(["backup", backup]).code == 0)
    let covers = try installation.told(["show", "covers"]).text
    try Loss.empty.strike("\(installation.data)/albums.db")
    #expect(try installation.told(["init"]).code == 2)
    #expect(installation.sessionFiles.requiresSender)
    #expect(try installation.told(["restore", "--replace", backup]).code == 0)
    #expect(try installation.told(["show", "covers"]).text == covers)
    #expect(try installation.store().hasPeople())
    #expect(installation.sessionFiles.requiresSender)
  }
}
