// The answers of a host: from the options, from the setup record, and from questions at a terminal. The control file
// belongs to another user than root, so its values count only where this user writes them again, or after a question.

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
    try InstallationAnswers.refuse(folder)
    (self.folder, self.options) = (folder, options)
    present = try PresentControlFile.text(of: "\(folder)/etc/albumscan.conf")
    languages = try Configuration.languages(in: "\(Setup.shared)/words")
    record = try InstallationRecord(of: folder.split(separator: "/").last.map(String.init) ?? "")
  }

  func answers() throws -> InstallationAnswers {
    let server = try server()
    let address = try address(for: server)
    if let warning = address.warning { Terminal.note(warning) }
    let provider = try ask(
      options.provider?.rawValue, "Provider of the model: \(Provider.names) (may be empty)",
      standard("provider")
    ) { answer throws(InstallingError) in
      guard answer.isEmpty || Provider(rawValue: answer) != nil else {
        throw InstallingError("“\(answer)” is none of the providers \(Provider.names)")
      }
      return answer
    }
    let contact = try ask(
      options.contact, "Your e-mail address or page, for MusicBrainz (may be empty)",
      try recorded(.contact, options.contact, "contact")
    ) { $0 }
    let settings = [
      ("contact", contact), ("language", try language()),
      ("time-zone", try timeZone()),
      ("provider", provider),
    ]
    return try InstallationAnswers(
      folder: folder, server: server, address: address, certificate: certificate(of: address),
      innerPort: options.port ?? record.answers[.port].flatMap { UInt16($0) } ?? 8017,
      settings: settings.map { (key: $0.0, value: $0.1) })
  }

  /// The name of the first person; nil without one. A later run asks only while there is no person.
  func person() throws -> String? {
    if let person = options.person { return person }
    let people = SetupPeople(controlFile: "\(folder)/etc/albumscan.conf")
    if present != nil, try people.exist() { return nil }
    let answer = Terminal.ask("Your name, as the owner of the log (may be empty)")
    return answer.isEmpty ? nil : answer
  }

  /// Whether to install the text reader. Nothing is asked if it is installed already, or if it has no package for this
  /// processor. Without a terminal, only the option installs it.
  func reader(isOffline: Bool) throws -> Bool {
    if let given = options.reader { return given }
    guard !isOffline, Terminal.canAsk, let processor = ReaderPackage.Processor.present,
      ReaderInstallation(for: processor).fault() != nil
    else { return false }
    return try ask(
      nil,
      """
      Install the text reader, which knows sleeves without a model (46 MB from PyPI): \
      yes, no
      """,
      "yes"
    ) { answer throws(InstallingError) in
      guard ["yes", "no"].contains(answer) else {
        throw InstallingError("answer yes or no")
      }
      return answer == "yes"
    }
  }

  /// The standard answer: the value of the control file, or in the first run `first`. A later run adds no key that the
  /// control file lacks.
  private func standard(_ key: String, _ first: String = "") -> String {
    present.map { $0[key] ?? "" } ?? first
  }

  /// The folder of the last run counts for the address of the last run.
  private func certificate(of address: SiteAddress) -> String? {
    if let given = options.certificate { return given }
    return record.answers[.address] == address.text ? record.answers[.certificate] : nil
  }

  /// The standard answer: that of the last run. If the control file says something else, a person at the terminal
  /// decides; without a terminal, only an option decides.
  private func recorded(
    _ answer: InstallationRecord.Answer, _ option: String?, _ key: String
  ) throws(InstallingError) -> String {
    let recorded = record.answers[answer] ?? ""
    let said = present.map { $0[key] ?? "" } ?? recorded
    guard option == nil, said != recorded else { return recorded }
    let difference =
      "the control file says “\(key): \(said)”, and "
      + (recorded.isEmpty ? "setup has no record of it" : "the last setup “\(recorded)”")
    guard Terminal.canAsk else {
      throw InstallingError("\(difference); name the right one with --\(answer.rawValue)")
    }
    Terminal.note(difference)
    return recorded.isEmpty ? said : recorded
  }

  /// The value of an option, or the answer to a question. After a wrong answer at a terminal, asks again, at most
  /// twice.
  private func ask<Value>(
    _ given: String?, _ question: String, _ standard: String,
    _ value: (String) throws(InstallingError) -> Value
  ) throws(InstallingError) -> Value {
    if let given { return try value(given) }
    for _ in 1..<3 where Terminal.canAsk {
      do {
        return try value(Terminal.ask(question, standard: standard))
      } catch {
        Terminal.note("\(error)")
      }
    }
    return try value(Terminal.ask(question, standard: standard))
  }

  private func server() throws -> WebServer {
    let installed = WebServer.allCases.first { $0 != .own && $0.programs.allSatisfy(Files.exists) }
    let standard = record.server ?? installed ?? .lighttpd
    return try ask(
      options.server?.rawValue, "Web server: \(WebServer.names)", standard.rawValue
    ) { answer throws(InstallingError) in
      guard let server = WebServer(rawValue: answer) else {
        throw InstallingError("“\(answer)” is none of the web servers \(WebServer.names)")
      }
      let missing = server.programs.filter { !Files.exists($0) }
      guard missing.isEmpty else {
        throw InstallingError(
          "\(missing.joined(separator: ", ")) is missing; apt-get install \(server.packages)")
      }
      return server
    }
  }

  private func address(for server: WebServer) throws -> SiteAddress {
    try ask(
      options.address, "Address that people open, such as https://records.example",
      try recorded(.address, options.address, "base-url")
    ) { answer throws(InstallingError) in
      guard !answer.isEmpty else {
        throw InstallingError(
          "name the address that people open: --address https://records.example")
      }
      let address = try SiteAddress(answer)
      try server.refusePort(of: address)
      return address
    }
  }

  /// The standard answer is the language of this terminal if there are pages in that language; otherwise English.
  private func language() throws -> String {
    let terminal = Surroundings.current.variable("LANG")?.prefix { $0 != "_" && $0 != "." } ?? ""
    let first = languages.first { $0 == terminal } ?? "en"
    return try ask(
      options.language, "Language of the pages: \(languages.joined(separator: ", "))",
      standard("language", first)
    ) { answer throws(InstallingError) in
      // A host's own folder of `words` may have further languages.
      guard answer.isEmpty || languages.contains(answer) || present?["words"] != nil else {
        throw InstallingError(
          "“\(answer)” is none of the languages \(languages.joined(separator: ", "))")
      }
      return answer
    }
  }

  private func timeZone() throws -> String {
    guard let zone = options.timeZone else { return present == nil ? try Self.timeZone() : "" }
    let file = "\(Self.zones)\(zone)"
    guard zone == "UTC" || (Files.exists(file) && !Files.isDirectory(file)) else {
      throw InstallingError("“\(zone)” is no time zone; an example is Europe/Berlin")
    }
    return zone
  }

  private static let zones = "/usr/share/zoneinfo/"

  /// The zone of this computer; Debian 13 has no `/etc/timezone`. Sources: timezone(5) of Debian, localtime(5).
  private static func timeZone() throws(HostError) -> String {
    guard Files.exists("/etc/timezone") else {
      let target = Files.linkTarget(of: "/etc/localtime") ?? ""
      return target.hasPrefix(zones) ? String(target.dropFirst(zones.utf8.count)) : ""
    }
    let bytes = try Files.read("/etc/timezone", limit: 256)
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
