// Shows and makes the changes that `albumscan setup` plans.

import Host
import Installing

struct SetupRun {
  let answers: InstallationAnswers
  private let options: SetupOptions
  private let isOffline: Bool
  let plan: InstallationPlan

  init(answers: InstallationAnswers, options: SetupOptions, isOffline: Bool) throws {
    (self.answers, self.options, self.isOffline) = (answers, options, isOffline)
    plan = InstallationPlan(answers, shared: Setup.shared, computer: try .init(for: answers))
  }

  func run(onlyShows: Bool, asks: Bool) throws {
    var record = try InstallationRecord(of: answers.name)
    let isFirst = record.server == nil
    let files = try plan.files()
    let changes = try files.map { file in (file, try file.change(after: record[file.path])) }
    try refuseForeignFolder()
    try refuseHeldPorts()
    try show(changes)
    if onlyShows { return }
    if asks {
      guard Terminal.canAsk else {
        throw InstallingError("add --yes to do this without a question")
      }
      guard Terminal.agrees() else { throw Ending(.no, "nothing was changed") }
    }
    try collectTexts(of: record)
    let key = try self.key()
    try makeOwner()
    try makeFolder()
    record.add(RecordedFile(kind: .server, proof: answers.server.rawValue, path: answers.folder))
    record.note(answers)
    try record.write()
    for file in try SetupInside(answers, plan).run(key: key) { record.add(file) }
    try record.write()
    try write(changes, &record, isFirst: isFirst)
    try finish()
  }

  // MARK: - Showing

  private func show(_ changes: Changes) throws {
    var lines = [
      "AlbumScan in \(answers.folder), at \(answers.address.text), behind \(answers.server.rawValue):"
    ]
    if Programs.user(named: answers.server.owner) == nil {
      lines.append("add the user \(answers.server.owner)")
    }
    if !Files.exists(answers.folder) {
      lines.append("make \(answers.folder) for the user \(answers.server.owner)")
    }
    lines.append(
      "write the control file \(answers.controlFile)"
        + plan.settings.map { "\n      \($0.key): \($0.value)" }.joined())
    for (file, change) in changes {
      switch change {
      case .none: break
      case .write: lines.append("write \(file.path)")
      case .replace:
        lines.append(
          file.isText
            ? "write \(file.path); its former text is kept in \(kept.former(of: file.path))"
            : "change the link \(file.path)")
      case .keep:
        lines.append(
          "keep \(file.path), which you have changed"
            + (file.isText ? "; the new text is in \(kept.new(of: file.path))" : ""))
      }
    }
    if let heir = try heir(after: changes) {
      lines.append("write \(heir.file.path), which sets the port 443 from now on")
    }
    lines += plan.commands.map { "run \($0.joined(separator: " "))" }
    lines += plan.started.map { "enable and start \($0)" }
    lines += answers.server.services.map { "restart \($0)" }
    lines.append("import the 24 sample albums")
    if options.reader == true { lines.append("install the text reader for this computer") }
    if let person = options.person, isReadyForPeople { lines.append("add the person \(person)") }
    Terminal.print(lines.joined(separator: "\n  - "))
  }

  private var isReadyForPeople: Bool { plan.isHTTPSReady || answers.address.isLoopback }

  /// Before anything is written. Without the program `ss` nothing is known.
  private func refuseHeldPorts() throws {
    let listed = try Programs.run(asRoot: PortHolder.command)
    guard listed.code == 0 else { return }
    try answers.server.refuseHeldPorts(isHTTPS: plan.isHTTPSReady, listing: listed.text)
  }

  // MARK: - Owner and folder

  /// Root writes nothing in a folder of another user. This user and the owner of the installation must be the same.
  private func refuseForeignFolder() throws {
    let present = try owner(of: answers.folder).user
    guard present != 0 else { return }
    let name = Programs.userName(of: present)
    guard name != answers.server.owner else { return }
    throw InstallingError(
      "\(answers.folder) belongs to \(name), or lies in a folder of \(name), and behind \(answers.server.rawValue) the "
        + "owner is \(answers.server.owner); choose another folder, or: chown -R \(answers.server.owner): "
        + answers.folder)
  }

  private func owner(of folder: String) throws(InstallingError) -> PathOwner {
    do { return try PathOwner(of: folder) } catch { throw InstallingError("\(error)") }
  }

  private func makeOwner() throws {
    let owner = answers.server.owner
    guard Programs.user(named: owner) == nil else { return }
    try command([
      "useradd", "--system", "--user-group", "--no-create-home", "--home-dir",
      "/nonexistent", "--shell",
      "/usr/sbin/nologin", owner,
    ])
  }

  private func makeFolder() throws {
    guard let owner = Programs.user(named: answers.server.owner) else {
      throw InstallingError("the user \(answers.server.owner) is missing")
    }
    // In a folder of the owner, `SetupInside` makes the folder of the installation.
    let present = try self.owner(of: answers.folder)
    guard present.user != owner.id else { return }
    if !present.exists {
      try Files.makeDirectories(Files.parent(of: answers.folder))
      try Files.makeDirectory(answers.folder, mode: 0o755, owner: owner.id, group: owner.group)
    }
    guard Files.owner(of: answers.folder) == owner.id else {
      throw InstallingError(
        "\(answers.folder) belongs to root; chown \(answers.server.owner): \(answers.folder)")
    }
  }

  /// The key of the provider; empty if the provider needs none, or if the installation has a key already.
  private func key() throws -> String {
    guard let provider = plan.settings.first(where: { $0.key == "provider" })?.value,
      provider != "sample",
      provider != Provider.openAICompatible.rawValue
    else { return "" }
    if let file = options.keyFile {
      return String(decoding: try Files.read(file, limit: 4096), as: UTF8.self)
    }
    let kept = "\(answers.folder)/data/keys/\(provider)"
    return Files.exists(kept)
      ? "" : Terminal.askSecret("Key for \(provider) (not shown; may be empty)")
  }

  // MARK: - The end

  private func finish() throws {
    if !plan.started.isEmpty {
      try command(["systemctl", "daemon-reload"])
      try command(["systemd-tmpfiles", "--create", "albumscan.conf"])
    }
    try albumscan(["init"])
    try albumscan(["catalogue", "import", "\(Setup.shared)/catalogue/catalogue.csv"])
    if options.reader == true { try installReader() }
    for unit in plan.started {
      try command(["systemctl", "enable", unit])
      try command(["systemctl", "restart", unit])
    }
    for service in answers.server.services { try restart(service) }
    if answers.server.isServe, plan.started.isEmpty {
      Terminal.print(
        "systemd does not run here; start the server with: albumscan --config \(answers.controlFile) serve"
      )
    }
    if isReadyForPeople { try addPerson() } else { tellOfHTTPS() }
    try albumscan(["doctor"] + (isOffline ? ["--offline"] : []), mayFail: true)
  }

  private func tellOfHTTPS() {
    if let warning = answers.address.warning { return Terminal.print(warning) }
    let service = answers.server.services.last ?? answers.server.rawValue
    Terminal.print(
      """
      There is no certificate in \(answers.certificate) yet. Get one, then run setup again with the same options:
        apt-get install certbot
        certbot certonly --webroot --webroot-path /var/www/albumscan-acme -d \(answers.address.host) \
      --deploy-hook 'service \(service) restart'
      """)
    if let person = options.person {
      Terminal.print(
        "With the certificate, setup adds \(person), and prints the link for signing in.")
    }
  }

  private func addPerson() throws {
    if let person = options.person { return try add(person) }
    let people = SetupPeople(controlFile: answers.controlFile)
    if try !people.exist() { Terminal.print(people.advice) }
  }

  /// Invites the person again if there is one with this name; otherwise adds the person.
  private func add(_ name: String) throws {
    let invited = try Programs.run(albumscan: ["person", "invite", name], answers)
    guard invited.code != 0 else { return Terminal.print(invited.text) }
    try albumscan(["person", "add", name])
  }

  /// Runs a command of this program, which continues as the owner of the data, and prints its output.
  private func albumscan(_ words: [String], mayFail: Bool = false) throws {
    let ended = try Programs.run(albumscan: words, answers)
    Terminal.print(ended.text)
    guard ended.code == 0 || mayFail else {
      throw InstallingError("albumscan \(words.joined(separator: " ")) failed")
    }
  }
}

extension Programs {
  /// The exit code and the output of a program, without line ends at the end of the output.
  typealias Ended = (code: Int32, text: String)

  /// Runs a program of the system with root's PATH, for at most 10 minutes.
  static func run(asRoot words: [String]) throws(HostError) -> Ended {
    let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return ended(
      try run(
        "/usr/bin/env", [path] + words, input: "/dev/null", limit: 1 << 20,
        timeoutMilliseconds: 600_000, errors: .kept))
  }

  static func run(albumscan words: [String], _ answers: InstallationAnswers) throws(HostError)
    -> Ended
  {
    ended(
      try run(
        "\(ownFolder)/albumscan", ["--config", answers.controlFile] + words, input: "/dev/null",
        limit: 1 << 20,
        timeoutMilliseconds: 3_600_000, errors: .kept))
  }

  private static func ended(_ output: Output) -> Ended {
    let text = String(decoding: output.bytes + output.errors, as: UTF8.self)
    return (output.exitCode, String(text.reversed().drop { $0.isNewline }.reversed()))
  }
}
