// Makes an installation: asks for the answers, shows the planned changes, and makes them. A second run makes only the
// changes that are missing.

import ArgumentParser
import Host
import Installing

/// Only root may write the files of a web server. Root writes nothing in the folder of the installation, because the
/// folder's owner could replace a folder by a link. `SetupInside` writes there as the owner.
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Make an installation: folders, control file, web server and first person.",
    discussion: """
      Asks at a terminal for what the options do not say, and shows what it will do. It keeps files that you have \
      changed, and writes its own text into /etc/albumscan. It can run again, for example when the certificate \
      exists. --undo removes the files that it wrote and that are unchanged; it never removes finds, keys, pages \
      and backups.
      """)

  @Argument(help: "The folder of the installation; its last part is its name.")
  var folder = "/srv/albumscan"

  @OptionGroup var options: SetupOptions

  @Flag(help: "Only show what the command would do.") var show = false
  @Flag(help: "Do not ask for confirmation.") var yes = false
  @Flag(help: "Remove the unchanged files of an earlier run.") var undo = false
  @Flag(help: "doctor sends no requests to services, and no text reader is offered.")
  var offline = false

  func run() throws {
    do {
      guard Programs.userID == 0 else {
        throw InstallingError(
          "setup writes files of the web server; run it as root: sudo albumscan setup")
      }
      let path = Files.absolutePath(folder, from: Files.workingDirectory)
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      if undo { return try SetupUndo(folder: folder, yes: yes).run() }
      guard Files.exists("\(Setup.shared)/albumscan.example") else {
        throw InstallingError(
          "setup belongs to an installed program: install the package, or run make install in the sources"
        )
      }
      let questions = try SetupQuestions(folder: folder, options: options)
      let answers = try questions.answers()
      var options = options
      // At an address of plain http, a person could not sign in.
      options.person = answers.address.warning == nil ? try questions.person() : nil
      options.reader = try questions.reader(isOffline: offline)
      try SetupRun(answers: answers, options: options, isOffline: offline).run(
        onlyShows: show, asks: !yes)
    } catch let error as InstallingError {
      throw Ending(.usage, "\(error)")
    }
  }
}

/// The answers as options.
struct SetupOptions: ParsableArguments {
  @Option(help: "The address that people open, such as https://records.example.") var address:
    String?

  @Option(help: "\(WebServer.names); own is albumscan serve without a proxy.")
  var server: WebServer?

  @Option(help: "A folder with fullchain.pem and privkey.pem; by default that of certbot.")
  var certificate: String?

  @Option(help: "Your e-mail address or page, for MusicBrainz, the archive and Open Library.")
  var contact: String?

  @Option(help: "The language of pages; by default that of this terminal, else en.")
  var language: String?

  @Option(help: "The time zone, such as Europe/Berlin; by default that of the computer.")
  var timeZone: String?

  @Option(help: "The first person, who owns the log.") var person: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Install the text reader, which knows sleeves without a model (46 MB from PyPI).")
  var reader: Bool?

  @Option(help: "The provider of the model: \(Provider.names).") var provider: Provider?

  @Option(help: "A file with the provider's key.") var keyFile: String?

  @Option(
    help:
      "With caddy: the port of albumscan serve, 8017 at first; several installations need several ports."
  )
  var port: UInt16?
}

extension WebServer: ExpressibleByArgument {
  /// All names, for the help of options and for questions.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
extension Provider: ExpressibleByArgument {
  /// All names, for the help of options and for questions.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
