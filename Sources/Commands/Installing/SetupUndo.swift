// Removes the files of `albumscan setup` that are unchanged. Root removes only files in folders of root.

import Host
import Installing

struct SetupUndo {
  private let folder: String
  private let yes: Bool
  private let name: String

  init(folder: String, yes: Bool) {
    (self.folder, self.yes) = (folder, yes)
    name = folder.split(separator: "/").last.map(String.init) ?? ""
  }

  func run() throws {
    let record = try InstallationRecord(of: name)
    guard let server = record.server else {
      throw InstallingError("there is no record of a setup of \(folder): \(record.path)")
    }
    let shared = try record.shared()
    let files = record.files.filter { $0.kind != .server && !shared.contains($0.path) }
    let inside = SetupTakesBack(
      files.filter { isInside($0, record) }, owner: server.owner)
    let ofRoot = try files.filter { try !isInside($0, record) && $0.isUnchanged }
    let removed = try ofRoot + inside.unchanged()
    let kept = files.filter {
      !removed.contains($0) && (Files.exists($0.path) || Files.isLink($0.path))
    }
    Terminal.print((["Undo removes:"] + removed.map(\.path)).joined(separator: "\n  - "))
    if !kept.isEmpty {
      Terminal.print(
        (["You have changed these files, so they stay:"] + kept.map(\.path)).joined(
          separator: "\n  - "))
    }
    Terminal.print("Finds, keys, pages and backups in \(folder) stay.")
    guard yes || Terminal.agrees() else { throw Ending(.no, "nothing was changed") }
    try stopUnits(of: removed)
    for file in ofRoot where try file.isUnchanged { try file.remove() }
    try inside.remove()
    if server == .apache { try a2dissite(removed) }
    if server == .lighttpd { try handOverPort() }
    try removeKeptTexts(of: record)
    try Files.remove(record.path)
    let folder = InstallationRecord.folder
    if try Files.entries(of: folder).isEmpty { try Files.removeTree(folder) }
    try restart(server)
  }

  /// A web server that could not start again goes on with the files that it has read.
  private func restart(_ server: WebServer) throws {
    if let words = server.examination {
      let examined = try Programs.run(asRoot: words)
      guard examined.code == 0 else {
        return Terminal.note(
          "\(server.rawValue) refuses its present files and was not restarted:\n\(examined.text)")
      }
    }
    for service in server.services {
      let ended = try Programs.run(asRoot: ["service", service, "restart"])
      if ended.code != 0 { Terminal.note("\(service) did not restart:\n\(ended.text)") }
    }
  }

  /// If the removed file set lighttpd's port for HTTPS, the file of another installation sets it from now on.
  private func handOverPort() throws {
    guard let heir = try LighttpdHeir(leaving: "", shared: Setup.shared) else {
      return try Setup.warnAboutPort()
    }
    try heir.write()
    Terminal.print("\(heir.file.path) sets the port 443 from now on.")
  }

  /// Also those that an earlier version left beside the files.
  private func removeKeptTexts(of record: InstallationRecord) throws {
    let kept = KeptTexts(of: name)
    _ = try kept.collect(besides: record.files.filter { !$0.path.hasPrefix("\(folder)/") })
    try kept.remove()
    try KeptTexts.forgetRemoved(record.files)
  }

  /// Whether the owner of the installation, not root, owns the folder of the file.
  private func isInside(_ file: RecordedFile, _ record: InstallationRecord) -> Bool {
    Files.isInside(file.path, record.installation ?? folder)
  }

  private func stopUnits(of files: [RecordedFile]) throws {
    let unitFolder = "/etc/systemd/system/"
    let units = files.map(\.path).filter { $0.hasPrefix(unitFolder) }.map {
      String($0.dropFirst(unitFolder.utf8.count))
    }
    guard !units.isEmpty, Files.isDirectory("/run/systemd/system") else { return }
    for unit in units {
      _ = try Programs.run(asRoot: ["systemctl", "disable", "--now", unit])
    }
  }

  /// Removes Apache's links to the removed sites.
  private func a2dissite(_ files: [RecordedFile]) throws {
    for path in files.map(\.path) where path.hasPrefix("/etc/apache2/sites-available/") {
      let site = path.split(separator: "/").last.map { $0.dropLast(5) } ?? ""
      _ = try Programs.run(asRoot: ["a2dissite", "--quiet", "--purge", String(site)])
    }
  }
}
