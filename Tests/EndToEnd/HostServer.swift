// One web server in front of an installation of its own, stopped in every way a server can be.

import Glibc
import Host
import Support

/// Whom a test's web server runs as: www-data where the tests run as root, else whoever runs them.
///
/// Apache refuses to serve as root, and what root owns the web server's user cannot change.
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
      timeoutMilliseconds: 20_000)
  }
}

/// The programs and the shared files where that user can read them.
///
/// A clone below /root is closed to everybody else: then an installed copy of the release build.
struct SharedPrograms {
  let programs: String
  let shared: String
  private let copy: TemporaryFolder?

  static let reachable: Result<SharedPrograms, any Error> = Result { try SharedPrograms() }

  private init() throws {
    let isOpen =
      try ServerUser.run([
        "/usr/bin/test", "-x", "\(Checkout.debugPrograms)/albumscan-cgi", "-a", "-r",
        "\(Checkout.root)/templates",
      ]).exitCode == 0
    guard !isOpen else {
      (programs, shared, copy) = (Checkout.debugPrograms, Checkout.root, nil)
      return
    }
    let folder = try TemporaryFolder()
    let files =
      ["albumscan", "albumscan-cgi", "albumscan-photo"].map { "\(Checkout.releasePrograms)/\($0)" }
      + ["templates", "public", "prompts"].map { "\(Checkout.root)/\($0)" }
    _ = try Programs.run(
      "/bin/cp", ["-RL"] + files + [folder.path], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 20_000)
    (programs, shared, copy) = (folder.path, folder.path, folder)
  }
}

/// A running web server; killed with all it started, but for workers, when the value ends.
final class HostServer: Sendable {
  let kind: HostKind
  let installation: Installation
  private let run: String

  /// With the sample's covers known, so that a photo of one becomes a find. `edit` may change the
  /// server's files before it starts, and `settings` are added to the control file.
  init(
    _ kind: HostKind, settings: String = "", edit: (ServerFiles) throws -> Void = { _ in }
  ) throws {
    guard kind.missingPackages.isEmpty else {
      throw HostMissing(host: kind.rawValue, packages: kind.missingPackages)
    }
    let programs = try SharedPrograms.reachable.get()
    self.kind = kind
    installation = try Installation(
      programs: programs.programs, shared: programs.shared, settings: settings,
      control: kind.hasServerFile ? "etc/albumscan.conf" : "cgi-bin/albumscan")
    try installation.copySample()
    run = installation.folder.file("run")
    try Files.makeDirectories(run)
    let files = ServerFiles(installation: installation, run: run)
    try files.write(for: kind)
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
      ServerUser.prefix + ["/bin/sh", "-c", "echo $$ > \(run)/pid; \(command) >\(run)/log 2>&1"]
    try Files.remove("\(run)/pid")
    try Files.remove("\(run)/socket")
    try Programs.startDetached(words[0], Array(words.dropFirst()))
    guard eventually({ isListening(installation.port) }) else {
      let log = try? Files.read("\(run)/log")
      let errors = try? Files.read("\(run)/error.log")
      throw InstallationError.noAnswer(
        String(decoding: (log ?? []) + (errors ?? []), as: UTF8.self))
    }
  }

  /// The server's processes and the CGIs it started; a worker has left them.
  var processes: [RunningProcess] {
    guard let session else { return [] }
    return RunningProcess.all().filter { $0.session == session && $0.state != "Z" }
  }

  /// The number of the first process, and so of the session all others are in.
  private var session: Int32? {
    let text = (try? Files.read("\(run)/pid")).map { String(decoding: $0, as: UTF8.self) }
    return text?.split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) }
  }

  /// Sends a signal to every process of the server, and waits until none is left.
  @discardableResult
  func stop(_ signal: Int32) -> Bool {
    processes.forEach { $0.signal(signal) }
    let isOver = eventually { processes.isEmpty }
    // Our child: until it is asked for, Apache takes the number in its pid file for a server.
    if let session { waitpid(session, nil, WNOHANG) }
    return isOver
  }

  /// Runs `albumscan` as the web server's user.
  func albumscan(_ arguments: [String]) throws -> Programs.Output {
    try ServerUser.run(
      ["\(installation.programs)/albumscan", "--config", installation.controlFile] + arguments)
  }
}

/// A web server the tests need is not there.
struct HostMissing: Error, CustomStringConvertible {
  let host: String
  let packages: [String]

  var description: String {
    "\(host) is not installed: apt-get install \(packages.joined(separator: " ")) (./setup test)"
  }
}

extension Installation {
  /// An installation that knows the sample's covers, read once for all tests.
  private static let sample: Result<Installation, any Error> = Result {
    let installation = try Installation()
    try installation.importSample()
    return installation
  }

  /// Makes the sample's covers known by copying what another installation read.
  func copySample() throws {
    _ = try Programs.run(
      "/bin/cp", ["-R", "\(try Self.sample.get().data)/.", data], input: "/dev/null",
      limit: 1 << 16, timeoutMilliseconds: 20_000)
    let output = try albumscan(["build"])
    guard output.exitCode == 0 else {
      throw InstallationError.failed(
        "build: \(output.exitCode) \(String(decoding: output.bytes, as: UTF8.self))")
    }
  }
}
