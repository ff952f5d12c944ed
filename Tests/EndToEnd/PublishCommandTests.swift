// `albumscan publish` with the real programs: the command, the folder, the doctor, `nightly`, and
// the scripts for hosting services.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct PublishCommandTests {
  @Test func `without publish-to, the command names the setting`() throws {
    let installation = try Installation()
    let told = try installation.told(["publish"])
    #expect(told.code == 2 && told.text.contains("publish-to: FOLDER"), "\(told.text)")
    #expect(told.text.contains(installation.controlFile))
  }

  @Test func `init prepares the folder, and a find is published by the worker`() throws {
    let installation = try Installation.publishing()
    #expect(Files.exists("\(installation.publicLog)/.albumscan"))
    let find = try installation.scanned(Sample.cover)
    try installation.waitForPublishing()
    #expect(try installation.publicFiles()["album/\(find)/index.html"] != nil)
    #expect(!Files.exists("\(installation.site)/archive.zip"))
  }

  @Test func `a find is public only while its person says so`() throws {
    let installation = try Installation.publishing(choice: "chosen")
    let find = try installation.scanned(Sample.cover)
    let page = "album/\(find)/index.html"
    for (value, isPublic) in [("yes", true), ("no", false), ("yes", true)] {
      let edit = ["edit", find.text, "--public", value]
      #expect(try installation.albumscan(edit).exitCode == 0)
      try installation.waitForPublishing()
      #expect(try (installation.publicFiles()[page] != nil) == isPublic, "\(value)")
    }
  }

  @Test func `an upgraded log with a rule writes and sends nothing before --confirm-undecided`()
    throws
  {
    let installation = try Installation.publishing()
    let away = installation.folder.file("away")
    try installation.edit {
      $0.replacing("publish: all", with: "publish: tag:jazz") + "\npublish-remote: \(away)\n"
    }
    try upgrade(installation)
    let page = "album/findlone000000000000000000/index.html"
    func told(_ arguments: String...) throws -> (code: Int32, text: String) {
      try installation.told(["publish"] + arguments)
    }
    func publicPages() throws -> [String] {
      try installation.publicFiles().keys.filter { $0.hasPrefix("album/") && $0.hasSuffix(".html") }
    }
    #expect(try told().code == 1)
    #expect(try publicPages().isEmpty && !Files.exists(away))
    #expect(try installation.text(page).contains("Not public yet: the host has to confirm"))
    let unseen = try told("--confirm-undecided")
    #expect(unseen.code == 1 && unseen.text.contains("1 find is not in the list"), "\(unseen.text)")
    let list = try told("--undecided")
    #expect(list.code == 0 && list.text.contains("findlone"), "\(list.text)")

    // The rule `all` also chooses the other find.
    try installation.edit { $0.replacing("publish: tag:jazz", with: "publish: all") }
    let changed = try told("--confirm-undecided")
    #expect(
      changed.code == 1 && changed.text.contains("1 find is not in the list"), "\(changed.text)")
    #expect(try publicPages().isEmpty && !Files.exists(away))
    let rest = try told("--undecided")
    #expect(rest.text.contains("findunsure") && !rest.text.contains("findlone"), "\(rest.text)")
    let confirmed = try told("--confirm-undecided")
    #expect(confirmed.code == 0, "\(confirmed.text)")
    #expect(try publicPages().contains(page))
    #expect(try installation.sentFiles(to: away)[page] != nil)
    let link = "<a href=\"https://records.example/log/album/findlone000000000000000000/\""
    #expect(try installation.text(page).contains(link))
  }

  /// Gives the installation the database of version 9 with its rows, but without waiting jobs.
  private func upgrade(_ installation: Installation) throws {
    let database = "\(installation.data)/albums.db"
    for end in ["", "-wal", "-shm"] { _ = try Files.remove("\(database)\(end)") }
    let fixtures = "\(Checkout.root)/Tests/Store/Fixtures"
    let idle = """
      DELETE FROM jobs; DELETE FROM scans
        WHERE id NOT IN (SELECT scan FROM items JOIN finds ON finds.item = items.id);
      """
    for command in [".read \(fixtures)/v9.sql", ".read \(fixtures)/v9-rows.sql", idle] {
      let output = try Programs.run(
        "/usr/bin/sqlite3", [database, command], input: "/dev/null", limit: 1000,
        timeoutMilliseconds: 5000)
      #expect(output.exitCode == 0, "\(command)")
    }
    try Files.remove("\(installation.publicLog)/.albumscan")
    let told = try installation.told(["init"])
    #expect(told.code == 0, "\(told.text)")
  }

  @Test func `the figures are a document, and build and refresh publish nothing`() throws {
    let installation = try Installation.publishing(remote: nil)
    let away = installation.folder.file("away")
    try installation.edit { $0 + "\npublish-remote: \(away)\n" }
    let store = try installation.store()
    #expect(try installation.albumscan(["build"]).exitCode == 0)
    #expect(try installation.albumscan(["refresh"]).exitCode == 0)
    #expect(try contents(of: installation.publicLog).keys.sorted() == [".albumscan"])
    let output = try installation.albumscan(["publish", "--json"])
    #expect(output.exitCode == 0)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(text.contains("\"finds\":0") && text.contains("\"version\":1"), "\(text)")
    #expect(text.contains("\"folder\":\"\(installation.publicLog)\""), "\(text)")
    #expect(try installation.sentFiles(to: away) == installation.publicFiles())
    #expect(try store.countFinds() == 0)
    #expect(try installation.albumscan(["publish", "--all", "--finds-only"]).exitCode == 2)
  }

  @Test func `a folder with other files is refused by init, publish and doctor`() throws {
    let installation = try Installation()
    try installation.folder.write("mine", to: "public-log/thesis.tex")
    try installation.edit { $0 + "\npublish-to: ../public-log\n" }
    for command in [["publish"], ["init"]] {
      let told = try installation.told(command)
      #expect(told.code == 2 && told.text.contains("thesis.tex"), "\(told.text)")
    }
    let doctor = try installation.told(["doctor", "--offline"])
    #expect(doctor.code == 1 && doctor.text.contains("FAIL publish-to"), "\(doctor.text)")
    #expect(try contents(of: installation.publicLog).keys.sorted() == ["thesis.tex"])
  }

  @Test func `a remote with other files needs an explicit option`() throws {
    let installation = try Installation.publishing()
    let away = installation.folder.file("away")
    try installation.folder.write("mine", to: "away/index.html")
    try installation.edit { $0 + "\npublish-remote: \(away)\n" }
    let told = try installation.told(["publish"])
    #expect(told.code == 2 && told.text.contains("it has \"index.html\""), "\(told.text)")
    #expect(told.text.contains("albumscan publish --all --take-over"), "\(told.text)")
    #expect(try installation.folder.text("away/index.html") == "mine")
    #expect(try installation.albumscan(["publish", "--take-over"]).exitCode == 2, "without --all")
    #expect(try installation.albumscan(["publish", "--all", "--take-over"]).exitCode == 0)
    #expect(try installation.sentFiles(to: away) == installation.publicFiles())
    #expect(try installation.albumscan(["publish", "--all"]).exitCode == 0)
  }

  @Test func `the folder of another installation is refused by init, publish and doctor`() throws {
    let first = try Installation.publishing()
    #expect(try first.albumscan(["publish"]).exitCode == 0)
    let files = try first.publicFiles()
    let second = try Installation()
    try second.edit { $0 + "\npublish-to: \(first.publicLog)\n" }
    for command in [["init"], ["publish"], ["doctor", "--offline"]] {
      let told = try second.told(command)
      #expect(told.code != 0 && told.text.contains("another published log"), "\(told.text)")
    }
    #expect(try first.publicFiles() == files)
    let doctor = try first.told(["doctor", "--offline"]).text
    #expect(doctor.contains("ok   publish-to \(first.publicLog)"), "\(doctor)")
  }

  @Test func `a worker that runs for long publishes by the present control file`() throws {
    let installation = try Installation.publishing(choice: "all")
    let first = try installation.scanned(Sample.cover)
    let second = try installation.scanned(try Sample.another(3))
    try installation.waitForPublishing()
    let page = "\(installation.publicLog)/album/\(first)/index.html"
    #expect(Files.exists(page))
    try installation.startWorker()
    defer { installation.longWorker?.signal(9) }
    func isPublished() throws -> Bool {
      try eventually {
        let store = try installation.store()
        return try !store.hasChangesToPublish()
          && !store.queuedJobs().contains { $0.request == .publish }
      }
    }
    // When the worker publishes this change, it has read the first control file.
    let now = Timestamp.now
    #expect(try installation.store().delete(second, at: now))
    #expect(try isPublished())
    #expect(Files.exists(page))
    try installation.edit { $0.replacing("publish: all", with: "publish: chosen") }
    #expect(try installation.albumscan(["publish"]).exitCode == 0)
    #expect(!Files.exists(page))
    #expect(try installation.store().undelete(second, at: .now))
    #expect(try isPublished())
    #expect(!Files.exists(page), "the worker published by the former rule")
    #expect(installation.longWorker != nil)
  }

  @Test func `a control file that became wrong ends the job with its message`() throws {
    let installation = try Installation.publishing(choice: "all")
    let find = try installation.scanned(Sample.cover)
    try installation.waitForPublishing()
    try installation.startWorker()
    defer { installation.longWorker?.signal(9) }
    #expect(eventually { installation.longWorker != nil })
    // When the worker has taken a job, it has read the control file.
    let now = Timestamp.now
    #expect(try installation.store().delete(find, at: now))
    #expect(try eventually { try !installation.store().hasChangesToPublish() })
    try installation.edit { $0.replacing("publish: all", with: "publish: everything") }
    #expect(try installation.store().undelete(find, at: .now))
    let hasReason = try eventually {
      guard let failure = try installation.store().publishFailure()?.failure,
        case .notPublished(let reason) = failure
      else { return false }
      return reason.contains("\"everything\"")
    }
    #expect(hasReason)
    try installation.edit { text in
      text.split(separator: "\n").filter { !$0.hasPrefix("publish") }.joined(separator: "\n")
    }
    try installation.store().queuePublishing(at: now)
    let hasEnded = try eventually {
      try !installation.store().queuedJobs().contains { $0.request == .publish }
    }
    #expect(hasEnded && installation.longWorker != nil)
  }

  @Test func `a find that a restored backup does not have leaves the published log`() throws {
    let installation = try Installation.publishing()
    let first = try installation.scanned(Sample.cover)
    try installation.waitForPublishing()
    let backup = installation.folder.file("backup.tar")
    #expect(try installation.albumscan(["backup", backup]).exitCode == 0)
    let second = try installation.scanned(try Sample.another(3))
    try installation.waitForPublishing()
    #expect(Files.exists("\(installation.publicLog)/album/\(second)/index.html"))
    let told = try installation.told(["restore", backup, "--replace"])
    #expect(told.code == 0, "\(told.text)")
    try installation.waitForPublishing()
    let files = try installation.publicFiles()
    #expect(files["album/\(first)/index.html"] != nil)
    #expect(!files.keys.contains { $0.contains(second.text) })
  }

  @Test func `the doctor measures the log and asks the remote`() throws {
    let installation = try Installation.publishing()
    try installation.edit { $0 + "\npublish-remote: :local:\(installation.folder.path)/away\n" }
    let before = try installation.told(["doctor", "--offline"]).text
    #expect(before.contains("ok   publish-to \(installation.publicLog)"), "\(before)")
    #expect(try installation.albumscan(["publish"]).exitCode == 0)
    let after = try installation.told(["doctor"]).text
    #expect(after.contains("ok   published log: "), "\(after)")
    #expect(after.contains("ok   published log at :local:"), "\(after)")
  }

  @Test func `a remote that does not exist ends the command with 4, and keeps the folder`() throws {
    let installation = try Installation.publishing(remote: "nowhere:log")
    let told = try installation.told(["publish"])
    #expect(told.code == 4 && told.text.contains("rclone lsf 'nowhere:log'"), "\(told.text)")
    #expect(try installation.publicFiles()["index.html"] != nil)
    let doctor = try installation.told(["doctor"])
    #expect(doctor.text.contains("FAIL published log at nowhere:log"), "\(doctor.text)")
  }

  @Test func `a night publishes everything`() throws {
    let installation = try Installation.publishing()
    try installation.edit { $0 + "\npublish-remote: \(installation.folder.path)/away\n" }
    let told = try installation.told(["nightly"])
    #expect(told.code == 0, "\(told.text)")
    let away = installation.folder.file("away")
    #expect(try installation.sentFiles(to: away) == installation.publicFiles())
    try Files.remove("\(away)/index.html")
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    #expect(try installation.sentFiles(to: away) == installation.publicFiles())
  }

  @Test func `without publish-to, init forgets the published log and keeps the folder`() throws {
    let installation = try Installation.publishing()
    #expect(try installation.albumscan(["publish"]).exitCode == 0)
    let files = try installation.publicFiles()
    try installation.edit { text in
      text.split(separator: "\n").filter { !$0.hasPrefix("publish") }.joined(separator: "\n")
    }
    #expect(try installation.albumscan(["init"]).exitCode == 0)
    #expect(!Files.exists("\(installation.data)/published.db"))
    #expect(try installation.publicFiles() == files)
  }

  // MARK: Scripts for hosting services

  static let scripts = (try? Files.entries(of: "\(Checkout.root)/docs/publishing")) ?? []

  private func run(
    _ arguments: [String], in place: TemporaryFolder
  ) throws -> (code: Int32, text: String) {
    let output = try Programs.run(
      "/usr/bin/env",
      ["-i", "HOME=\(place.path)", "PATH=/usr/bin:/bin", "/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"]
        + arguments, input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }

  @Test(arguments: scripts)
  func `a script for a host is correct for the shell, and says how it is used`(name: String) throws
  {
    let place = try TemporaryFolder()
    let path = "\(Checkout.root)/docs/publishing/\(name)"
    for shell in ["/bin/bash", "/bin/sh"] {
      #expect(try run([shell, "-n", path], in: place).code == 0, "\(shell) \(name)")
    }
    let told = try run(["/bin/sh", path], in: place)
    #expect(told.code != 0 && told.text.contains("usage: \(name)"), "\(told.text)")
    #expect(Files.allows(.execute, path))
  }

  @Test(arguments: ["github-pages.sh", "cloudflare-pages.sh", "netlify.sh"])
  func `a script sends no folder that is no published log`(name: String) throws {
    let place = try TemporaryFolder()
    try place.write("mine", to: "other/index.html")
    let path = "\(Checkout.root)/docs/publishing/\(name)"
    let told = try run(["/bin/sh", path, place.file("other"), "somewhere"], in: place)
    #expect(told.code == 2 && told.text.contains("run albumscan publish"), "\(told.text)")
  }

  @Test func `the script for GitHub Pages pushes the log as one commit without a history`() throws {
    let installation = try Installation.publishing()
    #expect(try installation.albumscan(["publish"]).exitCode == 0)
    let place = installation.folder
    let repository = place.file("pages.git")
    #expect(try run(["git", "init", "--quiet", "--bare", repository], in: place).code == 0)
    let path = "\(Checkout.root)/docs/publishing/github-pages.sh"
    for _ in 1...2 {
      let told = try run(
        ["env", "CNAME=records.example", "/bin/sh", path, installation.publicLog, repository],
        in: place)
      #expect(told.code == 0, "\(told.text)")
    }
    let count = try run(["git", "-C", repository, "rev-list", "--count", "gh-pages"], in: place)
    #expect(count.text.filter(\.isNumber) == "1")
    let list = try run(
      [
        "git", "-C", repository, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only",
        "gh-pages",
      ],
      in: place
    ).text.split(separator: "\n").map(String.init)
    let expected = Set(try installation.publicFiles().keys)
      .subtracting(["_headers"]).union([".nojekyll", "CNAME"])
    #expect(Set(list) == expected)
  }

  /// Programs in place of the real ones, for a script. `cp` changes the folder after each of the first
  /// `changes` copies; `git` and `npx` keep the folder that they get as `sent`; `sleep` does not wait.
  private func play(changes: Int, _ log: String, in place: TemporaryFolder) throws {
    let keep = """
      for path; do
        [ -f "$path/index.html" ] || continue
        rm -rf '\(place.file("sent"))'
        /bin/cp -R "$path" '\(place.file("sent"))'
      done
      """
    let copy = """
      /bin/cp "$@"
      echo copied >>'\(place.file("copies"))'
      count=$(wc -l <'\(place.file("copies"))')
      [ "$count" -gt \(changes) ] || echo "$count" >'\(log)/index.html'
      """
    for (name, text) in [("cp", copy), ("git", keep), ("npx", keep), ("sleep", "exit 0")] {
      let program = try place.write("#!/bin/sh\n\(text)\n", to: "bin/\(name)")
      try Files.setMode(0o755, of: program)
    }
  }

  @Test(
    arguments: ["github-pages.sh", "cloudflare-pages.sh", "netlify.sh"],
    sampled([0, 1, 4, 5], 1, of: "moments of a script", name: \.description))
  func `a script sends the log as it was at one moment, or nothing`(
    name: String, changes: Int
  ) throws {
    let place = try TemporaryFolder()
    for path in [
      ".albumscan", "index.html", "album/x/index.html", "assets.txt", "public.txt",
      "history/2026-11/parts.txt", "history/2026-11/index.html", "album/.tmp-1-x",
    ] { try place.write("first", to: "log/\(path)") }
    try play(changes: changes, place.file("log"), in: place)
    let path = "\(Checkout.root)/docs/publishing/\(name)"
    let told = try run(
      [
        "env", "PATH=\(place.file("bin")):/usr/bin:/bin", "/bin/sh", path, place.file("log"),
        "somewhere",
      ], in: place)
    #expect(try place.text("copies").split(separator: "\n").count == min(changes + 1, 5))
    guard changes < 5 else {
      #expect(told.code == 1 && told.text.contains("index.html"), "\(told.text)")
      #expect(told.text.contains("try again later"), "\(told.text)")
      #expect(!Files.exists(place.file("sent")))
      return
    }
    #expect(told.code == 0, "\(told.text)")
    let sent = try contents(of: place.file("sent")).filter { $0.key != ".nojekyll" }
    #expect(
      sent.keys.sorted() == ["album/x/index.html", "history/2026-11/index.html", "index.html"])
    #expect(sent["index.html"] == Array((changes == 0 ? "first" : "\(changes)\n").utf8))
  }

  @Test func `the script for S3 makes a remote that the setting names`() throws {
    let place = try TemporaryFolder()
    let path = "\(Checkout.root)/docs/publishing/s3.sh"
    let told = try run(
      ["/bin/sh", path, "bucket/log", "KEY", "SECRET", "https://s3.example"], in: place)
    #expect(told.code == 0 && told.text.contains("publish-remote: albumscan-log:bucket/log"))
    let file = try place.text(".config/rclone/rclone.conf")
    #expect(file.contains("endpoint = https://s3.example"), "\(file)")
  }
}
