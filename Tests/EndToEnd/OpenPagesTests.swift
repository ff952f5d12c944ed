// The marker files of open pages in data/sessions, with the real programs. The marker files change
// with the first person and with the settings, even if another program runs or is killed meanwhile.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct OpenPagesTests {
  private func files(_ installation: Installation) -> SessionFiles {
    SessionFiles(folder: "\(installation.data)/sessions")
  }

  @Test func `a killed "person add" leaves the pages closed, and init opens them again`() throws {
    let installation = try Installation()
    let files = files(installation)
    #expect(files.readers == .thisComputer)
    let killed = try installation.albumscan(["person", "add", "Anna"], kill: "first-person:before")
    #expect(killed.exitCode == 137)
    #expect(try !installation.store().hasPeople() && files.readers == .signedIn)
    let doctor = try installation.told(["doctor", "--offline"])
    #expect(doctor.code == 0 && doctor.text.contains("WARN page access"), "\(doctor.text)")
    #expect(try installation.albumscan(["init"]).exitCode == 0)
    #expect(files.readers == .thisComputer)
    #expect(try installation.told(["doctor", "--offline"]).text.contains("ok   page access"))
  }

  @Test func `the pages open and close although another process holds the worker lock`() throws {
    let installation = try Installation()
    let files = files(installation)
    let lock = try Lock.take("\(installation.data)/worker.lock")
    let isTaken = lock != nil
    #expect(isTaken)
    // Only this computer can open base-url, so the pages of an installation with people are open.
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    #expect(files.readers == .thisComputer)
    try installation.edit { $0 + "\npages: protected\n" }
    let first = try WebServer(installation)
    #expect(files.readers == .signedIn)
    first.stop()
    try installation.edit { $0.replacing("pages: protected", with: "pages: open") }
    let second = try WebServer(installation)
    #expect(files.readers == .everybody)
    second.stop()
    _ = consume lock
  }

  @Test func `pages that are open against the settings are a failure for the doctor`() throws {
    let installation = try Installation()
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    #expect(try installation.told(["doctor", "--offline"]).text.contains("ok   page access"))
    try installation.edit {
      $0.replacing("base-url: \(installation.origin)", with: "base-url: https://records.example")
    }
    let doctor = try installation.told(["doctor", "--offline"])
    #expect(doctor.code == 1)
    #expect(
      doctor.text.contains(
        #/FAIL page access .*/data/sessions/local: every client of this computer can read/#),
      "\(doctor.text)")
    #expect(try installation.albumscan(["init"]).exitCode == 0)
    #expect(files(installation).readers == .signedIn)
    #expect(try installation.told(["doctor", "--offline"]).text.contains("ok   page access"))
  }

  @Test func `notes are shown on this computer, and gone before another address opens the pages`()
    throws
  {
    let installation = try Installation()
    let files = files(installation)
    try installation.copySampleFind()
    // In a data folder of version 9, the marker file opens the pages to everybody.
    try files.admit(.everybody)
    let find = try #require(try installation.store().newestFinds(1).first?.id)
    func hasNote() throws -> Bool {
      try installation.text("album/\(find)/index.html").contains("canary-note")
    }
    #expect(try installation.told(["edit", find.text, "--notes", "canary-note"]).code == 0)
    #expect(try installation.albumscan(["init"]).exitCode == 0)
    #expect(try files.readers == .thisComputer && hasNote())
    try ask(installation, "/album/\(find)/", isShown: "canary-note")

    try installation.edit {
      $0.replacing("base-url: \(installation.origin)", with: "base-url: http://192.168.77.77:8017")
    }
    #expect(try installation.albumscan(["init"], kill: "build:marked").exitCode == 137)
    #expect(try files.readers == .signedIn && hasNote(), "the pages are closed first")
    #expect(try installation.albumscan(["init"]).exitCode == 0)
    #expect(try files.readers == .everybody && !hasNote())
  }

  /// Asks `serve` for a page at names of this computer and at foreign ones, and through a proxy.
  private func ask(_ installation: Installation, _ path: String, isShown note: String) throws {
    let server = try WebServer(installation)
    let check = "/cgi-bin/albumscan/session/check"
    let cases: [(headers: [String], isOpen: Bool)] = [
      (["Host: 127.0.0.1:\(installation.port)"], true),
      (["Host: localhost:\(installation.port)"], true), (["Host: evil.example"], false),
      (["Host: 192.168.1.20:\(installation.port)"], false),
      (["Host: 127.0.0.1:\(installation.port)", "X-Forwarded-For: 192.168.1.21"], false),
      (["Host: 127.0.0.1:\(installation.port)", "Via: 1.1 squid"], false),
    ]
    for (headers, isOpen) in cases {
      let answer = installation.ask("GET", path, headers)
      #expect(answer.text.contains(note) == isOpen, "\(headers): \(answer.head)")
      #expect((answer.status == 200) == isOpen, "\(headers): \(answer.head)")
      #expect((installation.ask("GET", check, headers).status == 204) == isOpen, "\(headers)")
    }
    server.stop()
  }

  @Test func `the file is off the disk before the first person is on it`() throws {
    let installation = try Installation()
    let trace = installation.folder.file("trace")
    let words =
      try Strace.words(["-f", "-e", "trace=unlink,fsync,fdatasync,ftruncate"], trace: trace)
      + ["\(installation.programs)/albumscan", "--config", installation.controlFile]
      + ["person", "add", "Anna"]
    let output = try Programs.run(
      words[0], Array(words.dropFirst()), input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 60_000)
    #expect(output.exitCode == 0)
    let lines = String(decoding: try Files.read(trace), as: UTF8.self).split(separator: "\n")
    let removal = try #require(
      lines.firstIndex { $0.contains("unlink(") && $0.contains("/sessions/local") })
    let rest = lines[removal...]
    let folder = try #require(
      rest.firstIndex { $0.contains("sync(") && $0.contains("/data/sessions>") })
    let commit = try #require(
      rest.firstIndex { $0.contains("ftruncate(") && $0.contains("/albums.db-journal>") })
    #expect(folder < commit)
  }

  @Test func `a worker that runs for ever starts anew when the pages are closed`() throws {
    let realm = try Realm(settings: "pages: protected")
    let installation = realm.installation
    func worker() -> RunningProcess? {
      RunningProcess.all().first {
        $0.state != "Z" && $0.arguments.last == "--forever"
          && $0.arguments.contains(installation.controlFile)
      }
    }
    func scanned(_ album: KnownAlbum) throws -> Bool {
      let scan = try realm.accept(album)
      return try eventually { try installation.store().scan(scan)?.state.isFinal == true }
    }
    try Programs.startDetached(
      "\(installation.programs)/albumscan",
      ["--config", installation.controlFile, "work", "--forever"])
    defer { worker()?.signal(9) }
    #expect(try scanned(Awkward.backInBlack))
    #expect(try installation.text("index.html").contains("feed.atom"))
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    #expect(files(installation).readers == .signedIn)
    // A worker that kept the former settings would write the pages with their feeds again.
    #expect(try scanned(Awkward.rumours))
    #expect(try eventually { try !installation.text("index.html").contains("feed.atom") })
    #expect(try eventually { try !installation.store().hasStalePages() })
    #expect(worker() != nil)
    #expect(try !installation.text("index.html").contains("feed.atom"))
  }
}
