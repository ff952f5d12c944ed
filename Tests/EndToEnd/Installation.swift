// A temporary installation for a test: the real programs, with a control file, data and site in one
// folder.

import Albums
import Host
import Store
import Support

final class Installation: Sendable {
  let folder: TemporaryFolder

  /// The folder of the programs.
  let programs: String
  let port: UInt16

  /// The path of the control file below `folder`.
  private let control: String

  /// `http` or `https`.
  let scheme: String

  var controlFile: String { folder.file(control) }
  var site: String { folder.file("site") }
  var data: String { folder.file("data") }
  var origin: String { "\(scheme)://127.0.0.1:\(port)" }

  /// The certificate that `serve --https` offers to phones.
  var certificate: String { "\(data)/certificate/albumscan.crt" }

  /// Makes an installation with an empty database and built pages. `settings` is added to the
  /// control file. Sleeves are read only if the settings say so. `shared` is the folder that contains templates, public and prompts.
  init(
    programs: String = Checkout.debugPrograms, shared: String = Checkout.root,
    settings: String = "", scheme: String = "http",
    control: String = "cgi-bin/albumscan"
  ) throws {
    folder = try TemporaryFolder()
    self.control = control
    self.scheme = scheme
    self.programs = programs
    port = ServerPorts.take()
    // The text reader needs a second for each photo, so only tests about it use it.
    let reading = settings.contains("read-sleeves:") ? "" : "read-sleeves: off"
    try folder.write(
      """
      #!\(programs)/albumscan-cgi
      data: ../data
      site: ../site
      templates: \(shared)/templates
      public: \(shared)/public
      prompts: \(shared)/prompts
      base-url: \(scheme)://127.0.0.1:\(port)
      \(reading)
      \(settings)
      """, to: control)
    makeExecutable(controlFile)
    guard try albumscan(["init"]).exitCode == 0 else { throw InstallationError.initFailed }
  }

  deinit { ServerPorts.giveBack(port) }

  /// Runs a command and returns its stdout, in this process if no failpoint is asked for (`CommandCall`). `kill` is the failpoint at which the program is
  /// killed. The program writes the failpoints that it passes to the file `passed`.
  @discardableResult
  func albumscan(
    _ arguments: [String], kill: String? = nil, passed: String? = nil, startsProgram: Bool = false
  ) throws -> Programs.Output {
    if kill == nil, passed == nil, !startsProgram, CommandCall.isPossible(arguments, of: self) {
      let call = CommandCall(arguments, of: self)
      return Programs.Output(exitCode: call.code, bytes: call.output, errors: [])
    }
    let variables =
      ["ALBUMSCAN_KILL=\(kill ?? "")"] + (passed.map { ["ALBUMSCAN_PASSED=\($0)"] } ?? [])
    return try Programs.run(
      "/usr/bin/env",
      variables + ["\(programs)/albumscan", "--config", controlFile] + arguments,
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
  }

  /// Variables with which a program gives up soon if no name server answers, as on a computer without a
  /// network. Source: resolv.conf(5), `RES_OPTIONS`.
  static let briefSearch = ["RES_OPTIONS=timeout:1 attempts:1"]

  /// Runs a command and returns stdout and stderr together, as they appear on a terminal. Without variables, it
  /// runs in this process (`CommandCall`).
  /// A worker may pause for 5, 30 and 120 s between its attempts (`RetryRule.pauses`); the limit is longer.
  func told(
    _ arguments: [String], variables: [String] = [], startsProgram: Bool = false
  ) throws -> (code: Int32, text: String) {
    if variables.isEmpty, !startsProgram, CommandCall.isPossible(arguments, of: self) {
      let call = CommandCall(arguments, of: self)
      return (call.code, String(decoding: call.both, as: UTF8.self))
    }
    let output = try Programs.run(
      "/bin/sh",
      ["-c", "exec \"$@\" 2>&1", "sh", "/usr/bin/env"] + variables
        + ["\(programs)/albumscan", "--config", controlFile] + arguments,
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 300_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }

  /// Makes the covers of the sample catalogue known, like `importSample`. Copies the data of one
  /// import, which is made once in each run.
  func copySample() throws {
    try copyData("sample-data") {
      let installation = try Installation()
      try installation.importSample()
      return installation
    }
  }

  /// Replaces the data, including the keys, by a copy, and builds the pages. `make` returns an
  /// installation with the data to copy; it is called once in each run.
  func copyData(_ name: String, from make: () throws -> Installation) throws {
    let data = try Fixtures.folder(name) { folder in
      let installation = try make()
      try copy(installation.data, to: folder)
      // The folder of the installation exists only as long as the installation.
      withExtendedLifetime(installation) {}
    }
    try copy(data, to: self.data)
    try Files.remove("\(self.data)/\(Fixtures.mark)")
    // `init` has marked the folder of the published log for the data that the copy replaces.
    if try Files.remove("\(publicLog)/.albumscan") { try run(["init"]) }
    try run(["build"])
  }

  /// Imports the sample catalogue. This decodes every picture of the catalogue.
  func importSample() throws {
    try run(["catalogue", "import", "\(Checkout.root)/sample/catalogue/catalogue.csv"])
  }

  private func run(_ arguments: [String]) throws {
    let output = try albumscan(arguments)
    guard output.exitCode == 0 else {
      let text = String(decoding: output.bytes, as: UTF8.self)
      throw InstallationError.failed("\(arguments[0]): \(output.exitCode) \(text)")
    }
  }

  private func copy(_ folder: String, to other: String) throws {
    let output = try Programs.run(
      "/bin/cp", ["-R", "\(folder)/.", other], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else { throw InstallationError.failed("cp: \(output.exitCode)") }
  }

  /// Changes the text of the control file.
  func edit(_ change: (String) -> String) throws {
    try folder.write(change(try folder.text(control)), to: control)
    makeExecutable(controlFile)
  }

  func store() throws -> Store { try Store.open("\(data)/albums.db") }

  func text(_ page: String) throws -> String { try folder.text("site/\(page)") }

  var photos: [String] { get throws { try Files.entries(of: "\(data)/photos") } }
}

enum InstallationError: Error { case initFailed, failed(String), noServer, noAnswer(String) }
