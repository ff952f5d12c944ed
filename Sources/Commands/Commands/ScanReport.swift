// The document of `scan --json`. Source: docs/interface.md.

import Albums

struct ScanReport: Encodable {
  struct Item: Encodable {
    let id: String?
    let state: String
    let album: AlbumItem?
    let find: String?
    let cost: Double
    let failure: FailureItem?

    /// True if the photo comes from a folder and was scanned before; else nil.
    let known: Bool?
  }

  struct AlbumItem: Encodable {
    let artist: String
    let title: String
    let year: Int?
    let genres: [String]
    let recordLabel: String?

    init(_ album: Album) {
      artist = album.artist
      title = album.title
      year = album.year
      genres = album.genres
      recordLabel = album.recordLabel
    }
  }

  struct FailureItem: Encodable {
    let code: String
    let message: String
  }

  let version = 1
  let scans: [Item]

  init(_ outcomes: [Outcome]) {
    scans = outcomes.map { outcome in
      Item(
        id: outcome.scan?.id.text, state: (outcome.scan?.state ?? .failed).rawValue,
        album: outcome.scan?.album.map(AlbumItem.init), find: outcome.scan?.find?.text,
        cost: Double(outcome.scan?.costMicrodollars ?? 0) / 1_000_000,
        failure: outcome.failure.map {
          FailureItem(code: $0.rawValue, message: outcome.message ?? $0.rawValue)
        }, known: outcome.isKnown ? true : nil)
    }
  }
}
