// Makes a backup: one tar file with the database, its pictures and the control file, without keys.
// The backup is consistent while scans run. The file gets its name only after it was read back.
// Source: docs/decisions/096-backup-is-a-tar-file.md.

package import Albums
package import Host
package import Store

package struct Backup: Sendable {
  /// A backup that was made.
  package struct Report: Equatable, Sendable {
    /// The path of the file.
    package let file: String
    package let finds: Int

    /// The number of files in the backup, without the manifest.
    package let files: Int
    package let bytes: Int

    /// Files that the database names and that do not exist.
    package let missing: [String]
  }

  private let configuration: Configuration
  private let waitMilliseconds: Int64

  /// A backup waits `waitMilliseconds` for the lock of backups, because the collection of unused artwork
  /// holds it for moments.
  package init(_ configuration: Configuration, waitMilliseconds: Int64 = 5000) {
    self.configuration = configuration
    self.waitMilliseconds = waitMilliseconds
  }

  /// Writes a backup of `store` to `path`. Throws if the path is in a folder of the installation,
  /// or if a file of that name exists and `replaces` is false. Throws `.busy` while another backup
  /// is made or sent.
  package func write(
    _ store: borrowing Store, to path: String, replaces: Bool = false, at now: Timestamp
  ) throws(BackupError) -> Report {
    let file = try checked(path, replaces: replaces)
    let lock = try takeLock()
    let report = try write(store, toChecked: file, at: now)
    _ = consume lock
    return report
  }

  /// Writes a backup to data/backup.tar, calls `send`, and removes the file. No other backup begins
  /// before `send` has returned. Throws `.busy` while another backup is made or sent.
  package func send(
    _ store: borrowing Store, at now: Timestamp, by send: (Report) throws(BackupError) -> Void
  ) throws(BackupError) -> Report {
    let lock = try takeLock()
    let file = configuration.backupToSend
    defer { _ = try? Files.remove(file) }
    let report = try write(store, toChecked: file, at: now)
    try send(report)
    _ = consume lock
    return report
  }

  private func takeLock() throws(BackupError) -> Lock {
    let lock = try hosting { () throws(HostError) in
      try Lock.wait(for: configuration.backupLock, milliseconds: waitMilliseconds)
    }
    guard let lock else {
      throw .busy("another backup is being made or sent; try again when it has ended")
    }
    return lock
  }

  /// The caller holds the lock of backups.
  private func write(
    _ store: borrowing Store, toChecked file: String, at now: Timestamp
  ) throws(BackupError) -> Report {
    let parts = configuration.backupParts
    // Removes the working files that a killed backup has left.
    try hosting { () throws(HostError) in
      try Files.removeTree(parts)
      try Files.makeDirectories(parts, mode: 0o700)
    }
    defer { try? Files.removeTree(parts) }
    try linkPhotos(into: parts)
    let database = "\(parts)/albums.db"
    try storing { () throws(StoreError) in try store.copy(to: database) }
    Failpoint.pass("backup-copied")
    let contents = try BackupContents(ofCopy: database)
    let temporary = "\(Files.parent(of: file))/.tmp-\(Self.name(of: file))"
    defer { _ = try? Files.remove(temporary) }
    let report = try write(contents, database, to: temporary, at: now)
    Failpoint.pass("backup-written")
    var nothing = NoReceiver()
    _ = try BackupFile.read(temporary, into: &nothing)
    Failpoint.pass("backup-verified")
    try hosting { () throws(HostError) in
      try Files.move(temporary, to: file, durably: true)
    }
    return Report(
      file: file, finds: contents.finds, files: report.files, bytes: report.bytes,
      missing: report.missing)
  }

  /// The absolute path, if a backup may be written there.
  private func checked(_ path: String, replaces: Bool) throws(BackupError) -> String {
    let absolute = Files.absolutePath(path, from: Files.workingDirectory)
    let folder = Files.resolvingLinks(Files.parent(of: absolute))
    guard Files.isDirectory(folder) else { throw .refused("there is no folder \(folder)") }
    for own in [configuration.data, configuration.site]
    where "\(folder)/".utf8.starts(with: "\(own)/".utf8) {
      throw .refused("\(absolute) lies in \(own); choose a place outside of the installation")
    }
    let file = "\(folder)/\(Self.name(of: absolute))"
    if Files.isDirectory(file) { throw .refused("\(file) is a folder") }
    if Files.exists(file), !replaces {
      throw .refused("\(file) exists already; --replace replaces it")
    }
    return file
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Links the photos before the database is copied. A scan that ends meanwhile deletes its photo, but
  /// the copy of the database may still need it.
  private func linkPhotos(into parts: String) throws(BackupError) {
    try hosting { () throws(HostError) in
      for name in try Files.entries(of: configuration.photos) where BackupEntry.isPhoto(name) {
        _ = try Files.linkIfPresent("\(configuration.photos)/\(name)", to: "\(parts)/\(name)")
      }
    }
  }

  private func write(
    _ contents: BackupContents, _ database: String, to path: String, at now: Timestamp
  ) throws(BackupError) -> (files: Int, bytes: Int, missing: [String]) {
    _ = try hosting { () throws(HostError) in try Files.remove(path) }
    let file = try hosting { () throws(HostError) in try FileDescriptor.creating(path) }
    var writer = BackupWriter(TarWriter(file, seconds: now.milliseconds / 1000))
    guard try writer.add(.database, from: [database]) else { throw .damaged }
    _ = try writer.add(.controlFile, from: [configuration.file])
    for photo in contents.photos {
      // A photo that arrived after the links were made is only in data/photos.
      let paths = ["\(configuration.backupParts)/\(photo)", "\(configuration.photos)/\(photo)"]
      _ = try writer.add(.photo(photo), from: paths)
    }
    for picture in contents.artwork {
      _ = try writer.add(.artwork(picture), from: ["\(configuration.artwork)/\(picture)"])
    }
    return try writer.finish(finds: contents.finds, at: now)
  }
}

/// The facts that the backup takes from the copy of the database.
private struct BackupContents {
  let finds: Int

  /// Names in data/photos and data/artwork.
  let photos: [String]
  let artwork: [String]

  /// Removes the sign-ins from the copy, checks the copy, and reads the names of its files.
  init(ofCopy path: String) throws(BackupError) {
    (finds, photos, artwork) = try storing { () throws(StoreError) in
      let copy = try Store.open(path)
      try copy.removeSignIns()
      if let damage = try copy.damage() { throw .damaged(damage) }
      let pictures = try copy.artworkNames().sorted().flatMap { (name) in
        Artwork.sides.map { "\(name)-\($0).jpg" }
      }
      return (
        try copy.countFinds(), try copy.neededPhotos().filter(BackupEntry.isPhoto),
        pictures.filter(Artwork.isFileName)
      )
    }
  }
}

/// Adds files to the tar file and remembers their sizes and digests.
private struct BackupWriter: ~Copyable {
  private var tar: TarWriter
  private var files: [BackupManifest.File] = []
  private var missing: [String] = []

  init(_ tar: consuming TarWriter) { self.tar = tar }

  /// Adds the first file of `paths` that exists. Returns false if no file exists; the manifest then
  /// lists the entry as missing.
  mutating func add(_ entry: BackupEntry, from paths: [String]) throws(BackupError) -> Bool {
    for path in paths {
      guard let file = try Self.opened(path) else { continue }
      try add(entry, file, path)
      return true
    }
    missing.append(entry.name)
    return false
  }

  /// Nil if the file does not exist.
  private static func opened(_ path: String) throws(BackupError) -> FileDescriptor? {
    do {
      return try FileDescriptor.reading(path)
    } catch {
      if error.isMissing { return nil }
      throw .host(error)
    }
  }

  private mutating func add(
    _ entry: BackupEntry, _ file: borrowing FileDescriptor, _ path: String
  ) throws(BackupError) {
    guard let size = file.regularSize else { throw .refused("\(path) is no file") }
    try tar.begin(TarHeader(name: entry.name, size: size))
    var (hash, rest) = (SHA256(), size)
    var chunk = [UInt8](repeating: 0, count: min(max(size, 1), 1 << 20))
    while rest > 0 {
      let count = min(try file.fill(&chunk), rest)
      guard count > 0 else { throw .refused("\(path) shrank while it was copied") }
      chunk[..<count].withUnsafeBytes { hash.update($0) }
      try tar.append(chunk[..<count])
      rest -= count
    }
    try tar.end()
    files.append(.init(name: entry.name, size: size, digest: hexadecimal(hash.finish())))
  }

  mutating func finish(
    finds: Int, at now: Timestamp
  ) throws(BackupError) -> (files: Int, bytes: Int, missing: [String]) {
    let manifest = BackupManifest(
      program: Version.number, schema: Store.schemaVersion, created: now.iso, finds: finds,
      files: files, missing: missing)
    let bytes = manifest.bytes
    guard bytes.count <= BackupEntry.manifest.byteLimit else {
      throw .refused("there are too many files for a backup")
    }
    try tar.begin(TarHeader(name: BackupEntry.manifest.name, size: bytes.count))
    try tar.append(bytes[...])
    try tar.end()
    try tar.finish()
    return (files.count, tar.count, missing)
  }
}
