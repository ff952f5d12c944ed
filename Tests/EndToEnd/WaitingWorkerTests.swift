// A worker whose scans only wait for a service. It blocks no other program, and its pages stay up
// to date.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct WaitingWorkerTests {
  /// An installation with a find, a scan that waits because the model fails, and a worker that
  /// waits for the next attempt.
  private func outage(
    settings: String = ""
  ) throws -> (realm: Realm, find: FindID, waiting: ScanID) {
    let realm = try Realm()
    try realm.installation.edit { $0 + settings }
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black")).id
    realm.model.order(.serverError, .always, of: .identify)
    let waiting = try realm.accept(Awkward.loudenUpNow)
    try startWorker(of: realm)
    #expect(try eventually { try realm.installation.store().scan(waiting)?.state == .waiting })
    // The next attempt is far in the future, so that no worker takes the lock during the test.
    try postpone(waiting, in: realm)
    #expect(eventually { !Lock.isHeld("\(realm.installation.data)/worker.lock") })
    return (realm, find, waiting)
  }

  private func startWorker(of realm: Realm) throws {
    try Programs.startDetached(
      "\(realm.installation.programs)/albumscan",
      ["--config", realm.installation.controlFile, "work"])
  }

  private func postpone(_ scan: ScanID, in realm: Realm) throws {
    let output = try Programs.run(
      "/usr/bin/sqlite3",
      [
        "-cmd", ".timeout 10000", "\(realm.installation.data)/albums.db",
        "UPDATE jobs SET next_attempt = next_attempt + 3600000 WHERE scan = '\(scan)'",
      ], input: "/dev/null", limit: 1000, timeoutMilliseconds: 20_000)
    #expect(output.exitCode == 0)
  }

  @Test func `a find that is deleted during an outage disappears from the site`() throws {
    let (realm, find, _) = try outage()
    let installation = realm.installation
    defer { installation.workers.forEach { $0.signal(9) } }
    let page = "\(installation.site)/album/\(find)/index.html"
    #expect(Files.exists(page))
    try delete(find, in: installation)
    #expect(eventually { !Files.exists(page) })
    // The worker that refreshed the pages has ended. One process waits for the next attempt.
    #expect(eventually { installation.workers.count == 1 })
  }

  private func delete(_ find: FindID, in installation: Installation) throws {
    let answer = try installation.runCGI(
      installation.cgi,
      installation.environment(
        "POST", "/finds/\(find)/delete",
        ["CONTENT_LENGTH=0", "HTTP_ORIGIN=\(installation.origin)"]))
    #expect(answer.status == 303)
  }

  @Test func `with worker: systemd, a change asks for a worker and starts none`() throws {
    let realm = try Realm()
    let installation = realm.installation
    try installation.edit { $0 + "worker: systemd\n" }
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black")).id
    let page = "\(installation.site)/album/\(find)/index.html"
    let request = "\(installation.data)/worker-wanted"
    #expect(!Files.exists(request))
    try delete(find, in: installation)
    #expect(Files.exists(request))
    #expect(installation.workers.isEmpty && Files.exists(page))
    // systemd starts this command.
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(!Files.exists(request) && !Files.exists(page))
  }

  @Test func `with worker: systemd, the process that waits for an attempt takes a request`() throws
  {
    let (realm, find, _) = try outage(settings: "worker: systemd\n")
    let installation = realm.installation
    defer { installation.workers.forEach { $0.signal(9) } }
    let waiting = installation.workers.map(\.id)
    #expect(waiting.count == 1)
    try delete(find, in: installation)
    #expect(eventually { !Files.exists("\(installation.site)/album/\(find)/index.html") })
    #expect(!Files.exists("\(installation.data)/worker-wanted"))
    #expect(installation.workers.map(\.id) == waiting)
  }

  @Test func `build, init, refresh and catalogue import need not wait for an outage to end`() throws
  {
    let (realm, _, waiting) = try outage()
    let installation = realm.installation
    defer { installation.workers.forEach { $0.signal(9) } }
    for command in [["build"], ["init"], ["refresh"]] {
      #expect(try installation.albumscan(command).exitCode == 0, "\(command)")
    }
    try installation.importSample()
    #expect(try installation.store().scan(waiting)?.state == .waiting)
    #expect(installation.workers.count == 1)
  }

  @Test func `a waiting scan continues by itself when its attempt is due`() throws {
    let realm = try Realm()
    realm.model.order(.serverError, .next(1), of: .identify)
    let id = try realm.accept(Awkward.backInBlack)
    try startWorker(of: realm)
    #expect(try eventually { try realm.installation.store().scan(id)?.state == .complete })
    #expect(eventually { realm.installation.workers.isEmpty })
    #expect(realm.model.log.charged(.identify) == 1)
  }

  struct Setting: Sendable, CustomTestStringConvertible {
    let name: String

    /// A line of the control file, or the text of the key's file.
    var line = ""
    var key: String?
    var testDescription: String { name }
  }

  static let wrongSettings: [Setting] = [
    Setting(name: "plain http", line: "openai-url: http://models.example/v1"),
    Setting(name: "a key with a blank", key: "sk-albumscan demo"),
    Setting(name: "an empty key file", key: ""),
    Setting(name: "no identify-model", line: "provider: openai-compatible"),
  ]

  @Test(arguments: wrongSettings)
  func `a photo waits for a correct setting, and goes on at once when it is corrected`(
    setting: Setting
  ) throws {
    let realm = try Realm()
    let installation = realm.installation
    defer { installation.workers.forEach { $0.signal(9) } }
    let right = String(decoding: try Files.read(installation.controlFile), as: UTF8.self)
    try installation.edit { text in
      let name = setting.line.prefix { $0 != ":" }
      let rest = text.split(separator: "\n").filter { name.isEmpty || !$0.hasPrefix("\(name):") }
      return (rest + [setting.line[...]]).joined(separator: "\n") + "\n"
    }
    if let key = setting.key {
      try installation.folder.write(key, to: "data/keys/openai")
    }
    let id = try realm.accept(Awkward.backInBlack)
    try startWorker(of: realm)
    let store = try installation.store()
    #expect(try eventually { try store.scan(id)?.state == .waiting })
    #expect(try store.scan(id)?.failure == .wrongSetting)
    let sentence = "A setting of this server's model is wrong. The photo is kept."
    #expect(
      try eventually { try installation.text("scan/\(id)/status.json").contains(sentence) })
    #expect(eventually { !Lock.isHeld("\(installation.data)/worker.lock") })
    // The waiting process notices the change; the test starts no other process.
    try installation.edit { (_) in right }
    try realm.writeKey()
    #expect(try eventually { try store.scan(id)?.state == .complete })
    #expect(eventually { installation.workers.isEmpty })
  }

  @Test func `with the key repaired the next worker asks at once`() throws {
    let realm = try Realm()
    let installation = realm.installation
    realm.model.order(.unauthorised, .next(1), of: .identify)
    let id = try realm.accept(Awkward.backInBlack)
    try startWorker(of: realm)
    let store = try installation.store()
    #expect(try eventually { try store.scan(id)?.state == .waiting })
    installation.workers.forEach { $0.signal(9) }
    #expect(eventually { installation.workers.isEmpty })
    #expect(try store.breakers().map(\.trouble) == [.setup])
    try realm.writeKey()
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(try store.scan(id)?.state == .complete)
  }

  /// The reason why the service gives no answer.
  enum Obstacle: Sendable {
    case fault(Fault)
    case closedPort, unknownName
  }

  static let obstacles: [(obstacle: Obstacle, words: String)] = [
    (.fault(.unauthorised), "HTTP 401 invalid_api_key: Incorrect API key"),
    (.fault(.quota), "HTTP 429 insufficient_quota: You exceeded your current quota"),
    (.closedPort, "no connection"), (.unknownName, "the host’s name could not be resolved"),
  ]

  @Test(arguments: obstacles)
  func `the log has the service's words, its address and the file of the key`(
    obstacle: Obstacle, words: String
  ) throws {
    let realm = try Realm()
    let installation = realm.installation
    var address = realm.model.url
    switch obstacle {
    case .fault(let fault): realm.model.order(fault, .always)
    case .closedPort: try realm.model.refuseConnections()
    case .unknownName:
      address = "https://models.invalid/v1"
      try installation.edit { $0.replacing(realm.model.url, with: address) }
    }
    let told = try installation.told(
      ["scan", try realm.photo(of: Awkward.backInBlack)], variables: Installation.briefSearch)
    #expect(told.code == 4, "\(told.text)")
    let log = try installation.folder.text("data/log")
    #expect(log.contains(words), "\(log)")
    #expect(
      log.contains("openai (\(address), key of \(installation.data)/keys/openai)"), "\(log)")
    #expect(try !log.contains(#require(realm.model.key)))
    #expect(!told.text.contains("The host has to look"), "\(told.text)")
  }

  @Test func `the process that waits leaves when nothing is left to wait for`() throws {
    let (realm, find, waiting) = try outage()
    defer { realm.installation.workers.forEach { $0.signal(9) } }
    let store = try realm.installation.store()
    let correction = try Correction(
      candidate: nil, musicBrainz: nil, artist: "The Night Ferries", title: "Paper Moon Motel",
      hint: nil)
    _ = try store.correct(
      waiting, correction, by: .owner,
      at: Timestamp(milliseconds: Clock.wallMilliseconds()))
    try startWorker(of: realm)
    #expect(try eventually { try store.scan(waiting)?.state == .complete })
    #expect(eventually { realm.installation.workers.isEmpty })
    #expect(Files.exists("\(realm.installation.site)/album/\(find)/index.html"))
  }
}
