// The faults of real installations, one by one: the doctor names the cause and the command that repairs
// it, and nothing else fails. Source: docs/faults.md J10.

import Glibc
import Host
import Services
import Support
import Testing

/// A server with a certificate that no authority has signed, and that ends in two days. With `trusted`, a client that
/// trusts the file `certificate` gets the answer of `GET …/session`.
final class UntrustedServer {
  let port = freePort()
  private let folder: TemporaryFolder
  private let process: Int32
  var certificate: String { folder.file("certificate") }

  init(trusted: Bool = false) throws {
    folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    try folder.write("{\"mayScan\":false}", to: "cgi-bin/albumscan/session")
    let names = trusted ? "-addext subjectAltName=DNS:localhost" : ""
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        """
        cd \(folder.path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc \
          -keyout key -out certificate -days 2 -subj /CN=localhost \(names) 2>/dev/null; echo $$ > pid
        exec openssl s_server -accept \(port) -cert certificate -key key \(trusted ? "-WWW" : "-www") > out 2>&1
        """,
      ])
    let folder = folder
    guard eventually({ (try? folder.text("out"))?.contains("ACCEPT") == true }) else {
      throw InstallationError.noServer
    }
    process = Int32(try folder.text("pid").filter(\.isNumber)) ?? 0
  }

  deinit { if process > 1 { sendSignal(SIGKILL, to: process) } }
}

@Suite(.serialized) struct DoctorFaultTests {
  /// An installation with one find and played services, and its fault.
  struct Patient {
    let realm: Realm

    /// Words before the command line of the doctor.
    var prefix: [String] = []

    /// A web server of the installation that runs while this value exists.
    var server: LoneLighttpd?
    var installation: Installation { realm.installation }
    var control: String { installation.controlFile }

    /// A folder outside of the installation.
    var backups: String { installation.folder.file("backups") }
  }

  struct Ailment: Sendable {
    let name: String

    /// The beginning of the line of the doctor, and two texts that it contains.
    let line: String
    let cause: String
    let command: String
    var code: Int32 = 1
    var settings = ""

    /// Whether the fault needs the right to change the owner of a file, or to mount.
    var needsRoot = false
    let make: @Sendable (inout Patient) throws -> Void
  }

  static let ailments: [Ailment] = [
    .init(
      name: "mode 644", line: "FAIL CGI file CONTROL: ", cause: "the web server cannot run it",
      command: "chmod +x CONTROL"
    ) { chmod($0.control, 0o644) },
    .init(
      name: "a wrong first line", line: "FAIL CGI file CONTROL: ",
      cause: "its first line must name the CGI program",
      command: "sed -i '1s|.*|#!PROGRAMS/albumscan-cgi|' CONTROL"
    ) { patient in
      try patient.installation.edit {
        $0.replacing(#/#!.*/#, with: "#!/usr/local/bin/albumscan-cig", maxReplacements: 1)
      }
    },
    .init(
      name: "line ends of Windows", line: "FAIL CGI file CONTROL: ",
      cause: "it has line ends of Windows", command: "sed -i 's/\\r$//' CONTROL"
    ) { patient in try patient.installation.edit { $0.replacing("\n", with: "\r\n") } },
    .init(
      name: "a CGI file of another user", line: "FAIL CGI file CONTROL.cgi: ",
      cause: "it belongs to www-data, who can change what the web server runs",
      command: "sudo chown \(Programs.userName) CONTROL.cgi", needsRoot: true
    ) { patient in
      // Root would become the owner of a control file (docs/decisions/160-whose-word-counts-for-root.md).
      let file = "\(patient.control).cgi"
      let line = "#!\(patient.installation.programs)/albumscan-cgi \(patient.control)\n"
      try Files.replace(file, with: Array(line.utf8), durably: false)
      makeExecutable(file)
      chown(file, 33, 33)
      try patient.installation.edit { "\($0)\ncgi-file: \(file)\n" }
    },
    .init(
      name: "a file of another user", line: "FAIL rights on DATA: ",
      cause: "DATA/keys/openai belong to another user",
      command: "sudo chown -R \(Programs.userName) DATA", needsRoot: true
    ) { chown("\($0.installation.data)/keys/openai", 33, 33) },
    .init(
      name: "a wrong key", line: "FAIL m",
      cause: "HTTP 401 invalid_api_key: Incorrect API key provided. (the key is not accepted)",
      command: "install -m 600 -o \(Programs.userName) /dev/stdin DATA/keys/openai"
    ) { $0.realm.model.order(.unauthorised, .always) },
    .init(
      name: "a used-up quota", line: "FAIL m", cause: "quota",
      command: "pay money into the account"
    ) { $0.realm.model.order(.quota, .always) },
    .init(
      name: "a refused port", line: "FAIL models of openai: ", cause: "no connection",
      command: "openai-url in CONTROL"
    ) { try $0.realm.model.refuseConnections() },
    .init(
      name: "a name without an address", line: "FAIL models of openai: ",
      cause: "the host’s name could not be resolved", command: "openai-url in CONTROL",
      settings: "openai-url: https://models.invalid/v1"
    ) { $0.prefix = ["/usr/bin/env"] + Installation.briefSearch },
    .init(
      name: "a wrong model", line: "FAIL m", cause: "its service does not list it",
      command: "identify-model:", settings: "identify-model: gpt-none\nmodel-prices: gpt-none 1 1"
    ) { (_) in },
    .init(
      name: "a folder for backups that does not exist", line: "FAIL backup-to BACKUPS: ",
      cause: "there is no folder BACKUPS. If it is on another disk, mount that disk",
      command: "sudo install -d -m 700 -o \(Programs.userName) BACKUPS"
    ) { patient in
      let place = patient.backups
      try patient.installation.edit { "\($0)\nbackup-to: \(place)\n" }
    },
    .init(
      name: "a disk for backups that is not mounted", line: "FAIL backup-to BACKUPS: ",
      cause: "BACKUPS has no backup, but the last one was written there: mount its disk",
      command: "rm DATA/backup-made"
    ) { patient in
      let place = patient.backups
      try Files.makeDirectories(place)
      try patient.installation.edit { "\($0)\nbackup-to: \(place)\n" }
      #expect(try patient.installation.albumscan(["nightly"]).exitCode == 0)
      try Files.relocate(place, to: "\(place)-disk", durably: false)
      try Files.makeDirectories(place)
      let night = try patient.installation.told(["nightly"])
      #expect(night.code == 1 && night.text.contains("mount its disk"), "\(night.text)")
      #expect(try Files.entries(of: place).isEmpty, "nothing is written to the wrong disk")
    },
    .init(
      name: "rclone is not installed", line: "FAIL backup-to nas:x: ",
      cause: "rclone is not installed",
      command: "sudo apt-get install rclone", settings: "backup-to: nas:x", needsRoot: true
    ) { patient in
      // The test mounts /dev/null over `rclone`, because /dev/null cannot be run as a program.
      let script =
        "for f in /usr/bin/rclone /usr/local/bin/rclone; do "
        + "[ ! -e $f ] || mount --bind /dev/null $f; done; exec \"$@\""
      patient.prefix = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh"]
    },
    .init(
      name: "two configurations of rclone", line: "FAIL two rclone configurations: ",
      cause: "rclone-config names /etc/albumscan-a.conf, which counts, and RCLONE_CONFIG names "
        + "/etc/albumscan-b.conf",
      command: "unset RCLONE_CONFIG",
      settings: "publish-to: ../public-log\npublish-remote: :local:/nowhere\n"
        + "rclone-config: /etc/albumscan-a.conf"
    ) { $0.prefix = ["/usr/bin/env", "RCLONE_CONFIG=/etc/albumscan-b.conf"] },
    .init(
      name: "a configuration of rclone that the worker does not know",
      line: "FAIL two rclone configurations: ",
      cause: "RCLONE_CONFIG names /etc/albumscan-b.conf here, but the worker has no such variable",
      command: "write into CONTROL: rclone-config: /etc/albumscan-b.conf",
      settings: "publish-to: ../public-log\npublish-remote: :local:/nowhere"
    ) { $0.prefix = ["/usr/bin/env", "RCLONE_CONFIG=/etc/albumscan-b.conf"] },
    .init(
      name: "data that everybody may read", line: "FAIL rights on DATA: ",
      cause: "every user of this computer has rights on DATA/albums.db",
      command: "PROGRAMS/albumscan --config CONTROL init"
    ) { chmod("\($0.installation.data)/albums.db", 0o644) },
    .init(
      name: "a web server that accepts HTTP/2 in clear text",
      line: "FAIL HTTP/2 in clear text at http://127.0.0.1:",
      cause: "the server accepts an upgrade (h2c), with which a client talks past a proxy",
      command: #"lighttpd: server.feature-flags += ( "server.h2c" => "disable" )"#
    ) { $0.server = try LoneLighttpd($0.installation) },
    .init(
      name: "no covers", line: "WARN known covers: 0: ", cause: "not all services were tried",
      command:
        "PROGRAMS/albumscan --config CONTROL catalogue import \(Checkout.root)/sample/catalogue",
      code: 0
    ) { patient in
      let empty = try Installation()
      try Files.remove("\(patient.installation.data)/albums.db")
      let bytes = try Files.read("\(empty.data)/albums.db")
      try Files.replace("\(patient.installation.data)/albums.db", with: bytes, durably: false)
    },
  ]

  @Test(arguments: ailments.map(\.name))
  func `each fault is found with its cause and the command that repairs it`(name: String) throws {
    let ailment = try #require(Self.ailments.first { $0.name == name })
    if ailment.needsRoot, geteuid() != 0 { return note("\(name): only as root") }
    var patient = Patient(realm: try Realm(settings: ailment.settings))
    _ = try patient.realm.copyFind()
    try patient.realm.writeKey()
    try ailment.make(&patient)
    let told = try doctor(patient)
    #expect(told.code == ailment.code, "\(told.text)")
    func full(_ text: String) -> String {
      text.replacing("CONTROL", with: patient.control)
        .replacing("DATA", with: patient.installation.data)
        .replacing("PROGRAMS", with: patient.installation.programs)
        .replacing("BACKUPS", with: Files.resolvingLinks(patient.backups))
    }
    let lines = told.text.split(separator: "\n").map(String.init)
    let found = lines.filter { $0.hasPrefix(full(ailment.line)) }
    #expect(
      found.contains { $0.contains(full(ailment.cause)) && $0.contains(full(ailment.command)) },
      "\(told.text)")
    // No other check fails, and a fault does not end the examination before the services.
    let others = lines.filter { $0.hasPrefix("FAIL") && !found.contains($0) }
    #expect(others.allSatisfy { Self.isConsequence($0, of: name) }, "\(told.text)")
    #expect(told.text.contains(name == "no covers" ? "model " : "MusicBrainz"), "\(told.text)")
  }

  /// Whether a line reports a consequence of the fault. With a wrong configuration of rclone, the
  /// check of the published log at its remote fails, too. The server with h2c has none of the rules
  /// that refuse foreign names.
  private static func isConsequence(_ line: String, of name: String) -> Bool {
    name.contains("configuration") && line.hasPrefix("FAIL published log at")
      || name.contains("HTTP/2") && line.hasPrefix("FAIL pages with notes at")
  }

  private func doctor(_ patient: Patient) throws -> (code: Int32, text: String) {
    let installation = patient.installation
    let words =
      ["-c", "exec \"$@\" 2>&1", "sh"] + patient.prefix
      + ["\(installation.programs)/albumscan", "--config", patient.control, "doctor"]
    let output = try Programs.run(
      "/bin/sh", words, input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }

  @Test func `an unknown name and an untrusted certificate are not taken for a stopped server`()
    throws
  {
    let installation = try Installation()
    func told(_ address: String) throws -> String {
      try installation.edit {
        $0.replacing(#/base-url: .*/#, with: "base-url: \(address)", maxReplacements: 1)
      }
      return try installation.told(["doctor"], variables: Installation.briefSearch).text
    }
    let unknown = try told("http://records.invalid")
    #expect(
      unknown.contains("this computer finds no address of records.invalid; "), "\(unknown)")
    let server = try UntrustedServer()
    let untrusted = try told("https://localhost:\(server.port)")
    #expect(untrusted.contains("no trusted connection: "), "\(untrusted)")
    #expect(untrusted.contains("must send a certificate for localhost"), "\(untrusted)")
    let stopped = try told("http://127.0.0.1:\(freePort())")
    #expect(stopped.contains("start the web server"), "\(stopped)")
    #expect(!(unknown + untrusted).contains("start the web server"))
  }

  @Test func `the commands for the CGI file and for the rights repair them`() throws {
    let patient = Patient(realm: try Realm())
    for name in [
      "mode 644", "a wrong first line", "line ends of Windows", "data that everybody may read",
    ] {
      let ailment = try #require(Self.ailments.first { $0.name == name })
      var ill = patient
      try ailment.make(&ill)
      let line = try #require(
        try offline(ill).text.split(separator: "\n").first { $0.hasPrefix("FAIL") }, "\(name)")
      let command = try #require(line.split(separator: "; ").last)
      _ = try Programs.run(
        "/bin/sh", ["-c", String(command)], input: "/dev/null", limit: 1 << 16,
        timeoutMilliseconds: 60_000)
      let well = try offline(ill)
      #expect(well.code == 0, "\(name): \(command): \(well.text)")
      chmod(ill.control, 0o755)
    }
  }

  @Test func `the setting for HTTP/2 in clear text repairs it`() throws {
    let patient = Patient(realm: try Realm())
    let server = try LoneLighttpd(
      patient.installation, settings: #"server.feature-flags += ( "server.h2c" => "disable" )"#)
    let told = try patient.installation.told(["doctor"])
    #expect(!told.text.contains("HTTP/2 in clear text"), "\(told.text)")
    #expect(told.text.contains("ok   the web server at"), "\(told.text)")
    withExtendedLifetime(server) {}
  }

  private func offline(_ patient: Patient) throws -> (code: Int32, text: String) {
    try patient.installation.told(["doctor", "--offline"])
  }

  /// The file that the server runs, if it is not the control file.
  static let files: [(text: String?, mode: mode_t, cause: String)] = [
    ("#!PROGRAMS/albumscan-cgi CONTROL\n", 0o755, ""),
    (nil, 0o755, "there is no such file"),
    ("#!PROGRAMS/albumscan-cgi CONTROL\n", 0o644, "the web server cannot run it"),
    ("#!PROGRAMS/albumscan-cgi CONTROL\r\n", 0o755, "it has line ends of Windows"),
    ("#!PROGRAMS/albumscan-cgi\n", 0o755, "it uses the control file FILE, not CONTROL"),
    ("#!PROGRAMS/albumscan-cgi /etc/none\n", 0o755, "it uses the control file /etc/none"),
    ("PROGRAMS/albumscan-cgi CONTROL\n", 0o755, "its first line must name the CGI program"),
  ]

  @Test(arguments: files.indices)
  func `the file that cgi-file names is examined, and a control file without it may be no program`(
    index: Int
  ) throws {
    let installation = try Installation(
      settings: "cgi-file: ../run/albumscan", control: "etc/albumscan.conf")
    chmod(installation.controlFile, 0o644)
    let (text, mode, cause) = Self.files[index]
    let file = installation.folder.file("run/albumscan")
    func full(_ text: String) -> String {
      text.replacing("PROGRAMS", with: installation.programs)
        .replacing("CONTROL", with: installation.controlFile).replacing("FILE", with: file)
    }
    if let text {
      try installation.folder.write(full(text), to: "run/albumscan")
      chmod(file, mode)
    }
    let told = try installation.told(["doctor"])
    guard !cause.isEmpty else {
      #expect(told.code == 0 && told.text.contains("ok   a run of \(file)\n"), "\(told.text)")
      return
    }
    #expect(told.code == 1, "\(told.text)")
    #expect(
      told.text.contains("FAIL CGI file \(file): \(full(cause))"), "\(told.text)")
    let served = try installation.told(["serve", "--port", "\(freePort())"])
    #expect(served.code == 2 && !served.text.contains("Ready"), "\(served.text)")
    #expect(served.text.contains(full(cause)), "\(served.text)")
  }

  @Test func `a program that cannot answer is found by a run of it`() throws {
    let installation = try Installation()
    let program = try installation.folder.write(
      "#!/bin/sh\necho broken >&2; exit 3\n", to: "albumscan-cgi")
    chmod(program, 0o755)
    try installation.edit { $0.replacing(#/#!.*/#, with: "#!\(program)", maxReplacements: 1) }
    let told = try installation.told(["doctor"])
    #expect(told.code == 1, "\(told.text)")
    #expect(
      told.text.contains(
        "FAIL a run of \(installation.controlFile): it ended with 3 and answered nothing, broken"),
      "\(told.text)")
  }

  @Test func `a restored log names the replaced folder, and nothing is deleted`() throws {
    let installation = try Installation()
    try installation.copySample()
    let file = installation.folder.file("b.tar")
    #expect(try installation.albumscan(["backup", file]).exitCode == 0)
    #expect(try installation.albumscan(["restore", file, "--replace"]).exitCode == 0)
    let told = try installation.told(["doctor", "--offline"])
    let kept = try #require(
      try Files.entries(of: installation.folder.path, startingWith: "data.replaced-").first)
    let path = installation.folder.file(kept)
    #expect(told.code == 0 && told.text.contains("WARN folders that a restore replaced: 1, "))
    #expect(told.text.contains("rm -r \(path)\n"), "\(told.text)")
    #expect((Files.mode(of: path) ?? 0) & 0o007 == 0)
  }
}

/// A lighttpd with settings of its own, which runs the program of an installation and sends its pages.
final class LoneLighttpd: Sendable {
  private let process: Int32

  init(_ installation: Installation, settings: String = "") throws {
    let folder = installation.folder
    let text = """
      server.bind = "127.0.0.1"
      server.port = \(installation.port)
      server.document-root = "\(installation.site)"
      server.upload-dirs = ( "\(folder.path)" )
      index-file.names = ( "index.html" )
      server.modules = ( "mod_alias", "mod_cgi" )
      $HTTP["url"] =~ "^/cgi-bin/albumscan" {
        alias.url = ( "/cgi-bin/albumscan" => "\(installation.controlFile)" )
        cgi.assign = ( "" => "" )
      }
      \(settings)
      """
    try folder.write(text, to: "lone.conf")
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "echo $$ > \(folder.file("lone.pid")); exec /usr/sbin/lighttpd -D -f "
          + "\(folder.file("lone.conf")) > \(folder.file("lone.log")) 2>&1",
      ])
    let isUp = eventually { isListening(installation.port) }
    process =
      Int32(
        try folder.text("lone.pid").split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
    guard isUp, process > 1 else {
      throw InstallationError.noAnswer((try? folder.text("lone.log")) ?? "")
    }
  }

  deinit { if process > 1 { kill(process, SIGKILL) } }
}
