// Repairs the problems that `check` finds, apart from a damaged database. Deletes no picture: moves files that no row
// names into a folder with the day in its name, which only the host deletes.

import Albums
import Host
import Scanning
import Store

struct Repair {
  /// The minimum age of a file that is moved, in milliseconds. A younger file may belong to a command that has not
  /// stored its row yet.
  private static let leastAge: Int64 = 3600 * 1000

  private let setup: Setup
  private var configuration: Configuration { setup.configuration }

  init(_ setup: Setup) { self.setup = setup }

  /// Makes the repairs, and returns sentences about them. Holds the worker lock.
  func run() throws -> [Sentence] {
    let lock = try setup.takeLock()
    let store = try setup.openStore()
    // A damaged database does not say which files belong to it.
    guard try store.damage() == nil else { return [] }
    let moved = try moveOrphans(store)
    let queued = try fetchPictures(store)
    try Files.remove(configuration.coverIndex)
    try Init.build(from: store, setup)
    _ = consume lock
    var done = [Sentence("cli.check.rebuilt")]
    if let moved { done.insert(moved, at: 0) }
    if queued > 0 {
      try configuration.startWorkerInBackground()
      done.append(Sentence("cli.check.fetching", ["count": .count(queued)]))
    }
    return done
  }

  /// Moves the pictures that no album, find or cover names.
  private func moveOrphans(_ store: borrowing Store) throws -> Sentence? {
    let used = try store.artworkNames()
    let names = try Files.entries(of: configuration.artwork).filter {
      !used.contains(String($0.prefix(32))) && isOld("\(configuration.artwork)/\($0)")
    }
    guard !names.isEmpty else { return nil }
    let folder = "\(configuration.data)/orphans-\(setup.today)"
    try Files.makeDirectories(folder, mode: 0o750)
    for name in names {
      try Files.relocate(
        "\(configuration.artwork)/\(name)", to: "\(folder)/\(name)", durably: false)
    }
    return Sentence("cli.check.moved", ["count": .count(names.count), "folder": .text(folder)])
  }

  private func isOld(_ path: String) -> Bool {
    let time = Files.modificationMilliseconds(of: path) ?? .max
    return Setup.now().milliseconds > time && Setup.now().milliseconds - time > Self.leastAge
  }

  /// Queues a new lookup at the archive for each album whose picture is missing. The archive does not have a picture
  /// that a person sent, so `check` names such a find again. Returns the number of albums.
  private func fetchPictures(_ store: borrowing Store) throws -> Int {
    var albums = Set<AlbumKey>()
    let host = try store.host()
    for month in try store.months() {
      for find in try store.finds(in: month) where find.album.kind == .album && !find.hasOwnArtwork
      {
        guard let artwork = find.album.artwork, !albums.contains(find.album.key) else { continue }
        let files = Artwork.sides.map { "\(configuration.artwork)/\(artwork.fileName(side: $0))" }
        guard !files.allSatisfy(Files.exists) else { continue }
        if try store.enqueue(.refreshArtwork, for: find.id, by: host, at: Setup.now()) {
          albums.insert(find.album.key)
        }
      }
    }
    return albums.count
  }
}
