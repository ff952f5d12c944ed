// Deletes artwork that no album and no cover uses, for example an own picture that was replaced.
//
// Another process may use a picture again at any moment: it writes the files first and the row
// afterwards. So a picture is first renamed, then the database is asked again, and a picture that is
// used or was written meanwhile gets its name back. Source: docs/decisions/098-collection.md.

import Albums
import Host
import Store

struct ArtworkCollection: Sendable {
  /// A younger file may belong to a job or an import that has not stored its row yet.
  static let leastAgeMilliseconds: Int64 = 24 * 3600 * 1000

  /// The beginning of the names of pictures that are about to be deleted.
  static let prefix = ".unused-"

  /// The folder data/artwork.
  let folder: String
  let now: Timestamp

  /// Deletes unused pictures. Returns the number of deleted files. `used` gives the beginnings of the
  /// names in use, 32 digits each; it is called twice.
  func run(used: () async throws -> Set<String>) async throws -> Int {
    let before = try await used()
    for name in try Files.entries(of: folder)
    where Artwork.isFileName(name) && !isUsed(name, before) && isOld(name) {
      try Files.relocate("\(folder)/\(name)", to: "\(folder)/\(Self.prefix)\(name)", durably: false)
    }
    Failpoint.pass("artwork-set-aside")
    return try finish(try await used())
  }

  /// Deletes the renamed pictures, also those of a killed process, or gives them their names back.
  private func finish(_ used: Set<String>) throws(HostError) -> Int {
    var count = 0
    for aside in try Files.entries(of: folder, startingWith: Self.prefix) {
      let name = String(aside.dropFirst(Self.prefix.utf8.count))
      let isWanted = isUsed(name, used) || !isOld(aside)
      if isWanted, Artwork.isFileName(name), !Files.exists("\(folder)/\(name)") {
        try Files.relocate("\(folder)/\(aside)", to: "\(folder)/\(name)", durably: false)
      } else {
        try Files.remove("\(folder)/\(aside)")
        count += 1
      }
    }
    return count
  }

  private func isUsed(_ name: String, _ used: Set<String>) -> Bool {
    used.contains(String(name.prefix(32)))
  }

  /// A file with a time in the future is not old, because the clock was wrong when the file was
  /// written, or is wrong now.
  private func isOld(_ name: String) -> Bool {
    guard let time = Files.modificationMilliseconds(of: "\(folder)/\(name)") else { return false }
    return now.milliseconds - time > Self.leastAgeMilliseconds
  }
}

extension ScanTools {
  /// Deletes artwork that no album uses. Returns the number of deleted files; 0 while a backup runs,
  /// because the backup may still need a picture.
  package func collectArtwork() async throws -> Int {
    guard let lock = try Lock.take(configuration.backupLock) else { return 0 }
    let collection = ArtworkCollection(folder: configuration.artwork, now: now())
    let count = try await collection.run {
      try await database.with { (store) throws(StoreError) in try store.artworkNames() }
    }
    _ = consume lock
    return count
  }
}
