// One web server with its own installation. A test can stop it in every way in which a server can
// end.

import Glibc
import Host
import Support

/// The user of a test's web server: www-data if the tests run as root, otherwise the user who runs
/// them.
///
/// Apache refuses to run as root. The web server's user cannot change files of root, so `takeOver`
/// gives it the files.
enum ServerUser {
  /// Debian's www-data has this number on every machine (base-passwd).
  private static let number = "33"

  static let prefix =
    geteuid() == 0
    ? ["/usr/bin/setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups"] : []

  /// Runs a program as that user.
  static func run(_ words: [String]) throws -> Programs.Output {
    let all = prefix + words
    return try Programs.run(
      all[0], Array(all.dropFirst()), input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 60_000)
  }

  static func takeOver(_ folder: String) throws {
    guard !prefix.isEmpty else { return }
    _ = try Programs.run(
      "/bin/chown", ["-R", "\(number):\(number)", folder], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 60_000)
  }
}

/// The programs and the shared files, in a folder that the web server's user can read.
///
/// Other users cannot read a checkout below /root. In that case the files are a copy of the release
/// build.
struct SharedPrograms {
  let programs: String
  let shared: String

  static let reachable: Result<SharedPrograms, any Error> = Result { try SharedPrograms() }

  private init() throws {
    let isOpen =
      try ServerUser.run([
        "/usr/bin/test", "-x", "\(Checkout.debugPrograms)/albumscan-cgi", "-a", "-r",
        "\(Checkout.root)/templates",
      ]).exitCode == 0
    guard !isOpen else {
      (programs, shared) = (Checkout.debugPrograms, Checkout.root)
      return
    }
    let below = ".build/programs"
    let copy = try Fixtures.folder("installed") { folder in
      try Files.makeDirectories("\(folder)/\(below)")
      let files = ["albumscan", "albumscan-cgi", "albumscan-photo"]
        .map { "\(Checkout.releasePrograms)/\($0)" }
      let shared = ["templates", "public", "prompts", "words"].map { "\(Checkout.root)/\($0)" }
      for (sources, target) in [(files, "\(folder)/\(below)"), (shared, folder)] {
        _ = try Programs.run(
          "/bin/cp", ["-RL"] + sources + [target], input: "/dev/null", limit: 1 << 16,
          timeoutMilliseconds: 60_000)
      }
    }
    (programs, shared) = ("\(copy)/\(below)", copy)
  }
}

/// A running web server. When the value is destroyed, the server and its children are killed.
/// Workers continue.
final class HostServer: Sendable {
  let kind: HostKind
  let installation: Installation

  /// The folder of the server's files.
  let run: String

  /// The port of plain HTTP. With HTTPS, it leads to the port of the installation.
  let plainPort: UInt16

  /// Starts the server. The sample's covers are known, so that a photo of such a cover becomes a
  /// find. `edit` may change the server's files before the start, and `settings` are added to the
  /// control file. `prepare` may change the installation before the server gets its files. With
  /// `hasTLS`, the server has a certificate of its own making.
  init(
    _ kind: HostKind, settings: String = "", withPeople: Bool = false, hasTLS: Bool = false,
    edit: (ServerFiles) throws -> Void = { _ in },
    prepare: (Installation) throws -> Void = { _ in }
  ) throws {
    guard kind.missingPackages.isEmpty else {
      throw HostMissing(host: kind.rawValue, packages: kind.missingPackages)
    }
    let programs = try SharedPrograms.reachable.get()
    self.kind = kind
    installation = try Installation(
      programs: programs.programs, shared: programs.shared, settings: settings,
      scheme: hasTLS ? "https" : "http",
      control: kind.hasServerFile ? "etc/albumscan.conf" : "cgi-bin/albumscan")
    try installation.copySample()
    try prepare(installation)
    run = installation.folder.file("run")
    try Files.makeDirectories(run)
    plainPort = hasTLS ? Self.port(besides: installation.port) : installation.port
    if hasTLS { try Self.makeCertificate(in: "\(run)/certificate", for: installation) }
    let files = ServerFiles(installation: installation, run: run, plainPort: plainPort)
    try files.write(for: kind, withPeople: withPeople)
    try edit(files)
    try ServerUser.takeOver(installation.folder.path)
    try start()
  }

  deinit {
    stop(SIGKILL)
    installation.workers.forEach { $0.signal(SIGKILL) }
  }

  func start() throws {
    let command = kind.command(for: installation, run: run)
    let words =
      ServerUser.prefix + ["/bin/sh", "-c", "echo $$ > \(run)/pid; \(command) >\(run)/output 2>&1"]
    try Files.remove("\(run)/pid")
    try Files.remove("\(run)/socket")
    try Programs.startDetached(words[0], Array(words.dropFirst()))
    guard eventually({ isListening(plainPort) }) else {
      // Apache's log is in a separate folder.
      let logs = ["output", "error.log", "log/error.log"].map { try? Files.read("\(run)/\($0)") }
      throw InstallationError.noAnswer(
        String(decoding: logs.flatMap { $0 ?? [] }, as: UTF8.self))
    }
  }

  private static func port(besides other: UInt16) -> UInt16 {
    let port = freePort()
    return port == other ? self.port(besides: other) : port
  }

  /// Writes a certificate as certbot does, and a copy of it where curl looks for it. A second call
  /// renews it.
  static func makeCertificate(in folder: String, for installation: Installation) throws {
    try Files.makeDirectories(folder)
    try Files.makeDirectories(Files.parent(of: installation.certificate))
    let words = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days",
      "90", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
      "\(folder)/privkey.pem", "-out", "\(folder)/fullchain.pem",
    ]
    let output = try Programs.run(
      "/usr/bin/openssl", words, input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 20_000)
    guard output.exitCode == 0 else { throw InstallationError.failed("openssl") }
    try Files.replace(
      installation.certificate, with: try Files.read("\(folder)/fullchain.pem"), durably: false)
    try ServerUser.takeOver(folder)
  }

  /// The processes of the server, with its CGIs. A worker has its own session and is not included.
  var processes: [RunningProcess] {
    guard let session else { return [] }
    return RunningProcess.all().filter { $0.session == session && $0.state != "Z" }
  }

  /// The id of the first process. All other processes of the server are in a session with this id.
  private var session: Int32? {
    let text = (try? Files.read("\(run)/pid")).map { String(decoding: $0, as: UTF8.self) }
    return text?.split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) }
  }

  /// Sends a signal to all processes of the server and waits until they have ended and the server's
  /// ports are free. The first thread of a process can be a zombie while its other threads still end
  /// and hold the port.
  @discardableResult
  func stop(_ signal: Int32) -> Bool {
    processes.forEach { $0.signal(signal) }
    let isOver = eventually {
      let rest = processes
      // A process may have started while the others received the signal.
      if signal == SIGKILL { rest.forEach { $0.signal(signal) } }
      return rest.isEmpty && isFree(plainPort) && isFree(installation.port)
    }
    // The server is a child of this process. Apache takes the id in its pid file for a running
    // server until the child's status is collected.
    if let session { waitpid(session, nil, WNOHANG) }
    return isOver
  }

  /// Runs `albumscan` as the web server's user.
  func albumscan(_ arguments: [String]) throws -> Programs.Output {
    try ServerUser.run(
      ["\(installation.programs)/albumscan", "--config", installation.controlFile] + arguments)
  }
}

/// The error if a web server that the tests need is not installed.
struct HostMissing: Error, CustomStringConvertible {
  let host: String
  let packages: [String]

  var description: String {
    "\(host) is not installed: apt-get install \(packages.joined(separator: " ")) (./setup test)"
  }
}
