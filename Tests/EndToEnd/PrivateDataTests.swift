// The rights of other users of the computer on the data of an installation. The web server may run
// as another user, who is in the group of the data folder.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct PrivateDataTests {
  /// The files and folders of the data on which users outside of the group have a right. Artwork is left
  /// out, because the site links to it.
  private func open(_ installation: Installation) throws -> [String] {
    let output = try Programs.run(
      "/usr/bin/find",
      [
        installation.data, "-perm", "/007", "-not", "-type", "l", "-not", "-path", "*/artwork/*",
        "-not", "-path", "*/certificate/*",
      ], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 20_000)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `no command leaves a file that others may read, and artwork stays readable`() throws {
    let installation = try Installation(settings: "publish-to: ../public-log\npublish: all")
    let backups = installation.folder.file("backups")
    try Files.makeDirectories(backups)
    try installation.edit { "\($0)\nbackup-to: \(backups)\n" }
    try installation.importSample()
    #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    #expect(try installation.albumscan(["person", "token", "Anna"]).exitCode == 0)
    #expect(try installation.albumscan(["nightly"]).exitCode == 0)
    let server = try WebServer(installation)
    #expect(try installation.curl([], "/cgi-bin/albumscan/session").status == 200)
    #expect(try open(installation) == [])
    #expect(Files.mode(of: "\(installation.data)/albums.db") == 0o600)
    #expect(Files.mode(of: "\(installation.data)/lighttpd.log") == 0o600)
    let artwork = try Files.entries(of: "\(installation.data)/artwork")
    #expect(!artwork.isEmpty)
    for name in artwork { #expect(Files.mode(of: "\(installation.data)/artwork/\(name)") == 0o644) }
    for root in [installation.site, installation.folder.file("public-log")] {
      let closed = try Programs.run(
        "/usr/bin/find", [root, "-not", "-perm", "-004"], input: "/dev/null", limit: 1 << 20,
        timeoutMilliseconds: 20_000)
      #expect(closed.bytes.isEmpty, "\(String(decoding: closed.bytes, as: UTF8.self))")
    }
    withExtendedLifetime(server) {}
  }

  /// The mode before `init`, and after it.
  @Test(arguments: [
    (0o644, 0o640), (0o666, 0o660), (0o664, 0o660), (0o600, 0o600), (0o640, 0o640), (0o604, 0o600),
  ])
  func `init takes the rights of others away, and those of the group stay`(
    before: UInt32, after: UInt32
  ) throws {
    let installation = try Installation()
    let files = ["albums.db", "log", "photos/x.jpg", "albums.db.v8-2026-01-01"].map {
      "\(installation.data)/\($0)"
    }
    for file in files where !Files.exists(file) {
      try Files.replace(file, with: [1], durably: false)
    }
    for file in files { try Files.setMode(before, of: file) }
    try Files.setMode(0o755, of: installation.data)
    #expect(try installation.albumscan(["init"]).exitCode == 0)
    for file in files { #expect(Files.mode(of: file) == after, "\(file)") }
    #expect(Files.mode(of: installation.data) == 0o750)
  }

  /// nginx as a user of the group; fcgiwrap, and so the CGI and the worker, as the owner of the data.
  @Test func `a web server of the group protects the pages, and nobody else reads the data`() throws
  {
    guard geteuid() == 0 else { return note("only root can change users") }
    let kind = HostKind.nginxFcgiwrap
    guard kind.missingPackages.isEmpty else { return note("nginx or fcgiwrap is not installed") }
    let programs = try SharedPrograms.reachable.get()
    let installation = try Installation(
      programs: programs.programs, shared: programs.shared, settings: "pages: protected",
      control: "etc/albumscan.conf")
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let files = SessionFiles(folder: "\(installation.data)/sessions")
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let store = try installation.store()
    let name = try #require(PersonName("Anna"))
    _ = try store.addPerson(name: name, plan: .owner, files: files, at: now)
    let session = try store.signIn(.owner, device: "Phone", files: files, at: now)
    let find = try #require(try store.newestFinds(1).first)

    // Everybody may read the data, as in an earlier version.
    let run = installation.folder.file("run")
    try Files.makeDirectories(run)
    try ServerFiles(installation: installation, run: run, plainPort: installation.port)
      .write(for: kind, withPeople: true)
    try command(["/bin/chown", "-R", "\(Self.owner):\(Self.group)", installation.folder.path])
    try command(["/bin/chmod", "-R", "o+rX", installation.data])
    try command(["/bin/chown", "-R", "\(Self.server):\(Self.group)", run])
    try command(["/bin/chmod", "777", run])
    let albumscan = ["\(installation.programs)/albumscan", "--config", installation.controlFile]
    try command(Self.words(Self.owner, Self.group) + albumscan + ["init"])
    #expect(try open(installation) == [])

    let site = try GroupServer(kind, installation, run: run)
    let cookie = "Cookie: albumscan=\(session.token.text)"
    let artwork = try #require(find.album.artwork).fileName(side: 500)
    for path in ["/history/", "/album/\(find.id)/", "/album/\(find.id)/\(artwork)"] {
      #expect(installation.ask("GET", path).status == 401, "\(path)")
      #expect(installation.ask("GET", path, [cookie]).status == 200, "\(path)")
    }
    let answer = installation.ask("GET", "/cgi-bin/albumscan/session", [cookie])
    #expect(answer.status == 200 && answer.text.contains("Anna"), "\(answer.text)")

    // A process of the data's owner adds a find.
    let photo = try reachable(Sample.cover, installation)
    try command(Self.words(Self.owner, Self.group) + albumscan + ["scan", photo])
    let newest = try #require(try store.newestFinds(1).first)
    #expect(newest.id != find.id)
    let picture = try #require(newest.album.artwork).fileName(side: 500)
    for path in ["/album/\(newest.id)/", "/album/\(newest.id)/\(picture)"] {
      #expect(installation.ask("GET", path, [cookie]).status == 200, "\(path)")
    }
    #expect(try open(installation) == [])
    #expect(installation.ask("GET", "/history/").status == 401)

    // Neither the server nor a stranger reads the database; a stranger does not even see the sessions.
    for (user, group, path) in [
      (Self.server, Self.group, "albums.db"), (Self.stranger, Self.stranger, "albums.db"),
      (Self.stranger, Self.stranger, "sessions/open"),
    ] {
      let file = "\(installation.data)/\(path)"
      let words = Self.words(user, group) + ["/bin/cp", file, "/dev/null"]
      let read = try Programs.run(
        words[0], Array(words.dropFirst()), input: "/dev/null", limit: 1 << 20,
        timeoutMilliseconds: 5000, errors: .hidden)
      #expect(read.exitCode != 0, "\(user): \(path)")
    }
    withExtendedLifetime(site) {}
  }

  fileprivate static let (owner, server, stranger) = (12_345, 12_346, 12_347)
  fileprivate static let group = 33

  fileprivate static func words(_ user: Int, _ group: Int) -> [String] {
    ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"]
  }

  /// The path of a copy of a photo that the user `owner` can read.
  private func reachable(_ photo: String, _ installation: Installation) throws -> String {
    let copy = installation.folder.file("photo.jpg")
    try Files.replace(copy, with: try Files.read(photo), mode: 0o644, durably: false)
    return copy
  }

  private func command(_ words: [String]) throws {
    let output = try Programs.run(
      words[0], Array(words.dropFirst()), input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 60_000)
    #expect(output.exitCode == 0, "\(words): \(String(decoding: output.bytes, as: UTF8.self))")
  }
}

/// nginx and fcgiwrap, each as its own user of one group. Both end with this value.
private final class GroupServer {
  private let run: String

  init(_ kind: HostKind, _ installation: Installation, run: String) throws {
    self.run = run
    let parts = kind.command(for: installation, run: run).split(separator: "; exec ")
    let wrapper = PrivateDataTests.words(PrivateDataTests.owner, PrivateDataTests.group)
      .joined(separator: " ")
    let server = PrivateDataTests.words(PrivateDataTests.server, PrivateDataTests.group)
      .joined(separator: " ")
    // The umask lets the web server, as a member of the group, write to the socket.
    let script =
      "umask 007; echo $$ > \(run)/pid; \(wrapper) \(parts[0]); exec \(server) \(parts[1])"
    try Programs.startDetached("/bin/sh", ["-c", "\(script) > \(run)/output 2>&1"])
    guard eventually({ isListening(installation.port) }) else {
      throw InstallationError.noAnswer((try? installation.folder.text("run/output")) ?? "")
    }
  }

  deinit {
    let text = (try? Files.read("\(run)/pid")).map { String(decoding: $0, as: UTF8.self) }
    guard let session = text?.split(whereSeparator: \.isWhitespace).first.flatMap({ Int32($0) })
    else { return }
    for process in RunningProcess.all() where process.session == session { process.signal(SIGKILL) }
    waitpid(session, nil, 0)
  }
}
