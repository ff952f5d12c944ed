// The files of an installation outside of its folder, made from the files that a host could copy by hand
// (docs/server.md).

package import Host

package struct InstallationPlan: Sendable {
  private let answers: InstallationAnswers

  /// `share/albumscan` of the installed program.
  private let shared: String

  /// The state of the computer.
  private let computer: Computer

  package struct Computer: Sendable {
    /// Whether systemd is the service manager. Source: sd_booted(3).
    package var hasSystemd: Bool

    /// Whether the certificate of the address exists.
    package var hasCertificate: Bool

    /// Whether another installation already gives lighttpd its port for HTTPS.
    package var isOtherHTTPS: Bool

    package init(hasSystemd: Bool, hasCertificate: Bool, isOtherHTTPS: Bool) {
      self.hasSystemd = hasSystemd
      self.hasCertificate = hasCertificate
      self.isOtherHTTPS = isOtherHTTPS
    }

    /// The computer as it is now.
    package init(for answers: InstallationAnswers) throws(HostError) {
      hasSystemd = Files.isDirectory("/run/systemd/system")
      hasCertificate = Files.exists("\(answers.certificate)/fullchain.pem")
      isOtherHTTPS =
        answers.server == .lighttpd
        ? try LighttpdPort.isSet(besides: InstallationPlan.lighttpdFile(answers)) : false
    }
  }

  package init(_ answers: InstallationAnswers, shared: String, computer: Computer) {
    (self.answers, self.shared, self.computer) = (answers, shared, computer)
  }

  /// Whether the web server speaks HTTPS. Caddy gets a certificate itself, and `albumscan serve` makes its own.
  package var isHTTPSReady: Bool {
    answers.address.isHTTPS && (answers.server.isServe || computer.hasCertificate)
  }

  /// The settings of the control file: the answers, and those that follow from them.
  package var settings: [(key: String, value: String)] {
    var settings = [("base-url", answers.address.text)]
    settings += answers.settings.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }
    if answers.server == .own, answers.address.isHTTPS { settings.append(("https", "on")) }
    if computer.hasSystemd, !answers.server.isServe { settings.append(("worker", "systemd")) }
    return settings.map { (key: $0.0, value: $0.1) }
  }

  /// Throws if a file of the installed program is missing.
  package func files() throws(HostError) -> [PlannedFile] {
    let label = answers.label
    var files = [
      PlannedFile("\(InstallationRecord.folder)/\(answers.name).conf", .link(answers.controlFile))
    ]
    switch answers.server {
    case .lighttpd:
      files += [
        PlannedFile(
          "\(LighttpdPort.folder)/49-albumscan.conf", .link("\(shared)/servers/lighttpd-once.conf")),
        PlannedFile(Self.lighttpdFile(answers), .text(try lighttpd())),
      ]
    case .apache:
      files.append(PlannedFile("/etc/apache2/sites-available/\(label).conf", .text(try apache())))
    case .nginx:
      files += [
        PlannedFile("/etc/default/fcgiwrap", .text("DAEMON_OPTS=-fc16\n")),
        PlannedFile("/etc/nginx/conf.d/albumscan.conf", .link("\(shared)/servers/nginx-once.conf")),
        PlannedFile("/etc/nginx/sites-available/\(label)", .text(try hostFile("nginx-host.conf"))),
        PlannedFile(
          "/etc/nginx/sites-enabled/\(label)", .link("/etc/nginx/sites-available/\(label)")),
      ]
    case .caddy:
      files += [
        PlannedFile("/etc/caddy/\(label).caddy", .text(try caddy())),
        PlannedFile("/etc/caddy/Caddyfile", .line("import /etc/caddy/\(label).caddy")),
      ]
    case .own: break
    }
    if computer.hasSystemd {
      files.append(
        PlannedFile("/etc/tmpfiles.d/albumscan.conf", .link("\(shared)/servers/albumscan.tmpfiles"))
      )
    }
    return try files
      + units.map { (unit) throws(HostError) in
        PlannedFile("/etc/systemd/system/\(unit.name)", .text(try unitText(unit)))
      }
  }

  /// The commands of Apache that enable its modules and the site; empty for another web server.
  package var commands: [[String]] {
    guard answers.server == .apache else { return [] }
    let modules = ["cgid", "headers"] + (isHTTPSReady ? ["ssl"] : [])
    return [
      ["a2enmod", "--quiet"] + modules, ["a2ensite", "--quiet", answers.label],
    ]
  }

  /// The units that are enabled and started.
  package var started: [String] {
    units.map(\.name).filter { $0 != "albumscan-work@\(answers.name).service" }
  }

  // MARK: - Units

  private var units: [(name: String, source: String)] {
    guard computer.hasSystemd else { return [] }
    let name = answers.name
    if answers.server.isServe { return [("albumscan@\(name).service", "albumscan.service")] }
    return ["path", "service"].map { ("albumscan-work@\(name).\($0)", "albumscan-work.\($0)") }
  }

  private func unitText(_ unit: (name: String, source: String)) throws(HostError) -> String {
    let serve =
      switch (answers.server, answers.address.isHTTPS) {
      case (.caddy, _): " serve --port \(answers.innerPort)"
      case (.own, false): " serve --host \(listeningHost) --port \(answers.address.port ?? 8017)"
      default: " serve"
      }
    return try ours(text("servers/\(unit.source)"))
      .replacing("/srv/albumscan", with: answers.folder)
      .replacing("User=www-data", with: "User=\(answers.server.owner)")
      .replacing(" serve\n", with: "\(serve)\n")
  }

  /// `albumscan serve` listens at a numeric address, because the name of a computer may have several addresses.
  private var listeningHost: String {
    let host = answers.address.host
    if host == "localhost" { return "127.0.0.1" }
    let isNumber = host.allSatisfy { $0.isNumber || $0 == "." } || host.hasPrefix("[")
    return isNumber ? host.filter { !"[]".contains($0) } : "0.0.0.0"
  }

  // MARK: - Files of web servers

  package static func lighttpdFile(_ answers: InstallationAnswers) -> String {
    "\(LighttpdPort.folder)/50-\(answers.label).conf"
  }

  private func lighttpd() throws(HostError) -> String {
    let text = try hostFile("lighttpd-host.conf")
      .replacing(
        "$HTTP[\"host\"] =~ \"\" {", with: "$HTTP[\"host\"] == \"\(answers.address.host)\" {"
      )
      .replacing(
        "# Every name of this server. For one name of several: == \"\(answers.address.host)\".\n",
        with: "")
    guard isHTTPSReady, computer.isOtherHTTPS else { return text }
    // The file of the other installation sets the port and the module; this name has its own certificate.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let certificate = lines.filter { $0.hasPrefix("ssl.pemfile") || $0.hasPrefix("ssl.privkey") }
    let block = lines.prefix { $0 != "}" }
    return (block + certificate.map { "  \($0)" } + ["}", ""]).joined(separator: "\n")
  }

  private func apache() throws(HostError) -> String {
    try hostFile("apache-host.conf")
      .replacing("/etc/letsencrypt/live/${ALBUMSCAN_NAME}", with: answers.certificate)
  }

  private func caddy() throws(HostError) -> String {
    let host = answers.address.host
    // The block for all names in Debian's Caddyfile would answer at port 80.
    let redirect = "\nhttp://\(host) {\n\tredir https://{host}{uri} 308\n}\n"
    let site = try hostFile("caddy")
      .replacing("\n\(host) {", with: "\n\(answers.address.isHTTPS ? "" : "http://")\(host) {")
      .replacing("127.0.0.1:8017", with: "127.0.0.1:\(answers.innerPort)")
    return answers.address.isHTTPS ? site + redirect : site
  }

  /// A web server's file for one site, with the folder, the name and the certificate of the installation.
  private func hostFile(_ name: String) throws(HostError) -> String {
    // The certificate may lie in a folder whose name contains the example.
    let certificate = "@CERTIFICATE@"
    let text = try ours(text("servers/\(name)"))
      .replacing("/etc/letsencrypt/live/records.example", with: certificate)
      .replacing("/srv/albumscan", with: answers.folder)
      .replacing("records.example", with: answers.address.host)
      .replacing(certificate, with: answers.certificate)
    guard isHTTPSReady else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.drop { $0 == " " }
      return start.hasPrefix("#https ") ? String(start.dropFirst(7)) : String(line)
    }.joined(separator: "\n")
  }

  /// The text with another first comment. The comment of the installed file says how to copy the file by hand.
  private func ours(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop {
      $0.hasPrefix("#")
    }
    return """
      # Written by "albumscan setup". If you change this file, setup leaves it, and writes its own text into
      # /etc/albumscan/\(answers.name).new.

      """ + lines.joined(separator: "\n")
  }

  private func text(_ name: String) throws(HostError) -> String {
    String(decoding: try Files.read("\(shared)/\(name)"), as: UTF8.self)
  }
}
