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

  var controlFile: String { folder.file("cgi-bin/albumscan") }
  var site: String { folder.file("site") }
  var data: String { folder.file("data") }
  var origin: String { "http://127.0.0.1:\(port)" }

  /// With `settings` added to the control file. The site is built; nothing is known yet.
  init(programs: String = Checkout.debugPrograms, settings: String = "") throws {
    folder = try TemporaryFolder()
    self.programs = programs
    // Below Linux's ports for outgoing connections: a browser opens many of those.
    port = UInt16.random(in: 20_000...32_000)
    try folder.write(
      """
      #!\(programs)/albumscan-cgi
      data: ../data
      site: ../site
      templates: \(Checkout.root)/templates
      public: \(Checkout.root)/public
      prompts: \(Checkout.root)/prompts
      base-url: http://127.0.0.1:\(port)
      \(settings)
      """, to: "cgi-bin/albumscan")
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

  /// Makes the sample catalogue known, without decoding it again for every test.
  func importSample() throws {
    _ = try albumscan(["catalogue", "import", "\(Checkout.root)/sample/catalogue/catalogue.csv"])
  }

  func store() throws -> Store { try Store.open("\(data)/albums.db") }

  func text(_ page: String) throws -> String { try folder.text("site/\(page)") }

  var photos: [String] { get throws { try Files.entries(of: "\(data)/photos") } }
}

enum InstallationError: Error { case initFailed, noServer, noAnswer(String) }
