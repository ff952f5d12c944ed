// Other users have no right on the data folder. The exceptions are files that readers get by another
// path: the pictures of albums, to which the site has links, and the certificate page. These files
// are readable for others, but their folders are closed to others, too.

import Glibc

/// A folder with private data. Source: docs/decisions/117-private-data.md.
package struct PrivateFiles: Sendable {
  private let folder: String

  /// The folders directly in `folder` whose files readers get by another path.
  private let shared: Set<String>

  package init(_ folder: String, shared: Set<String>) {
    self.folder = folder
    self.shared = shared
  }

  /// The files and folders on which users who are neither the owner nor of the group have a right.
  package func open() throws(HostError) -> [String] {
    try all().filter { ($0.mode & 0o007) != 0 }.map(\.path)
  }

  /// The files and folders that belong to another user than this one.
  package func foreign() throws(HostError) -> [String] {
    try all().filter { $0.owner != geteuid() }.map(\.path)
  }

  /// Takes the rights of others away. The rights of the owner and of the group stay as they are.
  package func close() throws(HostError) {
    for file in try all() where (file.mode & 0o007) != 0 {
      try Files.setMode(file.mode & ~0o007, of: file.path)
    }
  }

  private struct File {
    let path: String
    let mode: UInt32
    let owner: UInt32
    let isFolder: Bool

    /// Nil for a symbolic link, which has no mode, and for a file that was removed meanwhile.
    init?(_ path: String) {
      var facts = stat()
      guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFLNK else { return nil }
      self.path = path
      mode = facts.st_mode & 0o7777
      owner = facts.st_uid
      isFolder = facts.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The folder and everything in it, except the files of the shared folders.
  private func all() throws(HostError) -> [File] {
    guard let top = File(folder) else { return [] }
    var (files, folders) = ([top], [folder])
    while let next = folders.popLast() {
      for name in try Files.entries(of: next) {
        guard let file = File("\(next)/\(name)") else { continue }
        files.append(file)
        let isShared = next == folder && shared.contains(name)
        if file.isFolder, !isShared { folders.append(file.path) }
      }
    }
    return files
  }
}
