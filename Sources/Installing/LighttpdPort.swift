// The port for HTTPS of lighttpd. One file sets it for all sites of the server: with two such files, lighttpd would not
// start, and with none, no site speaks HTTPS.

package import Host

package enum LighttpdPort {
  package static let folder = "/etc/lighttpd/conf-enabled"

  /// Whether a file other than `own` sets the port. lighttpd reads the files whose names end with `.conf`.
  package static func isSet(
    besides own: String, in folder: String = folder
  ) throws(HostError) -> Bool {
    guard Files.isDirectory(folder) else { return false }
    let names = try Files.entries(of: folder).filter { $0.hasSuffix(".conf") }
    for path in names.map({ "\(folder)/\($0)" }) where path != own && Files.exists(path) {
      if isSet(by: try PlannedFile.lines(of: path)) { return true }
    }
    return false
  }

  /// The files with a certificate, if no file sets the port: their names have no HTTPS.
  package static func filesWithoutPort(in folder: String = folder) throws(HostError) -> [String] {
    guard Files.isDirectory(folder), try !isSet(besides: "", in: folder) else { return [] }
    var found: [String] = []
    for name in try Files.entries(of: folder) where name.hasSuffix(".conf") {
      let path = "\(folder)/\(name)"
      guard Files.exists(path) else { continue }
      let lines = try PlannedFile.lines(of: path).map { $0.drop { $0.isWhitespace } }
      if lines.contains(where: { $0.hasPrefix("ssl.pemfile") }) { found.append(path) }
    }
    return found
  }

  package static func isSet(by lines: [some StringProtocol]) -> Bool {
    lines.contains { line in
      let text = line.drop { $0.isWhitespace }
      return text.hasPrefix("$SERVER[\"socket\"]") && text.contains(":443\"")
    }
  }
}

/// An installation whose file must set the port, because the file that set it is removed, or no longer sets it.
package struct LighttpdHeir: Sendable {
  private let record: InstallationRecord
  private let kept: KeptTexts
  package let file: PlannedFile

  /// Nil if another file sets the port, or if no other installation has a certificate and an unchanged file.
  /// `leaving` is the file that sets the port no longer; `shared` is `share/albumscan` of the installed program.
  package init?(
    leaving path: String, shared: String, records: String = InstallationRecord.folder,
    in folder: String = LighttpdPort.folder
  ) throws(HostError) {
    guard try !LighttpdPort.isSet(besides: path, in: folder), Files.isDirectory(records) else {
      return nil
    }
    for name in try InstallationRecord.names(in: records) {
      let record = try InstallationRecord(of: name, in: records)
      let written = record.files.first { $0.kind == .text && $0.path.hasPrefix("\(folder)/50-") }
      guard record.server == .lighttpd, let written, written.path != path, try written.isUnchanged,
        let file = try Self.file(of: record, at: written.path, shared: shared)
      else { continue }
      (self.record, self.file) = (record, file)
      kept = KeptTexts(of: name, in: records)
      return
    }
    return nil
  }

  /// The file with the port. The present file has the answers of its host.
  private static func file(
    of record: InstallationRecord, at path: String, shared: String
  ) throws(HostError) -> PlannedFile? {
    let lines = try PlannedFile.lines(of: path)
    guard let folder = record.files.first(where: { $0.kind == .server })?.path,
      let host = value(of: "var.albumscan_name", in: lines),
      let chain = value(of: "ssl.pemfile", in: lines), Files.exists(chain),
      let answers = answers(folder, host, certificate: Files.parent(of: chain))
    else { return nil }
    let computer = InstallationPlan.Computer(
      hasSystemd: false, hasCertificate: true, isOtherHTTPS: false)
    let planned = try InstallationPlan(answers, shared: shared, computer: computer).files()
    let file = planned.first { $0.path == InstallationPlan.lighttpdFile(answers) }
    return file.map { PlannedFile(path, $0.content) }
  }

  private static func answers(
    _ folder: String, _ host: String, certificate: String
  ) -> InstallationAnswers? {
    do {
      return try InstallationAnswers(
        folder: folder, server: .lighttpd, address: SiteAddress("https://\(host)"),
        certificate: certificate)
    } catch {
      return nil
    }
  }

  /// The text between the quotes behind `key =`.
  private static func value(of key: String, in lines: [String]) -> String? {
    for line in lines {
      let text = line.drop { $0.isWhitespace }
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
      guard text.hasPrefix("\(key) ="), parts.count == 3 else { continue }
      return String(parts[1])
    }
    return nil
  }

  package func write() throws(HostError) {
    var record = record
    if let written = try file.make(.replace, keeping: kept) { record.add(written) }
    try record.write()
  }

  /// Undoes `write`.
  package func takeBack() throws(HostError) {
    try file.takeBack(.replace, after: record[file.path], keeping: kept)
    try record.write()
  }
}

extension InstallationRecord {
  /// The names of the installations with a record.
  package static func names(in folder: String = folder) throws(HostError) -> [String] {
    try Files.entries(of: folder).filter { $0.hasSuffix(".setup") }.map { String($0.dropLast(6)) }
  }
}
