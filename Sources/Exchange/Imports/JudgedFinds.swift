// The dry run of an export of AlbumScan: compares its finds with the history.

import Albums
import Store

/// The albums of an export, as far as its dry run needs them.
struct ListedAlbums: Sendable {
  var names: [AlbumKey: (artist: String, title: String)] = [:]

  /// The albums whose release group or artwork the export lacks. No service is asked about a book.
  var incomplete: Set<AlbumKey> = []
  var unreviewed: Set<AlbumKey> = []
  private(set) var keys = PresentKeys()

  init(_ archive: borrowing HistoryArchive) throws {
    for dataFile in try archive.dataFiles(.albums) {
      for listed in try archive.albums(of: dataFile) {
        let record = keys.renew(listed)
        names[record.key] = (record.album.artist, record.album.title)
        unreviewed.insert(record.key)
        guard record.album.kind == .album else { continue }
        if record.sources.releaseGroup == nil || record.album.artwork == nil {
          incomplete.insert(record.key)
        }
      }
    }
    for dataFile in try archive.dataFiles(.reviews) {
      for record in try archive.reviews(of: dataFile) { unreviewed.remove(keys[record.key]) }
    }
  }
}

/// A find of an export, as far as its dry run needs it.
struct ListedFind: Sendable {
  let line: Int
  let id: FindID
  let album: AlbumKey
}

/// The finds that were judged so far.
struct JudgedFinds: Sendable {
  var report = ImportReport(format: .albumscan)
  private var albums: ListedAlbums

  var keys: PresentKeys { albums.keys }

  init(_ albums: ListedAlbums) { self.albums = albums }

  mutating func add(_ find: ListedFind, _ store: borrowing Store) throws(StoreError) {
    let isThere = try store.hasFind(find.id)
    let name = albums.names[find.album]
    report.rows.append(
      ImportReport.Row(
        line: find.line, verdict: isThere ? .existing : .new, artist: name?.artist ?? "",
        title: name?.title ?? "", reason: isThere ? Sentence("cli.import.same-find") : nil))
    guard !isThere else { return }
    // Each album counts once.
    if albums.incomplete.remove(find.album) != nil, try store.needsLookup(find.album) {
      report.albumsToLookUp += 1
    }
    if albums.unreviewed.remove(find.album) != nil, store.reviewsBooks || !find.album.isOfBook,
      try !store.hasReview(of: find.album)
    {
      report.albumsToReview += 1
    }
  }
}
