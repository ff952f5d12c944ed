// The folders for the texts that `albumscan setup` does not put into use: the former text of a replaced file, and the
// new text for a file that the host has changed. A web server or systemd may read every file in its own folders, so no
// such text lies beside its file.

package import Host

package struct KeptTexts: Equatable, Sendable {
  private let former: String
  private let new: String

  /// The part of a path that both folders leave out.
  private let root: String

  /// The folders for files of root: `/etc/albumscan/NAME.old` and `/etc/albumscan/NAME.new`.
  package init(of name: String, in folder: String = InstallationRecord.folder) {
    (former, new, root) = ("\(folder)/\(name).old", "\(folder)/\(name).new", "")
  }

  /// The folders for files of the owner, in the folder of the installation.
  package init(inside folder: String) {
    (former, new, root) = ("\(folder)/etc/old", "\(folder)/etc/new", folder)
  }

  package func former(of path: String) -> String { former + rest(of: path) }
  package func new(of path: String) -> String { new + rest(of: path) }

  private func rest(of path: String) -> String {
    path.hasPrefix("\(root)/") ? String(path.dropFirst(root.utf8.count)) : path
  }

  /// Removes the copies that a removal of the package kept (package/servers.sh), because `setup` decides about the files
  /// now.
  package static func forgetRemoved(
    _ files: [RecordedFile], in folder: String = InstallationRecord.folder
  ) throws(HostError) {
    for file in files where file.kind != .server {
      try Files.remove("\(folder)/removed\(file.path)")
    }
  }

  /// Removes all kept texts.
  package func remove() throws(HostError) {
    try Files.removeTree(former)
    try Files.removeTree(new)
  }

  // MARK: - Texts that earlier versions left beside the files

  /// Moves the texts that an earlier version kept beside the files of a record. Returns their former paths.
  package func collect(besides files: [RecordedFile]) throws(HostError) -> [String] {
    var moved: [String] = []
    for (beside, kept) in Self.pairs(of: files, former: former(of:), new: new(of:)) {
      guard try Self.isOurs(beside) else { continue }
      try Files.makeDirectories(Files.parent(of: kept))
      try Files.replace(kept, with: Files.read(beside), mode: 0o644, durably: false)
      try Files.remove(beside)
      moved.append(beside)
    }
    return moved
  }

  private static func pairs(
    of files: [RecordedFile], former: (String) -> String, new: (String) -> String
  ) -> [(beside: String, kept: String)] {
    files.filter { $0.kind == .text }.flatMap {
      [("\($0.path).old", former($0.path)), ("\($0.path).new", new($0.path))]
    }
  }

  /// Whether `setup` wrote a text: every text for a web server and every unit begins with this comment, and every CGI
  /// file with the name of its program.
  private static func isOurs(_ path: String) throws(HostError) -> Bool {
    guard Files.isRegular(path), let first = try PlannedFile.lines(of: path).first else {
      return false
    }
    return first.hasPrefix("# Written by \"albumscan setup\"")
      || (first.hasPrefix("#!/") && first.contains("/albumscan-cgi "))
  }
}
