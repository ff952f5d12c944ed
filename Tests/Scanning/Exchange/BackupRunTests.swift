// Backups and restores of a data folder: the lock of backups, and the disk space of a restore.

import Albums
import Host
import Support
import Testing

@testable import Exchange
@testable import Store

@Suite struct BackupRunTests {
  let house: ExchangeHouse
  private let configuration: Configuration

  init() throws {
    house = try ExchangeHouse()
    try Files.makeDirectories(house.folder.file("photos"))
    let place = Files.resolvingLinks(house.folder.path)
    configuration = try Configuration(
      Array("data: \(place)\nsite: \(place)-site\n".utf8), file: "\(place)/control",
      installation: place)
  }

  private var now: Timestamp { ExchangeHouse.now }

  private func isBusy(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch BackupError.busy {
      return true
    } catch {
      return false
    }
  }

  @Test func `no other backup begins before a backup is sent, and its file stays whole`() throws {
    let backup = Backup(configuration, waitMilliseconds: 0)
    let other = try TemporaryFolder()
    var found: [Bool] = []
    let report = try backup.send(try house.store(), at: now) { (report) throws(BackupError) in
      found.append(isBusy { _ = try backup.send(try house.store(), at: now) { _ in } })
      found.append(
        isBusy { _ = try backup.write(try house.store(), to: other.file("b.tar"), at: now) })
      var nothing = NoReceiver()
      _ = try BackupFile.read(report.file, into: &nothing)
    }
    #expect(found == [true, true])
    #expect(!Files.exists(report.file) && !Files.exists(other.file("b.tar")))
    _ = try backup.write(try house.store(), to: other.file("b.tar"), at: now)
    #expect(Files.exists(other.file("b.tar")))
  }

  @Test func `a backup that could not be sent leaves no file and no lock`() throws {
    let backup = Backup(configuration, waitMilliseconds: 0)
    for _ in 0..<2 {
      #expect(throws: BackupError.remote("no network")) {
        _ = try backup.send(try house.store(), at: now) { (_) throws(BackupError) in
          throw .remote("no network")
        }
      }
      #expect(!Files.exists(configuration.backupToSend))
    }
  }

  @Test func `a restore that does not fit on the disk says so before it begins`() throws {
    let place = try TemporaryFolder()
    let file = place.file("b.tar")
    let size = try Backup(configuration).write(try house.store(), to: file, at: now).bytes
    let needed = Restore.neededBytes(forBackupOf: size)
    #expect(needed == size + size / 10)
    let folder = Files.parent(of: configuration.data)
    let new = "\(configuration.data).restoring"
    defer { try? Files.removeTree(new) }
    #expect(
      throws: BackupError.noSpace(needed: needed, free: needed - 1, folder: folder)
    ) {
      _ = try Restore(configuration, freeBytes: { _ in needed - 1 }).prepare(file)
    }
    #expect(!Files.exists(new))
    for free in [needed, nil] {
      let prepared = try Restore(configuration, freeBytes: { _ in free }).prepare(file)
      #expect(Files.exists("\(new)/albums.db") && prepared.manifest.finds == 0)
    }
  }

  static let sizes: [(bytes: Int, needed: Int)] = [
    (0, 0), (10, 11), (1 << 30, (1 << 30) + 107_374_182), (.max, .max),
  ]

  @Test(arguments: sizes)
  func `a restore needs the size of the backup and a tenth`(bytes: Int, needed: Int) {
    #expect(Restore.neededBytes(forBackupOf: bytes) == needed)
  }

  @Test func `the message names both sizes and the folder`() {
    let error = BackupError.noSpace(needed: (5 << 30) + 1, free: 100 << 20, folder: "/srv/albums")
    #expect(
      error.description
        == "/srv/albums has 100 MB of free disk space, and the restore needs 5121 MB; make room "
        + "there and run the command again")
  }
}
