// The record of the files that `albumscan setup` wrote for one installation, and of the answers of its host:
// `/etc/albumscan/<name>.setup`, which only root can write. Undo removes exactly these files, if they are unchanged.
// The next run takes its standard answers from here, because another user owns the control file.

package import Host

/// One line of the setup record: kind, proof and path, with tabs between them.
package struct RecordedFile: Equatable, Sendable {
  package enum Kind: String, Sendable { case text, link, line, server }
  package let kind: Kind

  /// The SHA-256 of a text, the target of a link, the line itself, or the name of the web server.
  package let proof: String

  /// The path of the file; for a server, that of the installation.
  package let path: String

  package init(kind: Kind, proof: String, path: String) {
    (self.kind, self.proof, self.path) = (kind, proof, path)
  }

  /// Whether the file is still as setup wrote it; false if the file does not exist.
  package var isUnchanged: Bool {
    get throws(HostError) {
      switch kind {
      case .text:
        guard Files.isRegular(path) else { return false }
        return PlannedFile.digest(try Files.readRegular(path, limit: 64 << 20)) == proof
      case .link: return Files.linkTarget(of: path) == proof
      case .line:
        guard Files.exists(path) else { return false }
        return try PlannedFile.lines(of: path).contains(proof)
      case .server: return false
      }
    }
  }

  /// Removes the file, or the line from its file. The caller has checked `isUnchanged`.
  package func remove() throws(HostError) {
    guard kind == .line else {
      try Files.remove(path)
      return
    }
    let rest = try PlannedFile.lines(of: path).filter { $0 != proof }
    let text = rest.map { "\($0)\n" }.joined()
    try Files.replace(
      path, with: Array(text.utf8), mode: PlannedFile.mode(of: path), durably: false)
  }
}

package struct InstallationRecord: Sendable {
  package static let folder = "/etc/albumscan"
  package let path: String
  package private(set) var files: [RecordedFile] = []

  /// An answer that root needs again. `address` and `contact` are in the control file, too.
  package enum Answer: String, CaseIterable, Sendable { case address, certificate, contact, port }

  /// The answers of the last run; an earlier version wrote none.
  package private(set) var answers: [Answer: String] = [:]

  /// Reads the record of an installation. Without its file, the record is empty.
  package init(of name: String, in folder: String = folder) throws(HostError) {
    path = "\(folder)/\(name).setup"
    guard Files.exists(path) else { return }
    let lines = try PlannedFile.lines(of: path)
    files = lines.compactMap(Self.file)
    for (answer, value) in lines.compactMap(Self.answer) { answers[answer] = value }
  }

  private static let answerKind = "answer"

  private static func answer(_ line: String) -> (Answer, String)? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == answerKind, let answer = Answer(rawValue: parts[2]) else {
      return nil
    }
    return (answer, parts[1])
  }

  private static func file(_ line: String) -> RecordedFile? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let kind = RecordedFile.Kind(rawValue: parts[0]) else { return nil }
    return RecordedFile(kind: kind, proof: parts[1], path: parts[2])
  }

  /// The server of the earlier run; nil without an earlier run.
  package var server: WebServer? {
    files.first { $0.kind == .server }.flatMap { WebServer(rawValue: $0.proof) }
  }

  /// The folder of the installation; nil without an earlier run.
  package var installation: String? { files.first { $0.kind == .server }?.path }

  package subscript(path: String) -> RecordedFile? {
    files.first { $0.path == path && $0.kind != .server }
  }

  package mutating func add(_ file: RecordedFile) {
    files.removeAll { $0.path == file.path && ($0.kind == .server) == (file.kind == .server) }
    files.append(file)
  }

  /// Notes the answers of a run. The standard folder of the certificate follows from the address.
  package mutating func note(_ given: InstallationAnswers) {
    let contact = given.settings.first { $0.key == "contact" }?.value ?? ""
    answers = [.address: given.address.text, .port: "\(given.innerPort)"]
    if !contact.isEmpty { answers[.contact] = contact }
    if !given.hasStandardCertificate { answers[.certificate] = given.certificate }
  }

  package func write() throws(HostError) {
    let answered = Answer.allCases.compactMap { answer in
      answers[answer].map { "\(Self.answerKind)\t\($0)\t\(answer.rawValue)\n" }
    }
    let text =
      files.map { "\($0.kind.rawValue)\t\($0.proof)\t\($0.path)\n" }.joined()
      + answered.joined()
    try Files.makeDirectories(Files.parent(of: path))
    try Files.replace(path, with: Array(text.utf8), mode: 0o644, durably: true)
  }

  /// The paths that other installations of this computer use, too, such as the modules of a web server.
  package func shared() throws(HostError) -> Set<String> {
    let folder = Files.parent(of: path)
    guard Files.isDirectory(folder) else { return [] }
    let others = try Files.entries(of: folder).filter { $0.hasSuffix(".setup") }
      .map { "\(folder)/\($0)" }.filter { $0 != path }
    var paths = Set<String>()
    for other in others {
      paths.formUnion(try PlannedFile.lines(of: other).compactMap(Self.file).map(\.path))
    }
    return paths
  }
}
