// The files that `make install` installs. The installed programs find templates, texts, prompts and
// public files beside them. The installed example of a control file works.

import Glibc
import Host
import Support
import Testing

@Suite struct InstallTests {
  @Test func `an installed program makes a site with the example control file`() throws {
    let folder = try TemporaryFolder()
    try make(["install-files", "DESTDIR=\(folder.path)", "PREFIX=/usr"])
    let shared = "\(folder.path)/usr/share/albumscan"
    let example = String(decoding: try Files.read("\(shared)/albumscan.example"), as: UTF8.self)
    #expect(example.hasPrefix("#!/usr/bin/albumscan-cgi\n"))
    try checkServerFiles(in: "\(shared)/servers")
    let control = try folder.write(example, to: "records/cgi-bin/albumscan")
    makeExecutable(control)
    // Root works only as the owner of the data, who is the user of the web server.
    func giveAway() throws { try ServerUser.takeOver("\(folder.path)/records") }
    try giveAway()
    let initialised = try albumscan(["init"], control, in: folder)
    #expect(initialised.code == 0, "\(initialised.text)")
    let home = try Files.read("\(folder.path)/records/site/index.html")
    #expect(String(decoding: home, as: UTF8.self).contains("<html data-albumscan lang=\"en\""))
    let imported = try albumscan(
      ["catalogue", "import", "\(shared)/catalogue"], control, in: folder)
    #expect(imported.code == 0, "\(imported.text)")
    let text = String(decoding: try Files.read(control), as: UTF8.self)
    try Files.replace(control, with: Array("\(text)language: de\n".utf8), durably: false)
    try giveAway()
    #expect(try albumscan(["refresh"], control, in: folder).code == 0)
    let german = try Files.read("\(folder.path)/records/site/index.html")
    #expect(String(decoding: german, as: UTF8.self).contains("<html data-albumscan lang=\"de\""))
    // A host's own folders are a copy from an earlier version: one template and one text are newer.
    let made = try run(
      """
      cp -r "$1/templates" "$1/words" "$2" && rm "$2/templates/_days.mustache" \
        && sed -i 's/^msgctxt "home.heading"$/msgctxt "home.old-heading"/' "$2/words/albumscan.pot"
      """, [shared, folder.path])
    #expect(made.code == 0, "\(made.text)")
    try Files.replace(
      control, with: Array("\(text)language: de\ntemplates: \(folder.path)/templates\n".utf8),
      durably: false)
    try giveAway()
    let refreshed = try albumscan(["refresh"], control, in: folder)
    #expect(refreshed.code == 0, "\(refreshed.text)")
  }

  /// systemd rates a service from 0 (confined) to 10. `albumscan.service` had 9.2 without the lines of
  /// `docs/servers/hardening.in`.
  @Test func `systemd accepts the installed units, and rates each service at most 2.0`() throws {
    let folder = try TemporaryFolder()
    let prefix = "\(folder.path)/usr"
    try make(["install-files", "PREFIX=\(prefix)"])
    let places = ["servers", "nightly"].map { "\(prefix)/share/albumscan/\($0)" }
    let units = try places.flatMap { place in
      try Files.entries(of: place)
        .filter { name in [".service", ".path", ".timer"].contains { name.hasSuffix($0) } }
        .map { "\(place)/\($0)" }
    }
    #expect(units.count == 5, "\(units)")
    let verified = try run("systemd-analyze verify --man=no \"$@\" 2>&1", units)
    #expect(verified.code == 0 && verified.text.isEmpty, "\(verified.text)")
    for unit in units where unit.hasSuffix(".service") {
      let rated = try run(
        "systemd-analyze security --no-pager --offline=true --threshold=20 \"$@\" 2>&1", [unit])
      note(rated.text.split(separator: "\n").last.map(String.init) ?? "no rating")
      #expect(rated.code == 0, "\(rated.text)")
    }
  }

  @Test func `make writes base-url once, and again only if the command names an address`() throws {
    let folder = try TemporaryFolder()
    for file in ["Makefile", "cgi-bin/albumscan.in"] {
      try folder.write(
        String(decoding: try Files.read("\(Checkout.root)/\(file)"), as: UTF8.self), to: file)
    }
    try Files.makeDirectories(folder.file(".build/debug"))
    let control = "cgi-bin/albumscan"
    func address(after words: String...) throws -> String? {
      let made = try run(
        "make \"$@\" 2>&1", ["--no-print-directory", "-C", folder.path, control] + words)
      try #require(made.code == 0, "\(made.text)")
      return try folder.text(control).firstMatch(of: #/(?m)^base-url: (.*)$/#).map { String($0.1) }
    }
    func write(_ address: String) throws {
      try folder.write(
        try folder.text(control).replacing(#/(?m)^base-url:.*$/#, with: "base-url: \(address)"),
        to: control)
    }
    let (standard, mine) = ("http://127.0.0.1:8017", "https://records.example")
    #expect(try address() == standard)
    try write(mine)
    #expect(try address() == mine, "a line that the host wrote stays")
    #expect(try address(after: "HOST=192.168.1.20", "HTTPS=on") == "https://192.168.1.20:8017")
    #expect(try address() == standard, "a line that make wrote follows the command")
    #expect(try address(after: "PORT=8020") == "http://127.0.0.1:8020")
    try write(mine)
    #expect(try address() == mine)
  }

  /// Root's own checkout is the checkout of the program, so the file of the working folder names no error.
  @Test
  func `an installed program prefers the installed control file, and one of a checkout its own`()
    throws
  {
    guard geteuid() == 0 else { return note("only root can show another /srv") }
    let folder = try TemporaryFolder()
    try make(["install-files", "DESTDIR=\(folder.path)", "PREFIX=/usr"])
    try folder.write("nonsense: own\n", to: "cgi-bin/albumscan")
    try Files.makeDirectories(folder.file(".build/debug"))
    #expect(
      try run(
        "cp \"$1\" \"$2\"", ["\(folder.path)/usr/bin/albumscan", folder.file(".build/debug")]
      ).code
        == 0)
    let script =
      "mount -t tmpfs none /srv && cd '\(folder.path)' && if [ $1 = installed ]; then "
      + "mkdir -p /srv/albumscan/etc && echo 'nonsense: installed' "
      + "> /srv/albumscan/etc/albumscan.conf; fi; shift; exec \"$@\" show finds 2>&1"
    let installed = [folder.file("usr/bin/albumscan")]
    let ofCheckout = [folder.file(".build/debug/albumscan")]
    let asUser = ServerUser.prefix
    for (state, program, file) in [
      ("installed", installed, "/srv/albumscan/etc/albumscan.conf"),
      ("none", installed, "--config FILE names one"),
      ("installed", ofCheckout, "cgi-bin/albumscan: \"data"),
      ("installed", asUser + installed, "/srv/albumscan/etc/albumscan.conf"),
      ("none", asUser + installed, "cgi-bin/albumscan: \"data"),
      ("installed", asUser + ofCheckout, "cgi-bin/albumscan: \"data"),
    ] {
      let told = try run(
        "exec unshare --mount /bin/bash -c \"$@\"", [script, "bash", state] + program)
      #expect(told.code == 2, "\(told.text)")
      #expect(told.text.contains(file), "\(state) \(program): \(told.text)")
    }
  }

  @Test
  func `make install without programs, or with those of other sources, fails and builds nothing`()
    throws
  {
    let folder = try TemporaryFolder()
    let compiler = try folder.write("#!/bin/sh\ntouch '\(folder.path)/compiled'\n", to: "bin/swift")
    makeExecutable(compiler)
    func install() throws -> (code: Int32, text: String) {
      try run(
        "PATH='\(folder.path)/bin':$PATH make \"$@\" 2>&1",
        [
          "--no-print-directory", "-C", Checkout.root, "install", "BIN=\(folder.path)/programs",
          "DESTDIR=\(folder.path)/installed",
        ])
    }
    let missing = try install()
    #expect(missing.code == 2 && missing.text.contains("is missing: run make build first"))
    for name in ["albumscan", "albumscan-cgi", "albumscan-photo", "albumscan-read"] {
      makeExecutable(try folder.write("#!/bin/sh\n", to: "programs/\(name)"))
    }
    let unknown = try install()
    #expect(unknown.code == 2 && unknown.text.contains("not of these sources"), "\(unknown.text)")
    try folder.write("0  Sources/albumscan/main.swift\n", to: "programs/.built")
    #expect(try install().code == 2)
    #expect(!Files.exists(folder.file("compiled")) && !Files.exists(folder.file("installed")))
  }

  /// The installed files name the programs and files of this prefix.
  private func checkServerFiles(in folder: String) throws {
    let names = try Files.entries(of: folder)
    let source = try Files.entries(of: "\(Checkout.root)/docs/servers")
    #expect(
      Set(names)
        == Set(source.map { $0.replacing(".cgi.in", with: ".cgi") }).subtracting(["hardening.in"]))
    let texts = try names.map { String(decoding: try Files.read("\(folder)/\($0)"), as: UTF8.self) }
    #expect(!texts.contains { $0.contains("/usr/local") || $0.contains("@BIN@") })
    let all = texts.joined()
    #expect(all.contains("\"/usr/share/albumscan/servers/lighttpd.lua\""))
    #expect(all.contains("ExecStart=/usr/bin/albumscan "))
    #expect(all.contains("#!/usr/bin/albumscan-cgi /srv/albumscan/etc/albumscan.conf\n"))
  }

  private func make(_ arguments: [String]) throws {
    let output = try run(
      "make \"$@\" 2>&1",
      ["--no-print-directory", "-C", Checkout.root, "BIN=\(Checkout.releasePrograms)"] + arguments)
    try #require(output.code == 0, "\(output.text)")
  }

  private func albumscan(
    _ arguments: [String], _ control: String, in folder: TemporaryFolder
  ) throws -> (code: Int32, text: String) {
    try run("\"$@\" 2>&1", ["\(folder.path)/usr/bin/albumscan", "--config", control] + arguments)
  }

  private func run(_ script: String, _ words: [String]) throws -> (code: Int32, text: String) {
    let output = try Programs.run(
      "/bin/sh", ["-c", script, "sh"] + words, input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 120_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }
}
