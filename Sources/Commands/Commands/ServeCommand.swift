// Serves the site and the CGI with lighttpd. Writes the configuration of lighttpd, then replaces
// this process by lighttpd.

import Albums
import ArgumentParser
import HTTP
import Host
import Refresh
import Serving
import Store

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the site and the CGI with lighttpd until Ctrl-C.")

  @ParentCommand var program: AlbumScan

  @Option(help: "The port to listen on; 8017, or with HTTPS the port of base-url.")
  var port: UInt16?

  @Option(help: "The address to listen on; 127.0.0.1, or with HTTPS the address of base-url.")
  var host: String?

  @Flag(help: "Speak HTTPS with a certificate of this computer (also: https: on).")
  var https = false

  @Option(help: "With HTTPS: the port of the certificate page (also: certificate-port).")
  var certificatePort: UInt16?

  func run() async throws {
    let setup = try Setup(program)
    let configuration = setup.configuration
    let lighttpd = try setup.path(of: .lighttpd)
    for program in ServingProgram.needed { _ = try setup.path(of: program) }
    guard Files.exists("\(configuration.site)/index.html") else {
      throw Ending(
        .usage, setup.words("cli.serve.no-site", ["folder": .text(configuration.site)]))
    }
    try refuseBrokenCGI(configuration, setup.words)
    let usesHTTPS = https || configuration.usesHTTPS
    let served = ServedAddress(
      host: host, port: port, baseURL: configuration.baseURL, usesHTTPS: usesHTTPS)
    let second =
      usesHTTPS
      ? try HTTPSService(setup, at: served, port: certificatePort ?? configuration.certificatePort)
      : nil
    try emptyFolders(of: configuration)
    try refreshPages(setup)
    let (file, rules) = (configuration.lighttpdFile, "\(configuration.data)/lighttpd.lua")
    let text = LighttpdConfiguration(
      configuration, address: served.host, port: served.port, https: second?.configuration,
      hostName: Programs.hostName, readerRules: rules, headerRules: try headerRules(configuration),
      isCompressed: ServingProgram.lighttpdDeflate.path != nil
    ).text
    let script = ReaderRules(
      sessions: configuration.sessionFiles.folder,
      isHTTPS: configuration.baseURL.hasPrefix("https://")
    ).text
    try LogFile.prepare(configuration.serverLog)
    try Files.replace(rules, with: Array(script.utf8), durably: false)
    try Files.replace(file, with: Array(text.utf8), durably: false)
    try become(lighttpd, ["-D", "-f", file], setup, served, second)
  }

  /// Throws if the server could not run the CGI program. Every page would open, but no photo would
  /// be accepted.
  private func refuseBrokenCGI(_ configuration: Configuration, _ words: Phrasebook) throws {
    let file = CGIFile(of: configuration)
    let reason =
      file.map { $0.obstacle() }
      ?? "its first line must be \(CGIFile.firstLine(of: configuration))"
    guard let reason else { return }
    throw Ending(
      .usage,
      words(
        "cli.serve.no-cgi",
        ["file": .text(file?.path ?? configuration.file), "reason": .text(reason)]))
  }

  /// Writes the script of `HeaderRules`, and returns its path; nil if no proxy names the person.
  private func headerRules(_ configuration: Configuration) throws -> String? {
    guard configuration.people.proxyUserHeader != nil else { return nil }
    let file = "\(configuration.data)/lighttpd-headers.lua"
    try Files.replace(file, with: Array(HeaderRules.text.utf8), durably: false)
    return file
  }

  /// The sockets already listen when the address is printed, so the kernel accepts connections from
  /// then on.
  private func become(
    _ lighttpd: String, _ arguments: [String], _ setup: Setup, _ served: ServedAddress,
    _ https: HTTPSService?
  ) throws {
    let ready = setup.words(
      "cli.serve.ready", ["address": .text("\(setup.configuration.baseURL)/")])
    let site = try setup.listen(at: served.host, served.port)
    guard let https else {
      try FirstSignIn(setup).announce()
      Terminal.print(ready)
      throw Ending(.no, "\(Programs.become(lighttpd, arguments, serving: site))")
    }
    let page = try setup.listen(at: served.host, https.port)
    try https.announce()
    Terminal.print(ready)
    throw Ending(.no, "\(Programs.become(lighttpd, arguments, serving: site, and: page))")
  }

  /// Opens or closes the pages as the settings say. Writes the stale pages, or all pages if the control
  /// file has changed. If a worker runs, the worker writes them.
  private func refreshPages(_ setup: Setup) throws {
    let store = try setup.openStore()
    try store.keepPageAccess(of: setup.configuration)
    guard let lock = try Lock.take(setup.configuration.workerLock) else { return }
    try setup.openRefresher(for: store).refreshAll(in: store, at: Setup.now())
    _ = consume lock
  }

  /// Empties the folders of lighttpd. A killed server leaves request bodies in the upload folder, which
  /// contain original photos. The compressed assets of an earlier start would stay for ever.
  private func emptyFolders(of configuration: Configuration) throws {
    for folder in [configuration.uploads, configuration.compressedAssets] {
      try Files.removeTree(folder)
      try Files.makeDirectories(folder, mode: 0o700)
    }
  }
}

/// The address and the port on which `serve` listens.
struct ServedAddress {
  let host: String
  let port: UInt16

  /// With HTTPS and without options, address and port are those of `base-url`. Without HTTPS,
  /// `base-url` may be the address of a proxy.
  init(host: String?, port: UInt16?, baseURL: String, usesHTTPS: Bool) {
    let base = usesHTTPS ? HostPort(baseURL) : nil
    self.host = host ?? base.flatMap { NumericAddress($0.host)?.text } ?? "127.0.0.1"
    self.port = port ?? base?.port ?? 8017
  }
}

extension Setup {
  /// The path of an installed program, or a usage error that names its package.
  func path(of program: ServingProgram) throws -> String {
    guard let path = program.path else {
      throw Ending(.usage, words("cli.serve.missing", ["package": .text(program.package)]))
    }
    return path
  }

  fileprivate func listen(at host: String, _ port: UInt16) throws -> ListeningSocket {
    do {
      return try ListeningSocket(address: host, port: port)
    } catch {
      let address = "\(NumericAddress(host)?.inURL ?? host):\(port)"
      throw Ending(
        .usage,
        words("cli.serve.no-socket", ["address": .text(address), "reason": .text("\(error)")]))
    }
  }
}

extension Configuration {
  /// The configuration that `serve` writes for lighttpd.
  var lighttpdFile: String { "\(data)/lighttpd.conf" }
}
