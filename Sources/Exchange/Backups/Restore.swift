// Puts a backup in place of the data folder. The new folder is complete before the first rename, and
// the folder that it replaces is kept beside it. Source: docs/decisions/097-restore-by-rename.md.

import Albums
package import Host
package import Store

package struct Restore: Sendable {
  /// The moments at which a test can kill the process: `ALBUMSCAN_KILL=restore-unpacked`.
  package enum Moment: String, CaseIterable, Sendable {
    case begun, unpacked, upgraded, ready, moved, swapped
  }

  private let configuration: Configuration
  private let freeBytes: @Sendable (String) -> Int?

  /// `freeBytes` returns the free disk space of a folder in bytes; nil when unknown.
  package init(
    _ configuration: Configuration,
    freeBytes: @escaping @Sendable (String) -> Int? = { Files.freeBytes(at: $0) }
  ) {
    self.configuration = configuration
    self.freeBytes = freeBytes
  }

  /// The folder that becomes the data folder.
  private var new: String { Self.newFolder(of: configuration) }

  private static func newFolder(of configuration: Configuration) -> String {
    "\(configuration.data).restoring"
  }

  /// This empty file exists in the new folder as soon as the folder is complete. It is removed when
  /// the restore has ended.
  private static let marker = "restore-complete"

  /// Unpacks and checks the backup `file` in a folder beside the data folder, and upgrades its
  /// database. Changes nothing in the data folder. Throws `.noSpace` before it unpacks if the disk is
  /// too full, and `.busy` while another restore runs.
  package func prepare(_ file: String) throws(BackupError) -> PreparedRestore {
    let size = try Self.size(of: file)
    let lock = try begin(for: size)
    Failpoint.pass("restore-begun")
    var unpacking = Unpacking(folder: new)
    let manifest = try BackupFile.read(file, into: &unpacking)
    Failpoint.pass("restore-unpacked")
    try storing { () throws(StoreError) in try Store.refuseUnknown(manifest.schema) }
    let accounts = try upgrade()
    Failpoint.pass("restore-upgraded")
    try keepKeys()
    try hosting { () throws(HostError) in
      // The next worker writes the pages if this process is killed before it has written them.
      try Files.replace("\(new)/building", with: [], durably: false)
      try Files.synchroniseFileSystem(of: new)
      try Files.replace("\(new)/\(Self.marker)", with: [], durably: true)
    }
    Failpoint.pass("restore-ready")
    return PreparedRestore(manifest: manifest, accounts: accounts, lock: lock)
  }

  private static func size(of file: String) throws(BackupError) -> Int {
    let size = try hosting { () throws(HostError) in try FileDescriptor.reading(file).regularSize }
    guard let size else { throw .refused("\(file) is no file") }
    return size
  }

  /// The bytes that the restore of a backup of `size` bytes needs: its contents, and a tenth for the
  /// copy of an older database and the index of covers. Source: docs/limits.md "Backups".
  package static func neededBytes(forBackupOf size: Int) -> Int {
    size.addingReportingOverflow(size / 10).overflow ? .max : size + size / 10
  }

  private func refuseFullDisk(_ size: Int, in folder: String) throws(BackupError) {
    let needed = Self.neededBytes(forBackupOf: size)
    guard let free = freeBytes(folder), free < needed else { return }
    throw .noSpace(needed: needed, free: free, folder: folder)
  }

  /// Makes the new folder and takes its worker lock, which stays locked after the rename. `size` is
  /// the size of the backup in bytes.
  private func begin(for size: Int) throws(BackupError) -> Lock {
    let parent = Files.parent(of: configuration.data)
    guard Files.allows(.write, parent) else {
      throw .refused(
        "this user cannot write \(parent), where the new data folder is prepared: "
          + "sudo chown \(Programs.userName) \(parent)")
    }
    let busy = BackupError.busy("another restore is running; try again when it has ended")
    if Lock.isHeld("\(new)/worker.lock") { throw busy }
    // The remains of a killed restore take up space.
    try hosting { () throws(HostError) in try Files.removeTree(new) }
    try refuseFullDisk(size, in: parent)
    let lock = try hosting { () throws(HostError) in
      for folder in ["", "/photos", "/artwork", "/keys"] {
        try Files.makeDirectories(new + folder, mode: 0o750)
      }
      return try Lock.take("\(new)/worker.lock")
    }
    guard let lock else { throw busy }
    return lock
  }

  private func upgrade() throws(BackupError) -> RestoredAccounts {
    let path = "\(new)/\(BackupEntry.database.name)"
    let (replaced, obstacle) = try replacedAccounts()
    return try storing { () throws(StoreError) in
      let store = try Store.openUpgrading(path)
      try store.removeSignIns()
      if let damage = try store.damage() { throw .damaged(damage) }
      let files = try store.neededPhotos()
      guard try store.hasOnlyOwnIDs(), files.allSatisfy(BackupEntry.isPhoto) else {
        throw .damaged("an id in it is not of albumscan")
      }
      var accounts = try store.takeOver(replaced)
      accounts.unread = obstacle
      return accounts
    }
  }

  /// The accounts of the present database; nil without one. A damaged database does not stop a
  /// restore, because the damage may be the reason for the restore. The second value is then the
  /// reason why the accounts could not be read.
  private func replacedAccounts() throws(BackupError) -> (ReplacedAccounts?, obstacle: String?) {
    guard Files.exists(configuration.database) else { return (nil, nil) }
    do {
      return (try ReplacedAccounts(reading: configuration.database), nil)
    } catch {
      guard error.isBusy else { return (nil, "\(error)") }
      throw .store(error)
    }
  }

  /// Copies the keys of the providers, the certificates and the certificate page. A backup contains
  /// none of them.
  private func keepKeys() throws(BackupError) {
    try hosting { () throws(HostError) in
      for name in ["keys", "tls", "certificate"] {
        let folder = "\(configuration.data)/\(name)"
        guard Files.isDirectory(folder) else { continue }
        let mode = Files.mode(of: folder) ?? 0o700
        try Files.makeDirectories("\(new)/\(name)", mode: mode)
        try Files.setMode(mode, of: "\(new)/\(name)")
        for file in try Files.entries(of: folder) where !Files.isDirectory("\(folder)/\(file)") {
          let mode = Files.mode(of: "\(folder)/\(file)") ?? 0o600
          let bytes = try Files.read("\(folder)/\(file)", limit: 1 << 20)
          try Files.replace("\(new)/\(name)/\(file)", with: bytes, mode: mode, durably: false)
        }
      }
    }
  }

  /// Renames the data folder to `data.replaced-<day>`, then the new folder to `data`. Returns the path
  /// of the kept folder; nil if there was no data folder. The caller holds the worker lock of the data
  /// folder.
  ///
  /// After a kill between the two renames, `putRight` makes the second one.
  package func swap(_ prepared: borrowing PreparedRestore, day: String) throws(BackupError)
    -> String?
  {
    let data = configuration.data
    return try hosting { () throws(HostError) in
      var kept: String?
      if Files.exists(data) {
        let path = Self.free("\(data).replaced-\(day)")
        try Files.relocate(data, to: path, durably: true)
        kept = path
      }
      Failpoint.pass("restore-moved")
      do throws(HostError) {
        try Files.relocate(new, to: data, durably: true)
      } catch {
        // If the second rename fails, the first one is undone.
        if let kept { try Files.relocate(kept, to: data, durably: true) }
        throw error
      }
      Failpoint.pass("restore-swapped")
      return kept
    }
  }

  private static func free(_ path: String) -> String {
    var (name, number) = (path, 1)
    while Files.exists(name) {
      number += 1
      name = "\(path)-\(number)"
    }
    return name
  }

  /// Removes the new folder of a restore that failed, unless `putRight` needs it.
  package func discard() throws {
    let isNeeded = !Files.exists(configuration.data) && Files.exists("\(new)/\(Self.marker)")
    guard !isNeeded, !Lock.isHeld("\(new)/worker.lock") else { return }
    try Files.removeTree(new)
  }

  /// Removes the marker file after the pages are written.
  package func end() throws(BackupError) {
    _ = try hosting { () throws(HostError) in
      try Files.remove("\(configuration.data)/\(Self.marker)")
    }
  }
}

/// A complete new data folder. Its worker lock is held while this value exists.
package struct PreparedRestore: ~Copyable {
  package let manifest: BackupManifest
  package let accounts: RestoredAccounts
  private let lock: Lock

  init(manifest: BackupManifest, accounts: RestoredAccounts, lock: consuming Lock) {
    self.manifest = manifest
    self.accounts = accounts
    self.lock = lock
  }
}

extension Restore {
  /// The state that an interrupted restore has left.
  package enum Interruption: Equatable, Sendable {
    /// The restored folder is in place now. The next worker or build writes the pages.
    case finished
    /// The data folder was not changed; the folder with this path has the remains.
    case unchanged(remains: String)
  }

  /// Finishes a restore that was killed after its new folder was complete and the old folder was
  /// moved. Nil if no restore was interrupted, or if a restore is running now.
  package static func putRight(
    _ configuration: Configuration
  ) throws(BackupError) -> Interruption? {
    let (data, new) = (configuration.data, newFolder(of: configuration))
    if Files.exists(data) {
      if Files.exists("\(data)/\(marker)"), !Lock.isHeld(configuration.workerLock) {
        try Restore(configuration).end()
        return .finished
      }
      let isLeft = Files.exists(new) && !Lock.isHeld("\(new)/worker.lock")
      return isLeft ? .unchanged(remains: new) : nil
    }
    guard Files.exists("\(new)/\(marker)"), !Lock.isHeld("\(new)/worker.lock") else { return nil }
    try hosting { () throws(HostError) in try Files.relocate(new, to: data, durably: true) }
    try Restore(configuration).end()
    return .finished
  }
}

/// Writes the files of a backup into a new folder.
private struct Unpacking: BackupReceiver, ~Copyable {
  let folder: String
  private var file: FileDescriptor?

  init(folder: String) { self.folder = folder }

  mutating func begin(_ entry: BackupEntry) throws(BackupError) {
    let path = "\(folder)/\(Self.path(of: entry))"
    do {
      file = try FileDescriptor.creating(path, mode: Self.mode(of: entry))
    } catch {
      throw .host(error)
    }
  }

  mutating func receive(_ bytes: [UInt8]) throws(BackupError) {
    do {
      try file?.write(bytes)
    } catch {
      throw .host(error)
    }
  }

  mutating func end() { file = nil }

  /// The host compares the restored control file with the present one.
  private static func path(of entry: BackupEntry) -> String {
    entry == .controlFile ? "restored-control-file" : entry.name
  }

  private static func mode(of entry: BackupEntry) -> UInt32 {
    switch entry {
    case .artwork: Files.publicMode
    case .database, .photo, .controlFile, .manifest: Files.privateMode
    }
  }
}
