// An installation of its own for a test: the real programs, a control file, data and site in a folder.

import Albums
import Host
import Store
import Support

final class Installation: Sendable {
  let folder: TemporaryFolder

  /// The folder of the three programs.
  let programs: String
  let port: UInt16

  /// The control file, below `folder`.
  private let control: String

  var controlFile: String { folder.file(control) }
  var site: String { folder.file("site") }
  var data: String { folder.file("data") }
  var origin: String { "http://127.0.0.1:\(port)" }

  /// With `settings` added to the control file; `shared` holds templates, public and prompts. The
  /// site is built; nothing is known yet.
  init(
    programs: String = Checkout.debugPrograms, shared: String = Checkout.root,
    settings: String = "",
    control: String = "cgi-bin/albumscan"
  ) throws {
    folder = try TemporaryFolder()
    self.control = control
    self.programs = programs
    port = freePort()
    try folder.write(
      """
      #!\(programs)/albumscan-cgi
      data: ../data
      site: ../site
      templates: \(shared)/templates
      public: \(shared)/public
      prompts: \(shared)/prompts
      base-url: http://127.0.0.1:\(port)
      \(settings)
      """, to: control)
    makeExecutable(controlFile)
    guard try albumscan(["init"]).exitCode == 0 else { throw InstallationError.initFailed }
  }

  /// Runs `albumscan`; its stdout.
  @discardableResult
  func albumscan(_ arguments: [String], kill: String? = nil) throws -> Programs.Output {
    try Programs.run(
      "/usr/bin/env",
      ["ALBUMSCAN_KILL=\(kill ?? "")", "\(programs)/albumscan", "--config", controlFile]
        + arguments,
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
  }

  /// The same; both of its streams, as a person at the terminal reads them.
  func told(_ arguments: [String]) throws -> (code: Int32, text: String) {
    let output = try Programs.run(
      "/bin/sh",
      ["-c", "exec \"$@\" 2>&1", "sh", "\(programs)/albumscan", "--config", controlFile]
        + arguments,
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }

  /// Makes the sample catalogue known, without decoding it again for every test.
  func importSample() throws {
    let output = try albumscan([
      "catalogue", "import", "\(Checkout.root)/sample/catalogue/catalogue.csv",
    ])
    guard output.exitCode == 0 else {
      throw InstallationError.failed(
        "import: \(output.exitCode) \(String(decoding: output.bytes, as: UTF8.self))")
    }
  }

  func store() throws -> Store { try Store.open("\(data)/albums.db") }

  func text(_ page: String) throws -> String { try folder.text("site/\(page)") }

  var photos: [String] { get throws { try Files.entries(of: "\(data)/photos") } }
}

enum InstallationError: Error { case initFailed, failed(String), noServer, noAnswer(String) }
