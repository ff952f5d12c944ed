// `albumscan doctor` checks the present state, does not rely on earlier successes, and names the
// remedy.

import Albums
import Glibc
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct DoctorTests {
  /// An installation with one find. MusicBrainz and the archive know its album.
  private func realm() throws -> Realm {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    return realm
  }

  @Test func `the doctor ignores stored answers of MusicBrainz`() throws {
    let realm = try realm()
    let well = try realm.installation.told(["doctor"])
    #expect(well.code == 0, "\(well.text)")
    #expect(well.text.contains(#/ok   MusicBrainz .* knows Back in Black/#))
    #expect(well.text.contains(#/ok   Cover Art Archive .* sent \d+ bytes/#))
    #expect(well.text.contains(#/ok   Open Library .* knows Dune/#), "\(well.text)")
    #expect(well.text.contains(#/ok   covers of Open Library .* sent \d+ bytes/#))
    try realm.musicBrainz.refuseConnections()
    let ill = try realm.installation.told(["doctor"])
    #expect(ill.code == 1, "\(ill.text)")
    #expect(ill.text.contains(#/FAIL MusicBrainz .* check the network/#))
    #expect(ill.text.contains(#/WARN Cover Art Archive .* it was not asked/#))
  }

  @Test func `without Open Library the doctor only warns`() throws {
    let realm = try realm()
    try realm.openLibrary.refuseConnections()
    let told = try realm.installation.told(["doctor"])
    #expect(told.code == 0, "\(told.text)")
    #expect(told.text.contains(#/WARN Open Library .* check the network/#), "\(told.text)")
  }

  /// The fault of the archive, the request with the fault, and the exit code and the line of the
  /// doctor.
  static let archive: [(fault: Fault, kind: RequestKind, code: Int32, line: String)] = [
    (.reset, .front, 1, "FAIL Cover Art Archive"), (.serverError, .front, 1, "FAIL Cover Art"),
    (.garbage, .picture, 1, "they are no picture"),
    (.notFound, .front, 0, "it has no front of Back in Black"),
  ]

  @Test(arguments: archive)
  func `an archive that sends no picture is a failed check`(
    fault: Fault, kind: RequestKind, code: Int32, line: String
  ) throws {
    let realm = try realm()
    realm.archive.order(fault, .always, of: kind)
    let told = try realm.installation.told(["doctor"])
    #expect(told.code == code, "\(told.text)")
    #expect(told.text.contains(line), "\(told.text)")
  }

  @Test func `own pictures of unknown senders are a warning that names them`() throws {
    let realm = try realm()
    #expect(try !realm.installation.told(["doctor", "--offline"]).text.contains("own pictures"))
    let find = try #require(try realm.installation.store().newestFinds(1).first).id
    let digest = String(repeating: "a", count: 64)
    _ = try realm.installation.sqlite(
      "INSERT INTO unowned_pictures SELECT album, '\(digest)' FROM finds WHERE id = '\(find)'")
    let told = try realm.installation.told(["doctor", "--offline"])
    #expect(told.text.contains("WARN own pictures of unknown senders: 1: "), "\(told.text)")
    #expect(told.text.contains("AC/DC – Back in Black (find \(find), file "), "\(told.text)")
  }

  @Test func `a site that cannot be written fails, in any folder that pages go to`() throws {
    let programs = try SharedPrograms.reachable.get()
    let installation = try Installation(programs: programs.programs, shared: programs.shared)
    try ServerUser.takeOver(installation.folder.path)
    let words = ["\(programs.programs)/albumscan", "--config", installation.controlFile, "doctor"]
    let well = try ServerUser.run(words)
    #expect(well.exitCode == 0, "\(String(decoding: well.bytes, as: UTF8.self))")
    #expect(try !Files.entries(of: installation.site).contains { $0.hasPrefix(".tmp") })
    for folder in ["", "/history", "/scan"].map({ installation.site + $0 }) {
      chmod(folder, 0o555)
      let ill = try ServerUser.run(words)
      let text = String(decoding: ill.bytes, as: UTF8.self)
      #expect(
        ill.exitCode == 1 && text.contains(#/FAIL site .* make all of it writable/#), "\(text)")
      chmod(folder, 0o755)
    }
  }

  @Test func `after a failure the doctor calls nothing ready, and mentions no photo`() throws {
    let realm = try realm()
    realm.model.order(.reset, .always)
    let told = try realm.installation.told(["doctor"])
    #expect(told.code == 1 && told.text.contains("FAIL model"), "\(told.text)")
    #expect(told.text.contains("What failed has to be mended first."))
    #expect(!told.text.contains("Nothing is missing") && !told.text.contains("photo is kept"))
  }

  /// `insecure-lan: on` with several base URLs: the doctor's line and exit code, and whether the
  /// CGI then admits a client of the local network.
  static let openNetworks: [(base: String, line: String, code: Int32, isOpen: Bool)] = [
    ("http://192.168.1.5:8017", "WARN insecure-lan: on: everybody", 0, true),
    ("http://pi.local:8017", "WARN insecure-lan: on: everybody", 0, true),
    ("https://192.168.1.5", "FAIL insecure-lan: on: it has no effect", 1, false),
    ("https://records.example", "FAIL insecure-lan: on: it has no effect", 1, false),
    ("http://records.example", "FAIL insecure-lan: on: it has no effect", 1, false),
    ("http://pi.home.arpa:8017", "WARN insecure-lan: on: everybody", 0, true),
    ("http://203.0.113.5:8017", "FAIL insecure-lan: on: it has no effect", 1, false),
  ]

  @Test(arguments: openNetworks)
  func `doctor reports the same effect of insecure-lan as the CGI applies`(
    base: String, line: String, code: Int32, isOpen: Bool
  ) throws {
    let installation = try Installation(settings: "insecure-lan: on")
    let file = "cgi-bin/albumscan"
    let control = try installation.folder.text(file)
      .replacing("base-url: \(installation.origin)", with: "base-url: \(base)")
    try installation.folder.write(control, to: file)
    makeExecutable(installation.controlFile)
    // Offline, because some network may have a server at the address.
    let told = try installation.told(["doctor", "--offline"])
    #expect(told.code == code && told.text.contains(line), "\(told.text)")
    let session = try installation.runCGI(
      installation.cgi,
      ["REQUEST_METHOD=GET", "PATH_INFO=/session", "REMOTE_ADDR=192.168.1.9"])
    #expect(session.body.contains(#""mayScan":\#(isOpen)"#), "\(session.body)")
  }

  @Test func `a site without pages has to be built`() throws {
    let installation = try Installation()
    try Files.remove("\(installation.site)/index.html")
    let told = try installation.told(["doctor"])
    #expect(told.code == 1, "\(told.text)")
    #expect(told.text.contains(#/run .*albumscan --config .* build/#), "\(told.text)")
  }

  /// A mistake in a correct installation, and the line with which the doctor reports it.
  static let mistakes:
    [(name: String, line: String, change: @Sendable (Installation) throws -> Void)] = [
      (
        "no database", "FAIL database .* run .*albumscan --config .* init",
        {
          try Files.remove("\($0.data)/albums.db")
        }
      ),
      ("a site of one user", "WARN site .* a\\+rX", { chmod($0.site, 0o700) }),
    ]

  @Test(arguments: mistakes.map(\.name))
  func `a mistake in an installation is named with its remedy`(name: String) throws {
    let mistake = try #require(Self.mistakes.first { $0.name == name })
    let installation = try Installation()
    let well = try installation.told(["doctor", "--offline"])
    #expect(well.code == 0, "\(well.text)")
    try mistake.change(installation)
    let ill = try installation.told(["doctor", "--offline"])
    #expect(ill.code == (mistake.line.hasPrefix("WARN") ? 0 : 1), "\(ill.text)")
    #expect(ill.text.contains(try Regex(mistake.line)), "\(ill.text)")
  }

  /// A table that a check reads, and the beginning of the doctor's line about this check.
  static let losses: [(table: String, line: String)] = [
    ("people", "FAIL people: "), ("jobs", "FAIL the last publishing: "),
    ("unowned_pictures", "FAIL own pictures of unknown senders: "),
    ("sites", "FAIL publish-to LOG: "),
  ]

  @Test func `a check that an error of the database ends is a failure with its reason`() throws {
    let installation = try Installation.publishing()
    #expect(try installation.told(["publish"]).code == 0)
    let well = try installation.told(["doctor", "--offline"])
    #expect(well.code == 0 && !well.text.contains("could not be checked"), "\(well.text)")
    for (table, line) in Self.losses {
      _ = try installation.sqlite("ALTER TABLE \(table) RENAME TO lost")
      let ill = try installation.told(["doctor", "--offline"])
      let expected = line.replacing("LOG", with: installation.publicLog)
      #expect(
        ill.code == 1 && ill.text.contains("\n\(expected)this could not be checked: SQLite "),
        "\(ill.text)")
      #expect(!ill.text.contains("belongs to another published log"), "\(ill.text)")
      _ = try installation.sqlite("ALTER TABLE lost RENAME TO \(table)")
    }
  }

  @Test func `templates and prompts that cannot be read fail`() throws {
    let folder = try TemporaryFolder()
    for name in ["templates", "public", "prompts", "words"] {
      try copy("\(Checkout.root)/\(name)", to: folder.file(name))
    }
    let installation = try Installation(shared: folder.path)
    #expect(try installation.told(["doctor", "--offline"]).code == 0)
    try folder.write("{{title}}\n{{isCorrectedFirst}}\n", to: "templates/album.mustache")
    let warned = try installation.told(["doctor", "--offline"])
    #expect(
      warned.code == 0
        && warned.text.contains(#/WARN templates .*album.mustache, line 2: {{isCorrectedFirst}}/#),
      "\(warned.text)")
    try folder.write("{{{title}}}", to: "templates/album.mustache")
    try folder.write("no version", to: "prompts/review.md")
    try folder.write("(open", to: "prompts/money/en.txt")
    let told = try installation.told(["doctor", "--offline"])
    #expect(told.code == 1)
    #expect(told.text.contains(#/FAIL templates .*album/#), "\(told.text)")
    #expect(told.text.contains(#/FAIL prompts .*review.md.*en.txt, line 1/#), "\(told.text)")
    // A worker that the CGI starts has no terminal, so the log gets its error, and only once.
    #expect(try installation.albumscan(["work"]).exitCode == 2)
    #expect(try installation.albumscan(["work"]).exitCode == 2)
    let log = try installation.folder.text("data/log")
    #expect(log.split(separator: "\n").count { $0.contains("worker: it cannot start: ") } == 1)
  }

  @Test
  func `without phrases for the language reviews are English, and the doctor warns`()
    throws
  {
    let folder = try TemporaryFolder()
    for name in ["templates", "public", "prompts", "words"] {
      try copy("\(Checkout.root)/\(name)", to: folder.file(name))
    }
    try folder.write(
      """
      msgid ""
      msgstr ""
      "Language: fr\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Plural-Forms: nplurals=2; plural=(n > 1);\\n"
      """, to: "words/fr.po")
    let installation = try Installation(shared: folder.path, settings: "language: fr")
    let warned = try installation.told(["doctor", "--offline"])
    #expect(warned.code == 0, "\(warned.text)")
    #expect(
      warned.text.contains(#/WARN language of reviews: .* in English, because .*money/fr.txt/#),
      "\(warned.text)")
    try folder.write("prix\n", to: "prompts/money/fr.txt")
    let unnamed = try installation.told(["doctor", "--offline"])
    #expect(unnamed.code == 1)
    #expect(
      unnamed.text.contains(#/FAIL prompts .*fr.txt: a line "language: NAME"/#), "\(unnamed.text)")
    try folder.write("language: French\nprix\n", to: "prompts/money/fr.txt")
    let well = try installation.told(["doctor", "--offline"])
    #expect(well.code == 0 && !well.text.contains("language of reviews"), "\(well.text)")
  }

  private func copy(_ folder: String, to copy: String) throws {
    try Files.makeDirectories(Files.parent(of: copy))
    _ = try Programs.run(
      "/bin/cp", ["-R", folder, copy], input: "/dev/null", limit: 1000, timeoutMilliseconds: 20_000)
  }

  @Test func `a missing key and a missing contact are reported together`() throws {
    let installation = try Installation(settings: "provider: openai")
    let told = try installation.told(["doctor"])
    #expect(told.code == 1)
    #expect(told.text.contains(#/FAIL provider: .*key/#), "\(told.text)")
    #expect(told.text.contains("FAIL contact"), "\(told.text)")
  }

  @Test func `a corrected key is tried at once, and offline no request is sent`() throws {
    let realm = try realm()
    realm.model.order(.unauthorised, .always)
    #expect(try realm.installation.told(["doctor"]).code == 1)
    let calls = realm.model.log.count(of: .identify)
    realm.model.clearOrders()
    let well = try realm.installation.told(["doctor"])
    #expect(well.code == 0, "\(well.text)")
    #expect(realm.model.log.count(of: .identify) == calls + 1)
    #expect(try realm.installation.told(["doctor", "--offline"]).code == 0)
    #expect(realm.model.log.count(of: .identify) == calls + 1)
  }

  @Test func `without a model MusicBrainz is checked, and no answer is a warning`() throws {
    let installation = try Installation(
      settings: "provider: sample\nmusicbrainz-url: http://127.0.0.1:9/ws/2")
    try installation.importSample()
    let told = try installation.told(["doctor"])
    #expect(told.code == 0, "\(told.text)")
    #expect(told.text.contains(#/WARN MusicBrainz .*no answer/#), "\(told.text)")
  }

  @Test func `a database that cannot be written is named, and no command prints SQL`() throws {
    let programs = try SharedPrograms.reachable.get()
    let installation = try Installation(programs: programs.programs, shared: programs.shared)
    try ServerUser.takeOver(installation.folder.path)
    chmod("\(installation.data)/albums.db", 0o444)
    let program = ["\(programs.programs)/albumscan", "--config", installation.controlFile]
    let doctor = try ServerUser.run(program + ["doctor"])
    let text = String(decoding: doctor.bytes, as: UTF8.self)
    #expect(doctor.exitCode == 1 && text.contains(#/FAIL database .* cannot write it/#), "\(text)")
  }

  @Test func `with worker: systemd, a request that no worker takes is a failure`() throws {
    let installation = try Installation(settings: "worker: systemd")
    let request = "\(installation.data)/worker-wanted"
    func told() throws -> (code: Int32, text: String) {
      let told = try installation.told(["doctor", "--offline"])
      return (told.code, told.text)
    }
    #expect(try told().text.contains("ok   worker: systemd"))
    try Files.replace(request, with: [], durably: false)
    #expect(try told().code == 0)
    let past = timeval(tv_sec: time(nil) - 180, tv_usec: 0)
    #expect([past, past].withUnsafeBufferPointer { utimes(request, $0.baseAddress) } == 0)
    let failed = try told()
    #expect(failed.code == 1)
    #expect(
      failed.text.contains(#/FAIL worker: systemd: .*worker-wanted has waited .* 3 min/#),
      "\(failed.text)")
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(try told().code == 0)
  }

  @Test func `doctor, check, build, init and show covers print JSON`() throws {
    let installation = try Installation()
    for arguments in [
      ["doctor", "--offline"], ["check"], ["build"], ["init"], ["show", "covers"],
    ] {
      let output = try installation.albumscan(arguments + ["--json"])
      #expect(output.exitCode == 0, "\(arguments)")
      let text = String(decoding: output.bytes, as: UTF8.self)
      #expect(text.hasPrefix("{") && text.hasSuffix("}\n"), "\(arguments): \(text)")
    }
  }

  @Test
  func
    `each finding in JSON has the code of its check, and a failed one its cause and its command`()
    throws
  {
    let installation = try Installation()
    let key = "\(installation.data)/keys/openai"
    try Files.replace(key, with: Array("sk-test".utf8), mode: 0o644, durably: false)
    let output = try installation.albumscan(["doctor", "--offline", "--json"])
    #expect(output.exitCode == 1)
    let report = try #require(JSON(output.bytes))
    let checks = try #require(report["checks"]?.items)
    let interface = String(
      decoding: try Files.read("\(Checkout.root)/docs/interface.md"), as: UTF8.self)
    for check in checks {
      let code = try #require(check["code"]?.text)
      #expect(interface.contains("`\(code)`"), "\(code)")
      #expect((check["cause"] == nil) == (check["result"]?.text == "ok"), "\(code)")
    }
    let keys = try #require(
      checks.first { $0["code"]?.text == "keys" && $0["result"]?.text != "ok" })
    #expect(keys["command"]?.text?.hasPrefix("chmod 600 ") == true, "\(keys)")
    #expect(keys["cause"]?.text?.contains("chmod") == false)
  }
}
