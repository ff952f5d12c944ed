// Reads a backup from its first to its last byte and checks everything: names, order, sizes, digests.
// The same code verifies a new backup and restores an old one.

import Host

/// Receives the files of a backup, one after the other.
protocol BackupReceiver: ~Copyable {
  mutating func begin(_ entry: BackupEntry) throws(BackupError)
  mutating func receive(_ bytes: [UInt8]) throws(BackupError)
  mutating func end() throws(BackupError)
}

/// Stores no file, for a check of the backup.
struct NoReceiver: BackupReceiver {
  mutating func begin(_ entry: BackupEntry) {}
  mutating func receive(_ bytes: [UInt8]) {}
  mutating func end() {}
}

enum BackupFile {
  /// The maximum number of files in a backup. Source: docs/limits.md.
  static let mostFiles = 2_000_000

  /// Reads the backup at `path` and passes each file but the manifest to `receiver`. The caller must
  /// not use these files before this function returns, because only the manifest at the end says
  /// whether they are whole. A refusal begins with the path.
  static func read(
    _ path: String, into receiver: inout some BackupReceiver & ~Copyable
  ) throws(BackupError) -> BackupManifest {
    do {
      return try read(TarReader(path), into: &receiver)
    } catch {
      guard case .refused(let reason) = error else { throw error }
      throw .refused("\(path): \(reason)")
    }
  }

  private static func read(
    _ file: consuming TarReader, into receiver: inout some BackupReceiver & ~Copyable
  ) throws(BackupError) -> BackupManifest {
    var tar = file
    var files: [BackupManifest.File] = []
    var names: Set<String> = []
    while let header = try tar.next() {
      guard let entry = BackupEntry(name: header.name), header.size <= entry.byteLimit,
        files.count < mostFiles, names.insert(header.name).inserted
      else { throw .refused("\(header.name) does not belong into a backup") }
      if entry == .manifest { return try end(&tar, files) }
      guard (entry == .database) == files.isEmpty else {
        throw .refused("a backup begins with its database")
      }
      try receiver.begin(entry)
      var hash = SHA256()
      while true {
        let chunk = try tar.read()
        if chunk.isEmpty { break }
        chunk.withUnsafeBytes { hash.update($0) }
        try receiver.receive(chunk)
      }
      try receiver.end()
      files.append(
        .init(name: header.name, size: header.size, digest: hexadecimal(hash.finish())))
    }
    throw .refused("it has no list of its files, so it is not whole")
  }

  /// Reads the manifest and the end of the tar file, and compares the files with the manifest.
  private static func end(
    _ tar: inout TarReader, _ files: [BackupManifest.File]
  ) throws(BackupError) -> BackupManifest {
    var bytes: [UInt8] = []
    while true {
      let chunk = try tar.read()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    guard try tar.next() == nil else { throw .refused("a file follows the list of its files") }
    let manifest = try BackupManifest(bytes)
    guard !files.isEmpty else { throw .refused("it has no database") }
    guard manifest.files.count == files.count else {
      throw .refused("its files are not those of its list")
    }
    for (listed, file) in zip(manifest.files, files) where listed != file {
      throw .refused("\(file.name) in it is damaged")
    }
    return manifest
  }
}
