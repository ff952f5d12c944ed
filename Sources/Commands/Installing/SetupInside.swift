// The folders and files inside of an installation. Its owner makes them, because root must not follow a link that the
// owner could put in place of a folder.

import ArgumentParser
import Host
import Installing

/// The part of root: starts `SetupInsideCommand`.
struct SetupInside {
  private let answers: InstallationAnswers
  private let plan: InstallationPlan

  init(_ answers: InstallationAnswers, _ plan: InstallationPlan) {
    (self.answers, self.plan) = (answers, plan)
  }

  /// `key` is the key of the provider, or empty. Returns the written files for the setup record.
  func run(key: String) throws -> [RecordedFile] {
    let record = try InstallationRecord(of: answers.name)
    var words = ["setup-inside", answers.folder, "--owner", answers.server.owner]
    if let written = record[answers.cgiFile] { words += ["--written", written.proof] }
    for (name, value) in plan.settings { words += ["--set", "\(name): \(value)"] }
    let provider = plan.settings.first { $0.key == "provider" }?.value
    if let provider, !key.isEmpty { words += ["--key", provider] }
    let input = Files.temporaryPath(for: record.path)
    try Files.replace(input, with: Array(key.utf8), durably: false)
    let ended = Result {
      try Programs.run(
        "\(Surroundings.current.programs)/albumscan", words, input: input, limit: 1 << 16,
        timeoutMilliseconds: 60_000)
    }
    try Files.remove(input)
    let output = try ended.get()
    guard output.exitCode == 0 else {
      throw InstallingError("the files in \(answers.folder) could not be written")
    }
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").compactMap {
      let words = $0.split(separator: "\t").map(String.init)
      guard words.count == 2, [answers.controlFile, answers.cgiFile].contains(words[1]) else {
        return nil
      }
      return RecordedFile(kind: .text, proof: words[0], path: words[1])
    }
  }
}

/// The part of the owner. Prints the SHA-256 and the path of each file that undo may remove.
struct SetupInsideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup-inside", abstract: "The part of setup that the owner of the data does.",
    shouldDisplay: false)

  @Argument var folder: String
  @Option var owner: String

  /// The SHA-256 of the CGI file of an earlier run.
  @Option var written: String?

  /// Lines of the control file.
  @Option(parsing: .singleValue) var set: [String] = []

  /// The provider whose key is on stdin.
  @Option var key: Provider?

  func run() throws {
    guard let user = Programs.user(named: owner) else {
      throw Ending(.usage, "there is no user \(owner)")
    }
    // The owner may not open this file of root.
    let secret = key == nil ? [] : try Files.read("/dev/stdin", limit: 4096)
    try Programs.become(user.id)
    guard Programs.userID == user.id else { throw Ending(.usage, "setup starts this command") }
    try refuseForeignFolders()
    for name in ["etc", "cgi-bin", "site"] { try Files.makeDirectories("\(folder)/\(name)") }
    for name in ["data", "data/keys"] {
      try Files.makeDirectories("\(folder)/\(name)", mode: 0o750)
    }
    try writeControlFile()
    try writeCGIFile()
    if let key {
      try Files.replace("\(folder)/data/keys/\(key.rawValue)", with: secret, durably: true)
    }
  }

  private func refuseForeignFolders() throws {
    let (data, site) = ("\(folder)/data", "\(folder)/site")
    let foreign =
      try OwnFolders.foreign(data: data) ?? OwnFolders.foreign(site: site, data: data)
    guard let foreign else { return }
    throw Ending(
      .usage,
      "\(foreign.folder) is not empty and does not belong to AlbumScan: it has \(foreign.entry); choose another folder"
    )
  }

  private func writeControlFile() throws {
    let file = "\(folder)/etc/albumscan.conf"
    let example = "\(Setup.shared)/albumscan.example"
    let before =
      Files.exists(file) ? try Files.readRegular(file, limit: Configuration.fileLimit) : nil
    var text = ControlText(String(decoding: try before ?? Files.read(example), as: UTF8.self))
    for line in set {
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      text.set(String(line[..<colon]), to: String(line[colon...].dropFirst(2)))
    }
    let bytes = Array(text.text.utf8)
    if let before, before != bytes {
      try Files.replace("\(file).old", with: before, mode: 0o644, durably: false)
    }
    if before != bytes { try Files.replace(file, with: bytes, mode: 0o644, durably: true) }
    // Undo may remove only a control file that this run made: an earlier one belongs to the host.
    guard before == nil else { return }
    report(PlannedFile(file, .text(text.text)).recorded)
  }

  private func writeCGIFile() throws {
    let path = "\(folder)/cgi-bin/albumscan"
    let text = "#!\(Surroundings.current.programs)/albumscan-cgi \(folder)/etc/albumscan.conf\n"
    let file = PlannedFile(path, .text(text))
    let earlier = written.map { RecordedFile(kind: .text, proof: $0, path: path) }
    let kept = KeptTexts(inside: folder)
    _ = try kept.collect(besides: [file.recorded])
    guard let recorded = try file.make(file.change(after: earlier), keeping: kept) else { return }
    try Files.setMode(0o755, of: path)
    report(recorded)
  }

  private func report(_ file: RecordedFile) { Terminal.write("\(file.proof)\t\(file.path)\n") }
}
