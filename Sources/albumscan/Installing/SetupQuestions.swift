// The answers of a host: from the options, from the present control file, and from questions at a terminal.

import Host
import Installing

struct SetupQuestions {
  private let folder: String
  private let options: SetupOptions

  /// The present control file, whose values are the standard answers.
  private let present: ControlText?
  private let record: InstallationRecord
  private let languages: [String]

  init(folder: String, options: SetupOptions) throws {
    (self.folder, self.options) = (folder, options)
    let file = "\(folder)/etc/albumscan.conf"
    present =
      Files.isRegular(file)
      ? ControlText(String(decoding: try Files.read(file), as: UTF8.self)) : nil
    languages = try Configuration.languages(in: "\(SetupCommand.shared)/words")
    record = try InstallationRecord(of: folder.split(separator: "/").last.map(String.init) ?? "")
  }

  func answers() throws -> InstallationAnswers {
    let server = try server()
    let address = try address(server)
    let provider = ask(
      options.provider?.rawValue, "provider",
      "Provider of the model: \(Provider.names) (may be empty)")
    guard provider.isEmpty || Provider(rawValue: provider) != nil else {
      throw InstallingError("“\(provider)” is none of the providers \(Provider.names)")
    }
    let settings = [
      (
        "contact",
        ask(
          options.contact, "contact", "Your e-mail address or page, for MusicBrainz (may be empty)")
      ),
      (
        "language",
        ask(
          options.language, "language",
          "Language of the pages: \(languages.joined(separator: ", "))", language)
      ),
      ("time-zone", try options.timeZone ?? (present == nil ? Self.timeZone() : "")),
      ("provider", provider),
    ]
    return try InstallationAnswers(
      folder: folder, server: server, address: address, certificate: options.certificate,
      innerPort: options.port,
      settings: settings.map { (key: $0.0, value: $0.1) })
  }

  /// The name of the first person; nil without one. Nothing is asked in a second run.
  func person() -> String? {
    if let person = options.person { return person }
    let answer =
      present == nil ? Terminal.ask("Your name, as the owner of the log (may be empty)") : ""
    return answer.isEmpty ? nil : answer
  }

  /// `first` is the standard answer of the first run. In a later run, a key that the control file lacks is not added.
  private func ask(_ given: String?, _ key: String, _ question: String, _ first: String = "")
    -> String
  {
    given ?? Terminal.ask(question, standard: present.map { $0[key] ?? "" } ?? first)
  }

  private func server() throws -> WebServer {
    let installed = WebServer.allCases.first { $0 != .own && $0.programs.allSatisfy(Files.exists) }
    if let server = options.server ?? (Terminal.canAsk ? nil : record.server ?? installed) {
      return server
    }
    let answer = Terminal.ask(
      "Web server: \(WebServer.names)", standard: (record.server ?? installed ?? .lighttpd).rawValue
    )
    guard let server = WebServer(rawValue: answer) else {
      throw InstallingError("“\(answer)” is none of the web servers \(WebServer.names)")
    }
    return server
  }

  private func address(_ server: WebServer) throws -> SiteAddress {
    let answer =
      options.address
      ?? Terminal.ask("Address that people open", standard: present?["base-url"] ?? "")
    guard !answer.isEmpty else {
      throw InstallingError("name the address that people open: --address https://records.example")
    }
    return try SiteAddress(answer)
  }

  /// The language of this terminal if there are pages in that language; otherwise English.
  private var language: String {
    let terminal = Programs.environment("LANG")?.prefix { $0 != "_" && $0 != "." } ?? ""
    return languages.first { $0 == terminal } ?? "en"
  }

  /// The zone of this computer. Source: timezone(5) of Debian.
  private static func timeZone() throws(HostError) -> String {
    guard Files.exists("/etc/timezone") else { return "" }
    let bytes = try Files.read("/etc/timezone", limit: 256)
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
