// The commands about people, as a host types them; and the errors of settings that exclude people.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct PersonCommandTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  private func run(_ arguments: String...) throws -> (code: Int32, text: String) {
    try installation.told(["person"] + arguments)
  }

  private var files: SessionFiles { SessionFiles(folder: "\(installation.data)/sessions") }
  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  /// The code of the link in the output of a command.
  private func code(in text: String) throws -> SignInCode {
    let match = try #require(text.firstMatch(of: ##/sign-in/#([A-Z2-7]{4}(?:-[A-Z2-7]{4}){2})\n/##))
    return try #require(SignInCode(String(match.output.1)))
  }

  @Test func `the first person is the owner and gets a link with a code`() throws {
    #expect(try run("list").text.contains("There are no people"))
    let added = try run("add", "Anna")
    #expect(added.code == 0, "\(added.text)")
    #expect(added.text.contains("Added Anna with the plan owner."), "\(added.text)")
    #expect(added.text.contains("\(installation.origin)/sign-in/#"))
    let code = try code(in: added.text)
    #expect(added.text.contains("The code for typing: \(code.shown)\n"))
    let store = try installation.store()
    let behind = try #require(try store.person(behind: code, at: now))
    #expect(behind.person.id == .owner && behind.kind == .owner)
    let kept = try files(below: installation.data)
    #expect(kept.contains { $0.hasSuffix("/albums.db") })
    for file in kept {
      let text = String(decoding: try Files.read(file), as: UTF8.self)
      #expect(!text.contains(code.letters) && !text.contains(code.shown), "\(file)")
    }
  }

  private func files(below folder: String) throws -> [String] {
    try Files.entries(of: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      return Files.isDirectory(path) ? try files(below: path) : [path]
    }
  }

  @Test(arguments: [[], ["--json"]])
  func `the link is printed even if the pages cannot be rebuilt`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let shared = ["templates", "public", "prompts", "words"].map { "\(Checkout.root)/\($0)" }
    _ = try Programs.run(
      "/bin/cp", ["-R"] + shared + [folder.path], input: "/dev/null", limit: 1000,
      timeoutMilliseconds: 20_000)
    let installation = try Installation(shared: folder.path)
    try folder.write("{{{title}}}", to: "templates/album.mustache")
    let told = try installation.told(["person", "add", "Anna"] + options)
    #expect(told.code == 2 && told.text.contains("template album"), "\(told.text)")
    let match = try #require(
      told.text.firstMatch(of: ##/sign-in/#([A-Z2-7]{4}(?:-[A-Z2-7]{4}){2})/##), "\(told.text)")
    let code = try #require(SignInCode(String(match.output.1)))
    #expect(try installation.store().person(behind: code, at: now)?.person.name.text == "Anna")
  }

  @Test func `people are added, listed, invited and changed`() throws {
    _ = try run("add", "Anna")
    let ben = try run("add", "Ben  Müller", "--plan", "free")
    #expect(ben.text.contains("Added Ben Müller with the plan free."), "\(ben.text)")
    #expect(try run("add", "Eve").text.contains("with the plan base"))
    let list = try run("list").text
    #expect(list.contains("Anna: owner, no limit of scans, 0 devices\n"), "\(list)")
    #expect(list.contains("Ben Müller: free, 0 of 5 scans, 0 devices\n"), "\(list)")
    #expect(list.contains("Eve: base, 0 of 120 scans this month, 0 devices\n"), "\(list)")
    let store = try installation.store()
    let (first, second) = (try code(in: ben.text), try code(in: run("invite", "ben müller").text))
    #expect(try store.person(behind: first, at: now) == nil, "a new link voids the one before")
    #expect(try store.person(behind: second, at: now)?.kind == .invitation)
    #expect(try run("plan", "Ben Müller", "ultra").text == "Ben Müller has the plan ultra now.\n")
    #expect(try run("rename", "Ben Müller", "Ben").text == "Ben Müller is Ben now.\n")
    #expect(try store.person(named: try #require(PersonName("Ben")))?.plan == .ultra)
    #expect(try run("remove", "Eve", "--keep-finds").text == "Eve is removed; the finds stay.\n")
    #expect(try store.people().map(\.name.text) == ["Anna", "Ben"])
  }

  @Test func `disabling and signing out end sessions and their files`() throws {
    _ = try run("add", "Anna")
    _ = try run("add", "Ben")
    let store = try installation.store()
    let name = try #require(PersonName("Ben"))
    let ben = try #require(try store.person(named: name))
    for command in [
      ["sign-out", "Ben"], ["disable", "Ben"], ["remove", "Ben", "--delete-finds"],
    ] {
      try store.enable(ben.id)
      let session = try store.signIn(ben.id, device: "Phone", files: files, at: now)
      #expect(files.isLive(token: session.token.text))
      let told = try installation.told(["person"] + command)
      #expect(told.code == 0, "\(told.text)")
      #expect(!files.isLive(token: session.token.text))
      #expect(try store.session(session.token, at: now) == nil)
    }
    #expect(try store.people().count == 1)
  }

  @Test(arguments: [false, true])
  func `signing out as the host ends every way in, and spares scripts on demand`(
    keepsTokens: Bool
  ) throws {
    _ = try run("add", "Anna")
    let store = try installation.store()
    let session = try store.signIn(.owner, device: "Phone", files: files, at: now)
    let token = try store.makeToken(named: "script", for: .owner, files: files, at: now)
    try store.setPassphraseHash("$y$hash", of: .owner)
    let code = try code(in: run("invite", "Anna").text)
    let told = try installation.told(
      ["person", "sign-out", "Anna"] + (keepsTokens ? ["--keep-tokens"] : []))
    #expect(told.code == 0 && told.text.contains("Anna"), "\(told.text)")
    #expect(try store.session(session.token, at: now) == nil)
    #expect(try store.person(behind: code, at: now) == nil)
    #expect(try store.passphraseHash(of: .owner) == nil)
    #expect(try (store.person(withToken: token) != nil) == keepsTokens)
    #expect(files.isLive(apiToken: token) == keepsTokens)
  }

  @Test func `a disabled person gets no link until the account is enabled`() throws {
    _ = try run("add", "Anna")
    _ = try run("add", "Ben")
    #expect(try run("disable", "Ben").text == "Ben is disabled and signed out everywhere.\n")
    let list = try run("list").text
    #expect(list.contains("Ben: base, 0 of 120 scans this month, 0 devices, disabled"), "\(list)")
    let invited = try run("invite", "Ben")
    #expect(invited.code == 1 && invited.text.contains("Ben is disabled"), "\(invited.text)")
    #expect(try run("enable", "Ben").code == 0)
    #expect(try run("invite", "Ben").code == 0)
  }

  @Test func `a rule that refuses a change is a sentence with the remedy`() throws {
    let first = try run("add", "Ben", "--plan", "base")
    #expect(first.code == 2 && first.text.contains("the first person has the plan owner"))
    _ = try run("add", "Anna")
    let refused: [([String], Int32, String)] = [
      (["add", "ANNA"], 1, "there is a person ANNA already"), (["add", " "], 2, "1 to 60"),
      (["add", String(repeating: "x", count: 61)], 2, "1 to 60"),
      (["plan", "Ben", "base"], 1, "there is no person Ben"),
      (["plan", "Anna", "gold"], 2, "plan"), (["disable", "Anna"], 1, "the only owner"),
      (["plan", "Anna", "ultra"], 1, "the only owner"),
      (["remove", "Anna"], 1, "the only owner"), (["rename", "Anna", "\u{200B}"], 2, "1 to 60"),
      (["remove", "Anna", "--keep-finds", "--delete-finds"], 2, "not both"),
      (["token", "Anna", "--revoke", "9"], 1, "Anna has no token 9"),
    ]
    for (arguments, code, part) in refused {
      let told = try installation.told(["person"] + arguments)
      #expect(told.code == code && told.text.contains(part), "\(arguments): \(told.text)")
    }
    #expect(try installation.store().people().count == 1)
  }

  @Test func `a token is shown once, listed and revoked`() throws {
    _ = try run("add", "Anna")
    let made = try run("token", "Anna", "--name", "Shortcut")
    let token = try #require(made.text.firstMatch(of: #/albumscan_[A-Za-z0-9_-]{43}\n/#)).output
    let store = try installation.store()
    #expect(try store.person(withToken: String(token.dropLast()))?.id == .owner)
    let list = try run("token", "Anna", "--list").text
    #expect(list.hasPrefix("1: Shortcut, ") && !list.contains("albumscan_"), "\(list)")
    #expect(try run("token", "Anna", "--revoke", "1").text == "Token 1 of Anna is revoked.\n")
    #expect(try run("token", "Anna", "--list").text == "Anna has no tokens.\n")
    #expect(try store.person(withToken: String(token.dropLast())) == nil)
  }

  @Test func `JSON has the members of the interface, and German has German sentences`() throws {
    let json = { (arguments: [String]) throws -> String in
      let output = try installation.albumscan(["person"] + arguments + ["--json"])
      #expect(output.exitCode == 0)
      return String(decoding: output.bytes, as: UTF8.self)
    }
    let added = try json(["add", "Anna"])
    #expect(
      added.contains(#"{"id":"owner","link":"\#(installation.origin)/sign-in/#"#), "\(added)")
    #expect(added.contains(#","name":"Anna","plan":"owner"}"#), "\(added)")
    _ = try json(["add", "Ben", "--plan", "free"])
    let list = try json(["list"])
    for part in [#""version":1"#, #""limit":5,"monthly":false,"name":"Ben""#, #""used":0"#] {
      #expect(list.contains(part), "\(part) is not in \(list)")
    }
    let spending = try installation.told(["show", "spending"]).text
    #expect(
      spending.contains("plans:\n  Anna: owner, no limit of scans\n  Ben: free, 0 of 5 scans"))
    let german = try Installation(settings: "language: de")
    #expect(
      try german.told(["person", "add", "Anna"]).text.contains(
        "Anna ist hinzugefügt, mit dem Plan owner."))
  }

  @Test func `a terminal gets a QR code, and no file with the link is left`() throws {
    // Debian's `script` runs a program at a terminal of its own.
    let command = "\(installation.programs)/albumscan --config \(installation.controlFile)"
    let output = try Programs.run(
      "/usr/bin/script", ["-qec", "\(command) person add Anna", "/dev/null"],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 0)
    if Files.exists("/usr/bin/qrencode") {
      #expect(text.contains("▀") || text.contains("▄"), "\(text)")
    } else {
      #expect(text.contains("apt-get install qrencode"), "\(text)")
    }
    #expect(text.contains("/sign-in/#"))
    #expect(try !Files.entries(of: installation.data).contains { $0.hasPrefix(".tmp-") })
  }

  @Test func `insecure-lan and people exclude each other in every program of the host`() throws {
    let open = try Installation(settings: "insecure-lan: on")
    let refused = try open.told(["person", "add", "Anna"])
    #expect(refused.code == 2 && refused.text.contains("insecure-lan: on"), "\(refused.text)")
    #expect(try !open.store().hasPeople())
    _ = try open.store().addPerson(
      name: try #require(PersonName("Anna")), plan: .owner,
      files: SessionFiles(folder: "\(open.data)/sessions"), at: now)
    for command in [["init"], ["work"], ["show", "queue"], ["person", "list"]] {
      let told = try open.told(command)
      #expect(told.code == 2 && told.text.contains("excludes people"), "\(command): \(told.text)")
    }
    let doctor = try open.told(["doctor", "--offline"])
    #expect(doctor.code == 1 && doctor.text.contains("FAIL insecure-lan: on, and people"))
  }

  @Test(arguments: [
    ("base-url: http://192.168.1.20", "FAIL base-url http://192.168.1.20"),
    ("trusted-proxy: 127.0.0.1", "WARN trusted-proxy: it has no effect without"),
  ])
  func `the doctor names settings that contradict people`(setting: String, part: String) throws {
    let control = try installation.folder.text("cgi-bin/albumscan")
    let lines = control.split(separator: "\n").filter { !$0.hasPrefix("base-url") }
    try installation.folder.write(
      (lines + ["\(setting)"[...], ""]).joined(separator: "\n"), to: "cgi-bin/albumscan")
    #expect(try !installation.told(["doctor", "--offline"]).text.contains(part))
    _ = try run("add", "Anna")
    let doctor = try installation.told(["doctor", "--offline"]).text
    #expect(doctor.contains(part), "\(doctor)")
  }

  @Test func `without people the doctor names the settings that need them`() throws {
    let ours = try Installation(
      settings: "trusted-proxy: 127.0.0.1\nproxy-user-header: Remote-User\npages: protected")
    let doctor = try ours.told(["doctor", "--offline"]).text
    #expect(
      doctor.contains(
        "WARN pages: protected, trusted-proxy, proxy-user-header: no effect without people"),
      "\(doctor)")
  }
}
