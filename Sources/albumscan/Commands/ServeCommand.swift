// Serves the site and the CGI with lighttpd. Writes the configuration of lighttpd, then replaces
// this process by lighttpd.

import Albums
import ArgumentParser
import Host
import Refresh

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the site and the CGI with lighttpd until Ctrl-C.")

  @ParentCommand var program: AlbumScan

  @Option(help: "The port to listen on.")
  var port: UInt16 = 8017

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  func run() async throws {
    let setup = try Setup(program)
    let configuration = setup.configuration
    guard let lighttpd = Self.lighttpd else {
      throw Ending(.usage, setup.words("cli.serve.no-lighttpd"))
    }
    guard Files.exists("\(configuration.site)/index.html") else {
      throw Ending(
        .usage, setup.words("cli.serve.no-site", ["folder": .text(configuration.site)]))
    }
    try emptyUploads(of: configuration)
    try refreshPages(setup)
    let file = "\(configuration.data)/lighttpd.conf"
    let text = LighttpdConfiguration(configuration: configuration, port: port, host: host).text
    try Files.replace(file, with: Array(text.utf8), durably: false)
    let socket: ListeningSocket
    do {
      socket = try ListeningSocket(address: host, port: port)
    } catch {
      throw Ending(
        .usage,
        setup.words(
          "cli.serve.no-socket",
          ["address": .text("\(host):\(port)"), "reason": .text("\(error)")]))
    }
    // The socket already listens, so the kernel accepts connections from now on.
    Terminal.print("Ready: \(configuration.baseURL)/")
    throw Ending(.no, "\(Programs.become(lighttpd, ["-D", "-f", file], serving: socket))")
  }

  /// Writes the stale pages. Writes all pages if the control file has changed. If a worker runs,
  /// the worker does this.
  private func refreshPages(_ setup: Setup) throws {
    guard let lock = try Lock.take(setup.configuration.workerLock) else { return }
    let store = try setup.openStore()
    try setup.openRefresher().refreshStalePages(in: store, at: Setup.now())
    _ = consume lock
  }

  /// Empties the upload folder. A killed server leaves request bodies there, which contain original
  /// photos. Earlier versions of this program stored request bodies directly in the data folder.
  private func emptyUploads(of configuration: Configuration) throws {
    try Files.removeTree(configuration.uploads)
    try Files.makeDirectories(configuration.uploads, mode: 0o700)
    for name in try Files.entries(of: configuration.data) where name.hasPrefix("lighttpd-upload-") {
      try Files.remove("\(configuration.data)/\(name)")
    }
  }

  private static var lighttpd: String? {
    ["/usr/sbin/lighttpd", "/usr/local/sbin/lighttpd", "/usr/bin/lighttpd"].first(
      where: Files.exists)
  }
}
