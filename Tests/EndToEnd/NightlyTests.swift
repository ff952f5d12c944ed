// `albumscan nightly` with a folder of this computer; the files for cron and systemd.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite struct NightlyTests {
  let outside: TemporaryFolder
  let installation: Installation

  init() throws {
    outside = try TemporaryFolder()
    // A folder in rclone's form for the local file system.
    try Files.makeDirectories(outside.file("away/backups"))
    installation = try Installation(
      settings: """
        backup-to: :local:\(outside.path)/away/backups
        musicbrainz-url: http://127.0.0.1:9
        cover-art-url: http://127.0.0.1:9
        """)
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
  }

  private var folder: String { outside.file("away/backups") }
  private var names: [String] { get throws { try Files.entries(of: folder) } }

  @Test func `a night sends a backup that can be restored, and leaves no file behind`() throws {
    let told = try installation.told(["nightly"])
    #expect(told.code == 0, "\(told.text)")
    let name = try #require(try names.first)
    #expect(try names.count == 1)
    #expect(Files.mode(of: "\(folder)/\(name)") == 0o600)
    #expect(name.wholeMatch(of: #/albumscan-\d{4}-\d\d-\d\d\.tar/#) != nil)
    #expect(!Files.exists("\(installation.data)/backup.tar"))
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(try names == [name], "a second run on the same day replaces the backup")
    let other = try Installation()
    #expect(try other.albumscan(["restore", "\(folder)/\(name)"]).exitCode == 0)
    #expect(try other.store().countFinds() == 1)
  }

  @Test func `old backups are deleted, and other files of the folder stay`() throws {
    for day in 1...28 {
      let text = day < 10 ? "0\(day)" : "\(day)"
      try outside.write("x", to: "away/backups/albumscan-2020-01-\(text).tar")
    }
    try outside.write("mine", to: "away/backups/holiday.jpg")
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    // The kept backups: the new one, those of the six days before, and that of the Sunday before
    // these days.
    let kept = try names.filter { $0.hasPrefix("albumscan-2020") }.map {
      $0.dropFirst(18).prefix(2)
    }
    #expect(kept == ["19", "23", "24", "25", "26", "27", "28"])
    #expect(try outside.text("away/backups/holiday.jpg") == "mine")
  }

  @Test func `a remote that does not exist fails the night, and the cleaning is done`() throws {
    try installation.edit {
      $0.split(separator: ":local:\(outside.path)").joined(separator: "nowhere:")
    }
    let artwork = "\(installation.data)/artwork/\(String(repeating: "a", count: 32))-500.jpg"
    try Files.replace(artwork, with: [1], durably: false)
    let touched = try Programs.run(
      "/usr/bin/touch", ["-d", "3 days ago", artwork], input: "/dev/null", limit: 100,
      timeoutMilliseconds: 5000)
    #expect(touched.exitCode == 0)
    let told = try installation.told(["nightly"])
    #expect(told.code == 4 && told.text.contains("rclone lsf"), "\(told.text)")
    #expect(!Files.exists(artwork))
    let doctor = try installation.told(["doctor"])
    #expect(doctor.code == 1 && doctor.text.contains("FAIL backups at nowhere:"), "\(doctor.text)")
  }

  @Test(arguments: [":local:", ""])
  func `an empty log does not replace a backup of today`(form: String) throws {
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    let name = try #require(try names.first)
    let before = try Files.read("\(folder)/\(name)")
    let other = try Installation(settings: "backup-to: \(form)\(folder)")
    try other.copySample()
    let told = try other.told(["nightly"])
    #expect(told.code == 0 && told.text.contains("already has a backup of today"), "\(told.text)")
    #expect(try Files.read("\(folder)/\(name)") == before)
    try Files.remove("\(folder)/\(name)")
    #expect(try other.albumscan(["nightly"]).exitCode == 0)
    #expect(try names == [name], "an empty log has a first backup")
  }

  @Test
  func
    `a restore lists the backups of a remote or a folder, and fetches the newest or that of a day`()
    throws
  {
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    let name = try #require(try names.first)
    try outside.write("x", to: "away/backups/albumscan-2020-01-01.tar")
    try outside.write("x", to: "away/backups/notes.txt")
    for target in [":local:\(folder)", folder] {
      let other = try Installation()
      let listed = try other.told(["restore", target, "--list"])
      #expect(
        listed.code == 0 && listed.text == "\(name)\nalbumscan-2020-01-01.tar\n", "\(listed.text)")
      let none = try other.told(["restore", target, "--day", "2020-01-02"])
      #expect(none.code == 3 && none.text.contains("no backup of 2020-01-02"), "\(none.text)")
      let bad = try other.told(["restore", target, "--day", "2020-01-01"])
      #expect(bad.code == 3, "\(bad.text)")
      let told = try other.told(["restore", target])
      #expect(told.code == 0 && told.text.contains("Restoring \(name)"), "\(told.text)")
      #expect(try other.store().countFinds() == 1)
      #expect(!Files.exists("\(other.data).fetched"))
    }
    let nowhere = try installation.told(["restore", "/nowhere", "--replace"])
    #expect(
      nowhere.code == 3 && nowhere.text.contains("no file or folder /nowhere"), "\(nowhere.text)")
    let remote = try installation.told(["restore", "nowhere:backups", "--list"])
    #expect(remote.code == 4 && remote.text.contains("rclone lsf"), "\(remote.text)")
  }

  @Test func `a backup with a day in the future is not the newest, and --day restores it`() throws {
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    let name = try #require(try names.first)
    try outside.write("x", to: "away/backups/albumscan-2999-12-31.tar")
    let other = try Installation()
    let told = try other.told(["restore", folder])
    #expect(told.code == 0 && told.text.contains("Restoring \(name)"), "\(told.text)")
    let later = try other.told(["restore", folder, "--replace", "--day", "2999-12-31"])
    #expect(later.code == 3 && later.text.contains("albumscan-2999-12-31.tar"), "\(later.text)")
    try Files.remove("\(installation.data)/restore-rehearsed")
    let night = try installation.told(["nightly"])
    #expect(night.code == 0 && night.text.contains("\(name)"), "\(night.text)")
    try Files.remove("\(folder)/\(name)")
    let none = try other.told(["restore", folder, "--replace"])
    #expect(none.code == 3 && none.text.contains("no backup of the past"), "\(none.text)")
  }

  @Test func `nightly rehearses a restore once a month, and names the reason of a failure`()
    throws
  {
    let mark = "\(installation.data)/restore-rehearsed"
    func night() throws -> (code: Int32, text: String) { try installation.told(["nightly"]) }
    let first = try night()
    #expect(first.code == 0 && first.text.contains("restored for a rehearsal"), "\(first.text)")
    #expect(
      !Files.exists("\(installation.data).restoring")
        && !Files.exists("\(installation.data).fetched"))
    #expect(try installation.store().countFinds() == 1)
    #expect(try !night().text.contains("rehearsal"))
    let touched = try Programs.run(
      "/usr/bin/touch", ["-d", "31 days ago", mark], input: "/dev/null", limit: 100,
      timeoutMilliseconds: 5000)
    #expect(touched.exitCode == 0)
    #expect(try night().text.contains("restored for a rehearsal"))
    #expect(try installation.told(["status"]).text.contains("could be restored"))

    // An installation without finds makes no backup, so the damaged backup stays the newest.
    let name = try #require(try names.first)
    let other = try Installation(settings: "backup-to: \(folder)")
    try other.copySample()
    try Files.replace(
      "\(folder)/\(name)", with: Array(try Files.read("\(folder)/\(name)").dropLast(20_000)),
      durably: false)
    let failed = try other.told(["nightly"])
    #expect(failed.code == 1, "\(failed.text)")
    #expect(try other.told(["status"]).text.contains("could not be restored"))
    let doctor = try other.told(["doctor", "--offline"])
    #expect(
      doctor.code == 1 && doctor.text.contains("the newest backup cannot be restored"),
      "\(doctor.text)")
    #expect(try other.told(["nightly"]).code == 1, "a failure is rehearsed again in the next night")
  }

  @Test func `a remote without times gets a second backup of one day, also of the same size`()
    throws
  {
    let remote = try RemoteServer(.webdav)
    let installation = try Installation(settings: "backup-to: \(remote.remote)")
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first).id.text
    func backup(after note: String) throws -> [UInt8] {
      #expect(try installation.albumscan(["edit", find, "--notes", note]).exitCode == 0)
      #expect(try installation.albumscan(["nightly"]).exitCode == 0)
      return try #require(try remote.files().values.first)
    }
    let first = try backup(after: "the first note")
    let other = try backup(after: "another  note")
    #expect(first.count == other.count, "the sizes must not tell the backups apart")
    let text = String(decoding: other, as: UTF8.self)
    #expect(text.contains("another  note"))
  }

  @Test func `nightly, publish and the worker find a remote that only rclone-config has`() throws {
    let remotes = try outside.write(
      "[elsewhere]\ntype = alias\nremote = \(outside.path)/away\n", to: "rclone.conf")
    let installation = try Installation.publishing(
      remote: "elsewhere:log",
      settings: "rclone-config: \(remotes)\nbackup-to: elsewhere:backups")
    let find = try installation.scanned(Sample.cover)
    let page = outside.file("away/log/album/\(find)/index.html")
    #expect(try installation.albumscan(["publish"]).exitCode == 0)
    let published = try Files.read(page)
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(try names.count == 1)
    #expect(try installation.albumscan(["edit", find.text, "--status", "want"]).exitCode == 0)
    // This command runs with almost no environment, like a worker that the CGI starts.
    let worked = try Programs.run(
      "/usr/bin/env",
      ["-i", "\(installation.programs)/albumscan", "--config", installation.controlFile, "work"],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    #expect(worked.exitCode == 0)
    #expect(eventually { (try? Files.read(page)) != published })
  }

  @Test func `while a backup is made or sent, a second one ends with a message`() throws {
    guard let lock = try Lock.take("\(installation.data)/backup.lock") else {
      Issue.record("the lock is not free")
      return
    }
    for command in [["nightly"], ["backup", outside.file("b.tar")]] {
      let told = try installation.told(command)
      #expect(
        told.code == 1 && told.text.contains("another backup is being made or sent"),
        "\(command): \(told.text)")
    }
    #expect(try !Files.exists(outside.file("b.tar")) && names.isEmpty)
    _ = consume lock
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(try names.count == 1)
  }

  @Test func `a night during another restore sends its backup, and the next one rehearses`() throws
  {
    let restored = "\(installation.data).restoring"
    try Files.makeDirectories(restored)
    guard let lock = try Lock.take("\(restored)/worker.lock") else {
      Issue.record("the lock is not free")
      return
    }
    let night = try installation.told(["nightly"])
    #expect(night.code == 0 && night.text.contains("another restore is running"), "\(night.text)")
    #expect(try names.count == 1)
    _ = consume lock
    let next = try installation.told(["nightly"])
    #expect(next.code == 0 && next.text.contains("restored for a rehearsal"), "\(next.text)")
  }

  @Test func `two nights at once send one whole backup`() async throws {
    let nights = (0..<2).map { _ in
      Task.detached { [installation] in
        try installation.told(["nightly"], startsProgram: true)
      }
    }
    var codes: [Int32] = []
    for night in nights {
      let told = try await night.value
      #expect(
        told.code == 0 || told.text.contains("another backup is being made or sent"),
        "\(told.text)")
      codes.append(told.code)
    }
    #expect(codes.contains(0) && codes.allSatisfy { $0 == 0 || $0 == 1 }, "\(codes)")
    let name = try #require(try names.first)
    #expect(try names == [name])
    #expect(!Files.exists("\(installation.data)/backup.tar"))
    let other = try Installation()
    #expect(try other.albumscan(["restore", "\(folder)/\(name)"]).exitCode == 0)
    #expect(try other.store().countFinds() == 1)
  }

  @Test func `the doctor says whether backups are made`() throws {
    let before = try installation.told(["doctor", "--offline"]).text
    #expect(before.contains("WARN backup-to :local:\(outside.path)"), "\(before)")
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(try installation.told(["doctor", "--offline"]).text.contains("ok   backup-to :local:"))
    #expect(try installation.told(["doctor"]).text.contains("ok   backups at :local:"))
  }

  @Test func `a folder that does not exist is not made, and the backup waits for its disk`() throws
  {
    try Files.removeTree(outside.file("away"))
    let told = try installation.told(["nightly"])
    #expect(told.code == 1, "\(told.text)")
    let named = Files.resolvingLinks(folder)
    #expect(told.text.contains("there is no folder \(named)"), "\(told.text)")
    #expect(told.text.contains("mount that disk"), "\(told.text)")
    #expect(!Files.exists(outside.file("away")))
  }

  @Test func `a folder needs no rclone`() throws {
    guard geteuid() == 0 else { return note("only root can hide rclone") }
    let script =
      "for f in /usr/bin/rclone /usr/local/bin/rclone; do "
      + "[ ! -e $f ] || mount --bind /dev/null $f; done; exec \"$@\""
    let output = try Programs.run(
      "/usr/bin/unshare",
      [
        "--mount", "/bin/sh", "-c", script, "sh", "\(installation.programs)/albumscan", "--config",
        installation.controlFile, "nightly",
      ], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    #expect(try output.exitCode == 0 && names.count == 1)
  }

  @Test func `remains of killed nights and rights of others on earlier backups are removed`() throws
  {
    try outside.write("x", to: "away/backups/.tmp-albumscan-2020-01-01.tar")
    try outside.write("mine", to: "away/backups/.tmp-mine")
    let earlier = try outside.write("x", to: "away/backups/albumscan-2020-01-02.tar")
    try Files.setMode(0o644, of: earlier)
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(Files.mode(of: earlier) == 0o640)
    #expect(try names.filter { $0.hasPrefix(".") } == [".tmp-mine"])
  }

  @Test func `copies of earlier databases go after 90 days, but never the newest one`() throws {
    for (version, days) in [(4, 400), (5, 91), (7, 89)] {
      let copy = "\(installation.data)/albums.db.v\(version)-2020-01-0\(version)"
      try Files.replace(copy, with: [1], durably: false)
      try touch(copy, days: days)
    }
    let told = try installation.told(["nightly"])
    let removed = "albums.db.v4-2020-01-04, albums.db.v5-2020-01-05"
    #expect(told.text.contains(removed), "\(told.text)")
    func copies() throws -> [String] {
      try Files.entries(of: installation.data, startingWith: "albums.db.v")
    }
    #expect(try copies() == ["albums.db.v7-2020-01-07"])
    try touch("\(installation.data)/albums.db.v7-2020-01-07", days: 900)
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(try copies() == ["albums.db.v7-2020-01-07"])
  }

  private func touch(_ path: String, days: Int) throws {
    let output = try Programs.run(
      "/usr/bin/touch", ["-d", "\(days) days ago", path], input: "/dev/null", limit: 100,
      timeoutMilliseconds: 5000)
    #expect(output.exitCode == 0)
  }

  @Test func `the log of the server is moved when it is large, while the server has it open`()
    throws
  {
    let log = "\(installation.data)/lighttpd.log"
    let server = try FileDescriptor(opening: log, O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
    try server.write([UInt8](repeating: UInt8(ascii: "x"), count: LogFile.byteLimit + 1))
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(Files.regularSize(of: log) == 0)
    #expect(Files.regularSize(of: "\(log).1") == LogFile.byteLimit + 1)
    try server.write(Array("after\n".utf8))
    #expect(try Files.read(log) == Array("after\n".utf8))
  }

  @Test func `without backup-to, a night cleans and sends nothing`() throws {
    let plain = try Installation()
    #expect(try plain.albumscan(["nightly"]).exitCode == 0)
    #expect(!Files.exists("\(plain.data)/backup-made"))
  }

  @Test(arguments: ["albumscan-nightly.service", "albumscan-nightly.timer", "albumscan.cron"])
  func `the files for the host name the installed command, and are installed`(name: String) throws {
    let text = String(
      decoding: try Files.read("\(Checkout.root)/docs/nightly/\(name)"), as: UTF8.self)
    #expect(name.hasSuffix(".timer") || text.contains("/usr/local/bin/albumscan --config "))
    #expect(name.hasSuffix(".timer") || text.contains(" nightly"))
    let makefile = String(decoding: try Files.read("\(Checkout.root)/Makefile"), as: UTF8.self)
    #expect(makefile.contains(name))
  }

  /// The command of the crontab runs as cron runs it: by /bin/sh, with almost no environment.
  @Test func `the line of the crontab runs`() throws {
    let text = String(
      decoding: try Files.read("\(Checkout.root)/docs/nightly/albumscan.cron"), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.first?.isNumber == true })
    let fields = line.split(separator: " ", maxSplits: 6)
    #expect(fields[..<5].joined(separator: " ") == "30 3 * * *" && fields[5] == "www-data")
    let command = String(fields[6])
      .replacing("/usr/local/bin", with: installation.programs)
      .replacing("/srv/albumscan/etc/albumscan.conf", with: installation.controlFile)
    let output = try Programs.run(
      "/usr/bin/env",
      ["-i", "HOME=\(outside.path)", "PATH=/usr/bin:/bin", "/bin/sh", "-c", command],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    #expect(output.exitCode == 0)
    #expect(try names.count == 1)
  }

  @Test func `systemd accepts the unit and the timer`() throws {
    let program = "/usr/bin/systemd-analyze"
    guard Files.exists(program) else { return note("systemd-analyze is not installed") }
    for name in ["albumscan-nightly.service", "albumscan-nightly.timer"] {
      let text = String(
        decoding: try Files.read("\(Checkout.root)/docs/nightly/\(name)"), as: UTF8.self)
      // systemd checks that the program exists.
      try outside.write(
        text.replacing("/usr/local/bin/albumscan", with: "\(installation.programs)/albumscan"),
        to: name)
    }
    let output = try Programs.run(
      "/bin/sh",
      ["-c", "\(program) verify \"$1\" 2>&1", "sh", outside.file("albumscan-nightly.timer")],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 30_000)
    #expect(output.exitCode == 0, "\(String(decoding: output.bytes, as: UTF8.self))")
  }
}
