// The files of root that `albumscan setup` writes. If the web server cannot start with them, they are taken back.

import Host
import Installing

extension SetupRun {
  typealias Changes = [(PlannedFile, PlannedFile.Change)]

  /// The folders for texts that are not put into use.
  var kept: KeptTexts { KeptTexts(of: answers.name) }

  /// Writes the files. If the web server cannot start with the files, undoes these changes.
  func write(_ changes: Changes, _ record: inout InstallationRecord, isFirst: Bool) throws {
    let before = record
    let heir = try heir(after: changes)
    for (file, change) in changes {
      if let written = try file.make(change, keeping: kept) { record.add(written) }
    }
    try heir?.write()
    if !answers.server.isServe { try Files.makeDirectories("/var/www/albumscan-acme") }
    try record.write()
    for words in plan.commands { try command(words) }
    guard let words = answers.server.examination else { return }
    let ended = try Programs.run(asRoot: words)
    guard ended.code != 0 else {
      try KeptTexts.forgetRemoved(record.files)
      if answers.server == .lighttpd { try Setup.warnAboutPort() }
      return
    }
    if answers.server == .apache, isFirst {
      try command(["a2dissite", "--quiet", answers.label])
    }
    try heir?.takeBack()
    for (file, change) in changes {
      try file.takeBack(change, after: before[file.path], keeping: kept)
    }
    try before.write()
    throw InstallingError(
      "\(words.joined(separator: " ")) failed:\n\(ended.text)\n"
        + "The new files of \(answers.server.rawValue) were taken back; it runs on as before.")
  }

  /// The installation whose file sets lighttpd's port for HTTPS from now on, because this installation's file will set
  /// it no longer; nil if the port stays where it is.
  func heir(after changes: Changes) throws -> LighttpdHeir? {
    let path = InstallationPlan.lighttpdFile(answers)
    guard let (file, change) = changes.first(where: { $0.0.path == path }),
      case .text(let planned) = file.content, change != .keep,
      !LighttpdPort.isSet(by: planned.split(separator: "\n"))
    else { return nil }
    return try LighttpdHeir(leaving: path, shared: Setup.shared)
  }

  /// Texts of root that earlier versions kept beside the files of a web server are moved to `kept`.
  func collectTexts(of record: InstallationRecord) throws {
    let files = record.files.filter { !$0.path.hasPrefix("\(answers.folder)/") }
    for path in try kept.collect(besides: files) {
      Terminal.print(
        "\(path) was moved to /etc/albumscan, because a web server may read its folder.")
    }
  }

  func restart(_ service: String) throws {
    let ended = try Programs.run(asRoot: ["service", service, "restart"])
    guard ended.code != 0 else { return }
    throw InstallingError(
      "\(service) did not start:\n\(ended.text)\nIts log has the reason: journalctl -u \(service). Once the reason is "
        + "gone, run setup again; or take its files back: albumscan setup \(answers.folder) --undo")
  }

  func command(_ words: [String]) throws {
    let ended = try Programs.run(asRoot: words)
    guard ended.code == 0 else {
      throw InstallingError("\(words.joined(separator: " ")) failed:\n\(ended.text)")
    }
  }
}

extension Setup {
  /// Names the files of lighttpd that have a certificate while no file sets the port for HTTPS.
  static func warnAboutPort() throws(HostError) {
    let files = try LighttpdPort.filesWithoutPort()
    guard !files.isEmpty else { return }
    Terminal.note(
      "No file of lighttpd sets the port 443 now, so these have no HTTPS: \(files.joined(separator: ", ")). Run setup "
        + "again for an installation among them, or: lighty-enable-mod ssl")
  }
}
