// The files of setup inside of an installation, when setup is undone. Their owner examines and removes them, because
// root must not follow a link that the owner could put in place of a folder.

import ArgumentParser
import Host
import Installing

/// The part of root: starts `SetupTakesBackCommand`.
struct SetupTakesBack {
  private let files: [RecordedFile]
  private let owner: String

  init(_ files: [RecordedFile], owner: String) { (self.files, self.owner) = (files, owner) }

  /// The files that are as setup wrote them.
  func unchanged() throws -> [RecordedFile] { try run([]) }

  /// Removes these files, if they are still as setup wrote them.
  func remove() throws { _ = try run(["--remove"]) }

  private func run(_ options: [String]) throws -> [RecordedFile] {
    guard !files.isEmpty, Programs.user(named: owner) != nil else { return [] }
    let words = files.flatMap { ["--file", "\($0.proof)\t\($0.path)"] }
    let output = try Programs.run(
      "\(Surroundings.current.programs)/albumscan",
      ["setup-takes-back", "--owner", owner] + options + words,
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else {
      throw InstallingError("\(owner) could not read the files of the installation")
    }
    let paths = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    return files.filter { paths.contains(Substring($0.path)) }
  }
}

/// The part of the owner. Prints the path of each file that is as setup wrote it.
struct SetupTakesBackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup-takes-back", abstract: "The part of setup --undo that the owner does.",
    shouldDisplay: false)

  @Option var owner: String

  /// SHA-256 and path of a file, with a tab between them.
  @Option(parsing: .singleValue) var file: [String] = []
  @Flag var remove = false

  func run() throws {
    guard let user = Programs.user(named: owner) else {
      throw Ending(.usage, "there is no user \(owner)")
    }
    try Programs.become(user.id)
    guard Programs.userID == user.id else { throw Ending(.usage, "setup starts this command") }
    for words in file.map({ $0.split(separator: "\t").map(String.init) }) where words.count == 2 {
      let file = RecordedFile(kind: .text, proof: words[0], path: words[1])
      guard try file.isUnchanged else { continue }
      if remove { try file.remove() }
      Terminal.write("\(file.path)\n")
    }
  }
}
