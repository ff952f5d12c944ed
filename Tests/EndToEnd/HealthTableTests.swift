// The table of docs/health.md, row by row: each real fault, and what `GET …/health`, `albumscan status` and the doctor
// say about it. The commands run as the owner of the data, as on a server.

import Glibc
import Host
import Services
import Support
import Testing

@Suite(.serialized) struct HealthTableTests {
  /// An installation of the web server's user, with its fault.
  struct Patient {
    let realm: Realm

    /// Words before the command lines: another environment, or mounts of a namespace of its own.
    var prefix: [String] = []

    /// The control file, if it lies outside of the installation.
    var otherControl: String?

    /// A server that runs while this value exists.
    var server: AnyObject?
    var worker: RunningProcess?
    var installation: Installation { realm.installation }
    var control: String { otherControl ?? installation.controlFile }

    /// Runs a program as the owner of the data; returns its exit code and what it wrote.
    func run(_ words: [String]) throws -> (code: Int32, text: String) {
      let all = prefix + ServerUser.prefix + words
      let output = try Programs.run(
        "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh"] + all, input: "/dev/null", limit: 1 << 20,
        timeoutMilliseconds: 120_000)
      return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
    }

    func albumscan(_ words: [String]) throws -> (code: Int32, text: String) {
      try run(["\(installation.programs)/albumscan", "--config", control] + words)
    }

    /// The answer of `GET …/health`.
    func health() throws -> String {
      let variables = installation.environment("GET", "/health")
      return try run(
        ["/usr/bin/env", "-i"] + variables + ["\(installation.programs)/albumscan-cgi", control]
      ).text
    }
  }

  struct Row: Sendable {
    /// The first cell of the row.
    let cause: String

    /// The problems of health and of `status --json`. Nil if the web server or the program does not get so far.
    let problems: [String]?

    /// The beginning of the doctor's line, and the command or advice in it.
    let line: String
    let remedy: String
    var settings = ""

    /// Whether the fault needs requests of the doctor.
    var isOnline = false
    let make: @Sendable (inout Patient) throws -> Void
  }

  private static func shell(_ command: String) throws {
    let output = try Programs.run(
      "/bin/sh", ["-c", command], input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else { throw InstallationError.failed(command) }
  }

  /// Words that run a command after `mounts`, in a namespace of its own.
  private static func mounted(_ mounts: String) -> [String] {
    ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", "\(mounts) && exec \"$@\"", "sh"]
  }

  /// Makes the jobs due since 16 minutes.
  private static func makeOverdue(_ patient: Patient) throws {
    let data = patient.installation.data
    try shell(
      "sqlite3 -cmd '.timeout 10000' \(data)/albums.db "
        + "'UPDATE jobs SET next_attempt = next_attempt - 960000, updated = updated - 960000' "
        + "&& chown -R --reference=\(data) \(data)")
  }

  /// Starts a worker whose call of the model never ends, and waits until it works.
  private static func startWorker(_ patient: inout Patient) throws {
    patient.realm.model.order(.timeout, .next(1), of: .identify)
    _ = try patient.realm.accept(Awkward.backInBlack)
    try ServerUser.takeOver(patient.installation.folder.path)
    let words =
      ServerUser.prefix
      + ["\(patient.installation.programs)/albumscan", "--config", patient.control, "work"]
    try Programs.startDetached(words[0], Array(words.dropFirst()))
    let lock = "\(patient.installation.data)/worker.lock"
    #expect(eventually { Lock.isHeld(lock) })
    // The model has got its call, so the worker only waits.
    let model = patient.realm.model
    #expect(eventually { model.log.count(of: .identify) > 0 })
    patient.worker = patient.installation.workers.first
  }

  static let work: [Row] = [
    Row(
      cause: "a worker is stopped or stuck", problems: ["queue"], line: "FAIL due jobs: ",
      remedy: "; sudo kill -9 WORKER", settings: "model-timeout: 600"
    ) { patient in
      try startWorker(&patient)
      try makeOverdue(patient)
      // The worker looks at the queue meanwhile, so the work goes on.
      #expect(try patient.health().contains(#""problems":[]"#))
      try patient.worker?.stop()
      try shell("touch -d '16 minutes ago' \(patient.installation.data)/worker.lock")
    },
    Row(
      cause: "a job is due, and no worker runs", problems: ["queue"], line: "FAIL due jobs: ",
      remedy: "; PROGRAMS/albumscan --config CONTROL work", settings: "worker: systemd"
    ) { patient in
      _ = try patient.realm.accept(Awkward.backInBlack)
      try makeOverdue(patient)
    },
    Row(
      cause: "systemd starts no worker", problems: ["worker"], line: "FAIL worker: systemd: ",
      remedy: "; sudo systemctl enable --now albumscan-work.path", settings: "worker: systemd"
    ) { patient in
      let request = "\(patient.installation.data)/worker-wanted"
      try Files.replace(request, with: [], durably: false)
      try shell("touch -d '3 minutes ago' \(request) && chown www-data: \(request)")
    },
    Row(
      cause: "the unit that starts workers is stopped", problems: [],
      line: "FAIL a worker of systemd: ",
      remedy: "; sudo systemctl enable --now albumscan-work.path", settings: "worker: systemd",
      isOnline: true
    ) { (_) in },
    Row(
      cause: "a provider refuses the key or the account", problems: ["provider"],
      line: "FAIL jobs that wait for the host: ", remedy: "albumscan --config CONTROL work"
    ) { patient in
      patient.realm.model.order(.unauthorised, .always)
      let scan = try patient.realm.accept(Awkward.backInBlack)
      try ServerUser.takeOver(patient.installation.folder.path)
      let words =
        ServerUser.prefix
        + ["\(patient.installation.programs)/albumscan", "--config", patient.control, "work"]
      try Programs.startDetached(words[0], Array(words.dropFirst()))
      let store = try patient.installation.store()
      #expect(try eventually { try store.scan(scan)?.state == .waiting })
      patient.worker = patient.installation.workers.first
    },
  ]

  static let files: [Row] = [
    Row(
      cause: "`photos/` belongs to another user", problems: ["files"],
      line: "FAIL rights on DATA: ", remedy: "; sudo chown -R USER DATA"
    ) { chown("\($0.installation.data)/photos", 0, 0) },
    Row(
      cause: "the pages belong to another user", problems: ["files"], line: "FAIL site SITE: ",
      remedy: "; sudo chown -R USER SITE && sudo chmod -R u+rwX,go+rX SITE"
    ) { chown($0.installation.site, 0, 0) },
    Row(
      cause: "the disk of the data is read-only", problems: ["files"], line: "FAIL disk DATA: ",
      remedy: "; sudo mount -o remount,rw DATA"
    ) { patient in
      let data = patient.installation.data
      patient.prefix = mounted("mount --bind \(data) \(data) && mount -o remount,bind,ro \(data)")
    },
    Row(
      cause: "a folder of the installation cannot be entered", problems: nil,
      line: "FAIL folder HOME: ", remedy: "; sudo chown USER HOME && sudo chmod 755 HOME"
    ) { patient in
      let (folder, outside) = (patient.installation.folder.path, try TemporaryFolder())
      try shell(
        "sed 's|\\.\\./|\(folder)/|' \(patient.control) > \(outside.path)/control && "
          + "chmod 755 \(outside.path) && chmod 644 \(outside.path)/control && "
          + "chown root \(folder) && chmod 700 \(folder)")
      patient.otherControl = "\(outside.path)/control"
      patient.server = outside
    },
    Row(
      cause: "the data belongs to another user", problems: nil, line: "FAIL data folder DATA: ",
      remedy: "sudo chown -R USER DATA SITE"
    ) { try shell("chown -R root \($0.installation.data)") },
    Row(
      cause: "the disk of the CGI file runs no programs", problems: [],
      line: "FAIL CGI file CONTROL: ", remedy: "; sudo mount -o remount,exec HOME/cgi-bin"
    ) { patient in
      let folder = "\(patient.installation.folder.path)/cgi-bin"
      patient.prefix = mounted(
        "mount --bind \(folder) \(folder) && mount -o remount,bind,noexec \(folder)")
    },
    Row(
      cause: "everybody may change the control file", problems: [],
      line: "FAIL configuration CONTROL: ", remedy: "; chmod o-w CONTROL"
    ) { chmod($0.control, 0o757) },
    Row(
      cause: "pictures of albums are missing", problems: [],
      line: "WARN pictures of albums DATA/artwork: 1 picture missing",
      remedy: "; PROGRAMS/albumscan --config CONTROL check --repair"
    ) { try shell("rm $(ls \($0.installation.data)/artwork/*-1000.jpg | head -n 1)") },
    Row(
      cause: "`/run/albumscan` is missing", problems: [], line: "WARN folder /run/albumscan: ",
      remedy: "; sudo systemd-tmpfiles --create albumscan.conf", settings: "worker: systemd"
    ) { $0.prefix = mounted("mount -t tmpfs none /run") },
  ]

  static let network: [Row] = [
    Row(
      cause: "the web server does not answer", problems: [],
      line: "FAIL the web server at http://ADDRESS:", remedy: "start the web server", isOnline: true
    ) { patient in
      try patient.installation.edit {
        $0.replacing(
          #/base-url: .*/#, with: "base-url: http://\(Self.address):\(freePort())",
          maxReplacements: 1)
      }
    },
    Row(
      cause: "browsers refuse the certificate", problems: [],
      line: "FAIL the web server at https://localhost:", remedy: "sudo certbot renew",
      isOnline: true
    ) { patient in
      let server = try UntrustedServer()
      patient.server = server
      try patient.installation.edit {
        $0.replacing(
          #/base-url: .*/#, with: "base-url: https://localhost:\(server.port)", maxReplacements: 1)
      }
    },
    Row(
      cause: "the certificate ends soon", problems: [],
      line: "WARN certificate of localhost until ", remedy: "; sudo certbot renew", isOnline: true
    ) { patient in
      let server = try UntrustedServer(trusted: true)
      patient.server = server
      patient.prefix = ["/usr/bin/env", "SSL_CERT_FILE=\(server.certificate)"]
      try patient.installation.edit {
        $0.replacing(
          #/base-url: .*/#, with: "base-url: https://localhost:\(server.port)", maxReplacements: 1)
      }
    },
  ]

  /// An address of this computer that other computers can reach; the loopback address without one.
  private static let address: String = {
    do {
      let output = try Programs.run(
        "/bin/hostname", ["-I"], input: "/dev/null", limit: 4096, timeoutMilliseconds: 10_000)
      let text = String(decoding: output.bytes, as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      return words.first { !$0.contains(":") }.map(String.init) ?? "127.0.0.1"
    } catch { return "127.0.0.1" }
  }()

  private static var rows: [Row] { work + files + network }

  @Test func `docs/health.md has each cause, and no other`() throws {
    let text = String(decoding: try Files.read("\(Checkout.root)/docs/health.md"), as: UTF8.self)
    let table = try #require(text.split(separator: "\n## Causes\n").last)
    let causes = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map {
      String($0.dropFirst(2).prefix { $0 != "|" }.dropLast())
    }
    #expect(Set(causes) == Set(Self.rows.map(\.cause)))
  }

  @Test(arguments: rows.map(\.cause))
  func `health, status and doctor agree about each fault, and the doctor names one remedy`(
    cause: String
  ) throws {
    let row = try #require(Self.rows.first { $0.cause == cause })
    guard geteuid() == 0 else { return note("\(cause): only as root") }
    let programs = try SharedPrograms.reachable.get()
    let realm = try Realm(programs: programs.programs, settings: row.settings)
    _ = try realm.copyFind()
    try realm.writeKey()
    var patient = Patient(realm: realm)
    defer { realm.installation.workers.forEach { $0.signal(SIGKILL) } }
    try ServerUser.takeOver(realm.installation.folder.path)
    #expect(try patient.health().contains("\"problems\":[]"))
    try row.make(&patient)
    try examine(row, patient)
  }

  private func examine(_ row: Row, _ patient: Patient) throws {
    func full(_ text: String) -> String {
      text.replacing("CONTROL", with: patient.control)
        .replacing("DATA", with: patient.installation.data)
        .replacing("SITE", with: patient.installation.site)
        .replacing("HOME", with: patient.installation.folder.path)
        .replacing("PROGRAMS", with: patient.installation.programs)
        .replacing("WORKER", with: "\(patient.worker?.id ?? 0)").replacing("USER", with: "www-data")
        .replacing("ADDRESS", with: Self.address)
    }
    if let problems = row.problems {
      let list = problems.map { "\"\($0)\"" }.joined(separator: ",")
      let status = try patient.albumscan(["status", "--json"])
      #expect(status.text.contains("\"problems\":[\(list)]"), "\(status.text)")
      #expect(status.code == (problems.isEmpty ? 0 : 1), "\(status.text)")
      let told = try patient.albumscan(["status"])
      #expect(told.text.contains("All is well.") == problems.isEmpty, "\(told.text)")
    }
    let doctor = try patient.albumscan(["doctor"] + (row.isOnline ? [] : ["--offline"]))
    let lines = doctor.text.split(separator: "\n").map(String.init)
    let found = lines.filter { $0.hasPrefix(full(row.line)) }
    let isRight = found.count == 1 && found.allSatisfy { $0.contains(full(row.remedy)) }
    #expect(isRight, "\(doctor.text)")
    #expect(doctor.code == (row.line.hasPrefix("FAIL") ? 1 : 0), "\(doctor.text)")
    // One cause has one remedy.
    let failed = lines.filter { $0.hasPrefix("FAIL") }
    #expect(failed.count == (row.line.hasPrefix("FAIL") ? 1 : 0), "\(doctor.text)")
    guard let problems = row.problems else { return }
    // Last, because this request may start a worker.
    let health = try patient.health()
    let list = problems.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(health.contains("\"problems\":[\(list)]"), "\(health)")
    #expect(health.hasPrefix(problems.isEmpty ? "Status: 200" : "Status: 503"), "\(health)")
  }

  @Test func `the command against a stopped worker lets its scan go on`() throws {
    guard geteuid() == 0 else { return note("only as root") }
    let row = Self.work[0]
    let realm = try Realm(
      programs: try SharedPrograms.reachable.get().programs, settings: row.settings)
    var patient = Patient(realm: realm)
    defer { realm.installation.workers.forEach { $0.signal(SIGKILL) } }
    try row.make(&patient)
    let doctor = try patient.albumscan(["doctor", "--offline"])
    let line = try #require(doctor.text.split(separator: "\n").first { $0.hasPrefix("FAIL") })
    let command = try #require(line.split(separator: "; sudo ").last)
    try Self.shell(String(command))
    #expect(eventually { realm.installation.workers.isEmpty })
    let work = try patient.albumscan(["work"])
    #expect(work.code == 0, "\(work.text)")
    #expect(try realm.installation.store().newestFinds(1).count == 1)
    #expect(try patient.health().contains("\"problems\":[]"))
  }

  @Test func `root who types the command against a refused key makes a key of the owner`() throws {
    guard geteuid() == 0 else { return note("only as root") }
    let realm = try Realm(programs: try SharedPrograms.reachable.get().programs)
    _ = try realm.copyFind()
    try ServerUser.takeOver(realm.installation.folder.path)
    let key = "\(realm.installation.data)/keys/openai"
    realm.model.order(.unauthorised, .always)
    let patient = Patient(realm: realm)
    let doctor = try patient.albumscan(["doctor"])
    let command = "sudo install -m 600 -o www-data /dev/stdin \(key)"
    #expect(doctor.code == 1 && doctor.text.contains(": \(command); or correct"), "\(doctor.text)")
    try Self.shell("rm -f \(key); printf sk-new | \(command.dropFirst(5))")
    #expect(Files.owner(of: key) == 33 && Files.mode(of: key) == 0o600)
    let well = try patient.albumscan(["doctor", "--offline"])
    #expect(well.code == 0, "\(well.text)")
  }
}
