// Commands of the host: deletions, publishing and refreshing, a full disk, repairs and the status.
// The messages name the remedy.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite struct CommandTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  @Test func `a find is deleted and restored, and an unknown one is named`() throws {
    try installation.importSample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first).id.text
    let deleted = try installation.told(["delete", find])
    #expect(deleted.code == 0 && deleted.text == "Deleted 1 find.\n", "\(deleted.text)")
    #expect(try installation.store().countFinds() == 0)
    let again = try installation.told(["delete", find])
    #expect(again.code == 1 && again.text.contains("nothing to change: \(find)"))
    let restored = try installation.told(["undelete", find])
    #expect(restored.code == 0 && restored.text == "Restored 1 find.\n", "\(restored.text)")
    #expect(try installation.told(["delete", "x"]).text.contains("there is no find x"))
  }

  @Test func `publish without a folder changes nothing, and refresh writes the changed pages`()
    throws
  {
    try installation.importSample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first).id
    let page = "\(installation.site)/album/\(find)/index.html"
    #expect(
      try installation.store().delete(
        find, at: Timestamp(milliseconds: Clock.wallMilliseconds())))
    let hint = try installation.told(["publish"])
    #expect(hint.code == 2 && hint.text.contains("publish-to"), "\(hint.text)")
    #expect(try installation.store().hasStalePages())
    #expect(Files.exists(page))
    let refreshed = try installation.told(["refresh"])
    #expect(refreshed.code == 0, "\(refreshed.text)")
    #expect(try !installation.store().hasStalePages())
    #expect(!Files.exists(page))
  }

  @Test func `a refresh after a changed setting says that the whole site was built`() throws {
    let told = try installation.told(["refresh"])
    #expect(told.text == "Refreshed 0 pages\n", "\(told.text)")
    try installation.edit { "\($0)\nlanguage: de\n" }
    let built = try installation.told(["refresh"])
    #expect(
      built.code == 0 && built.text.contains("\(installation.site) gebaut: 0 Funde"),
      "\(built.text)")
  }

  /// A command, and the folder whose disk is full.
  static let onFullDisk: [(folder: String, command: [String])] = [
    ("data/artwork", ["catalogue", "import", "\(Checkout.root)/sample/catalogue/catalogue.csv"]),
    ("data/photos", ["scan", Sample.cover]), ("data/photos", ["scan", "PHOTOS"]),
    ("disk", ["backup", "DISK/b.tar"]), ("disk", ["export", "DISK/log.zip"]),
  ]

  @Test(arguments: onFullDisk.indices)
  func `a full disk ends each command with the same code`(index: Int) throws {
    guard geteuid() == 0 else { return note("only root can mount a small disk") }
    let (folder, words) = Self.onFullDisk[index]
    try installation.copySample()
    let disk = installation.folder.file(folder)
    try Files.makeDirectories(disk)
    let photos = installation.folder.file("phone")
    try Files.makeDirectories(photos)
    try Files.replace("\(photos)/1.jpg", with: try Files.read(Sample.cover), durably: false)
    let full = words.map {
      $0.replacing("DISK", with: disk).replacing("PHOTOS", with: photos)
    }
    let script = "mount -t tmpfs -o size=4k none \(disk) && shift && exec \"$@\" 2>&1"
    let output = try Programs.run(
      "/usr/bin/unshare",
      [
        "--mount", "/bin/sh", "-c", script, "sh", "-", "\(installation.programs)/albumscan",
        "--config", installation.controlFile,
      ] + full, input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 1, "\(full): \(text)")
    #expect(text.contains("No space left on device"), "\(full): \(text)")
  }

  /// `init` finds the disk full when it copies an older database. Other commands find it full when
  /// they open a database whose journal must be rolled back.
  @Test func `a database on a full disk ends init with the same code`() throws {
    guard geteuid() == 0 else { return note("only root can mount a small disk") }
    try installation.useDatabase(ofVersion: 9)
    let script =
      "mkdir $1.kept && cp -a $1/. $1.kept && "
      + "mount -t tmpfs -o size=$(( $(du -sk $1.kept | cut -f1) + 8 ))k none $1 && "
      + "cp -a $1.kept/. $1 && shift && exec \"$@\" 2>&1"
    let output = try Programs.run(
      "/usr/bin/unshare",
      [
        "--mount", "/bin/sh", "-c", script, "sh", installation.data,
        "\(installation.programs)/albumscan", "--config", installation.controlFile, "init",
      ], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 1, "\(text)")
  }

  @Test func `an imported cover is removed by its name`() throws {
    try installation.importSample()
    let covers = try installation.told(["show", "covers"])
    #expect(covers.text.contains("Adele – 21 (Adele - 21.jpg)"), "\(covers.text)")
    let removed = try installation.told(["catalogue", "remove", "Adele - 21.jpg"])
    #expect(removed.code == 0, "\(removed.text)")
    #expect(removed.text.contains("Removed 1 cover; 23 are known."), "\(removed.text)")
    #expect(try !installation.told(["show", "covers"]).text.contains("Adele"))
    #expect(try installation.told(["catalogue", "remove", "none.jpg"]).code == 1)
  }

  @Test func `a line of a catalogue with an error does not stop the others`() throws {
    let folder = installation.folder.file("csv")
    try Files.makeDirectories(folder)
    try Files.replace(
      "\(folder)/a.jpg", with: try Files.read(Sample.cover), durably: false)
    try installation.folder.write(
      "file,artist,title,year\nx.jpg,Can,Landed,soon\na.jpg,Adele,21,2011\n", to: "csv/c.csv")
    let told = try installation.told(["catalogue", "import", "\(folder)/c.csv"])
    #expect(told.code == 3)
    #expect(told.text.contains("line 2: \"soon\" is not a year"), "\(told.text)")
    #expect(try installation.store().countCovers() == 1)
  }

  @Test func `a find whose page cannot be written is no success`() throws {
    let programs = try SharedPrograms.reachable.get()
    let installation = try Installation(programs: programs.programs, shared: programs.shared)
    try installation.copySample()
    let photo = installation.folder.file("photo.jpg")
    try Files.replace(photo, with: try Files.read(Sample.photo), durably: false)
    // The test makes this folder, which does not exist before the first find.
    try Files.makeDirectories("\(installation.site)/album")
    try ServerUser.takeOver(installation.folder.path)
    #expect(chmod("\(installation.site)/album", 0o555) == 0)
    let output = try ServerUser.run([
      "/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", "\(programs.programs)/albumscan", "--config",
      installation.controlFile, "scan", photo,
    ])
    chmod("\(installation.site)/album", 0o755)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 1, "\(text)")
    #expect(text.contains("its page could not be written") && !text.contains("/album/"), "\(text)")
  }

  @Test func `pages can be read by the web server whatever the shell's umask is`() throws {
    let output = try Programs.run(
      "/bin/sh",
      [
        "-c", "umask 077; exec \"$@\"", "sh", "\(installation.programs)/albumscan", "--config",
        installation.controlFile, "build",
      ], input: "/dev/null", limit: 1000, timeoutMilliseconds: 60_000)
    #expect(output.exitCode == 0)
    #expect(Files.mode(of: "\(installation.site)/index.html") == 0o644)
  }

  @Test func `a photo that is not there is named, and no upload is spoken of`() throws {
    let told = try installation.told(["scan", "/nowhere/photo.jpg"])
    #expect(told.code == 3)
    #expect(told.text.contains("/nowhere/photo.jpg: No such file"), "\(told.text)")
    #expect(!told.text.contains("upload"))
  }

  @Test func `one problem is one problem`() throws {
    try installation.importSample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first)
    try Files.remove("\(installation.site)/album/\(find.id)/index.html")
    let told = try installation.told(["check"])
    #expect(told.code == 1 && told.text.hasSuffix("1 problem\n"), "\(told.text)")
  }

  @Test
  func
    `a repair moves pictures that nothing names, makes pages again, and fetches missing pictures`()
    throws
  {
    try installation.importSample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first)
    try Files.remove("\(installation.site)/album/\(find.id)/index.html")
    try Files.replace("\(installation.data)/covers.index", with: [1, 2, 3], durably: false)
    let orphan = "\(String(repeating: "a", count: 32))-500.jpg"
    for name in [orphan, "notes.txt"] {
      try Files.replace("\(installation.data)/artwork/\(name)", with: [1], durably: false)
      let touched = try Programs.run(
        "/usr/bin/touch", ["-d", "3 hours ago", "\(installation.data)/artwork/\(name)"],
        input: "/dev/null", limit: 100, timeoutMilliseconds: 5000)
      #expect(touched.exitCode == 0)
    }
    let young = "\(String(repeating: "b", count: 32))-500.jpg"
    try Files.replace("\(installation.data)/artwork/\(young)", with: [1], durably: false)

    let told = try installation.told(["check", "--repair"])
    #expect(told.code == 0 && told.text.contains("All is well."), "\(told.text)")
    #expect(told.text.contains("2 pictures that nothing names were moved"), "\(told.text)")
    #expect(Files.exists("\(installation.site)/album/\(find.id)/index.html"))
    let folders = try Files.entries(of: installation.data, startingWith: "orphans-")
    let folder = "\(installation.data)/\(try #require(folders.first))"
    #expect(try Files.entries(of: folder) == [orphan, "notes.txt"])
    #expect(
      Files.exists("\(installation.data)/artwork/\(young)"),
      "a young file may belong to another command")
    #expect(
      try installation.told(["recognise", Sample.photo]).code == 0, "the index is made again")

    let artwork = try #require(find.album.artwork).fileName(side: 500)
    try Files.remove("\(installation.data)/artwork/\(artwork)")
    let missing = try installation.told(["check", "--repair"])
    #expect(
      missing.code == 1 && missing.text.contains("asked again for 1 missing picture."),
      "\(missing.text)")
  }

  @Test func `status names the queue and the disk, and fails without a worker`() throws {
    let quiet = try installation.told(["status"])
    #expect(quiet.code == 0, "\(quiet.text)")
    for line in ["0 jobs are queued.", "No worker is running.", "There is no backup yet."] {
      #expect(quiet.text.contains("\(line)\n"), "\(quiet.text)")
    }
    #expect(quiet.text.hasSuffix("All is well.\n"), "\(quiet.text)")
    let hour: Int64 = 3_600_000
    let scan = try installation.queue(
      try Sample.smallPhoto("waits"),
      at: Timestamp(milliseconds: Clock.wallMilliseconds() - hour))
    let late = try installation.told(["status"])
    #expect(late.code == 1 && late.text.contains("A job has been due for 60 minutes."))
    #expect(late.text.contains("albumscan --config \(installation.controlFile) work"))
    let json = try installation.told(["status", "--json"])
    #expect(json.code == 1 && json.text.contains(#""problems":["queue"]"#), "\(json.text)")
    #expect(!json.text.contains(scan.text))
  }

  @Test func `status of a damaged database says so, in words and in JSON`() throws {
    try Files.replace(
      "\(installation.data)/albums.db", with: Array("no database".utf8), durably: false)
    let told = try installation.told(["status"])
    #expect(told.code == 1, "\(told.text)")
    #expect(told.text.contains("the database is damaged; restore a backup\n"), "\(told.text)")
    #expect(told.text.contains("The database cannot be read.\n"), "\(told.text)")
    #expect(told.text.contains("No worker is running.") && !told.text.contains("jobs are queued"))
    let json = try installation.told(["status", "--json"])
    #expect(json.code == 1, "\(json.text)")
    #expect(json.text.contains(#""problems":["database"]"#), "\(json.text)")
    for member in ["jobs", "dueSeconds", "pauses", "failures", "spent"] {
      #expect(json.text.contains(#""\#(member)":null"#), "\(json.text)")
    }
  }

  @Test func `names from a service cannot control the terminal`() throws {
    let store = try installation.store()
    let album = Album(artist: "A\u{1B}[2J\u{9B}31m", title: "B\nC")
    try store.importCover(
      of: album, review: nil, fingerprint: [1], name: "x.jpg",
      at: Timestamp(milliseconds: Clock.wallMilliseconds()))
    let told = try installation.told(["show", "covers"])
    #expect(told.text.split(separator: "\n").count == 1, "\(told.text)")
    #expect(!told.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
  }

  @Test func `the data and site folders may be symbolic links`() throws {
    for name in ["data", "site"] {
      let folder = installation.folder.file(name)
      #expect(rename(folder, installation.folder.file("real-\(name)")) == 0)
      #expect(symlink("real-\(name)", folder) == 0)
    }
    for command in ["init", "build", "work", "check"] {
      let told = try installation.told([command])
      #expect(told.code == 0, "\(command): \(told.text)")
    }
  }
}
