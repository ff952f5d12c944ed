// The few facts of a find that a list shows. Reading them is much cheaper than reading a `Find`.

/// A find in a list.
package struct FindSummary: Sendable {
  package let id: FindID
  package let found: Timestamp
  package let isSure: Bool

  /// The id of the album's row. Finds with the same number are repeats.
  package let album: Int64
  package let kind: WorkKind
  package let artist: String
  package let title: String
  package let artwork: Artwork?

  /// The rating and the label of the review that pages show; nil without a review.
  package let verdict: (rating: Rating, recommendation: Recommendation)?

  /// The person who found the album; nil without the setting `show-finder`.
  package let finder: PersonName?
  package let status: FindStatus?

  /// `FindDetails.ownRating`.
  package let ownRating: Rating?

  /// `FindDetails.isFavourite`.
  package let isFavourite: Bool

  /// `Find.shelf`.
  package let shelf: ShelfKey?

  package init(
    id: FindID, found: Timestamp, isSure: Bool, album: Int64, kind: WorkKind = .album,
    artist: String, title: String, artwork: Artwork?,
    verdict: (rating: Rating, recommendation: Recommendation)?,
    finder: PersonName?, status: FindStatus?, ownRating: Rating? = nil,
    isFavourite: Bool = false, shelf: ShelfKey? = nil
  ) {
    self.id = id
    self.kind = kind
    self.found = found
    self.isSure = isSure
    self.album = album
    self.artist = artist
    self.title = title
    self.artwork = artwork
    self.verdict = verdict
    self.finder = finder
    self.status = status
    self.ownRating = ownRating
    self.isFavourite = isFavourite
    self.shelf = shelf
  }

  package init(_ find: Find, album: Int64) {
    self.init(
      id: find.id, found: find.found, isSure: find.isSure, album: album, kind: find.album.kind,
      artist: find.album.artist, title: find.album.title, artwork: find.album.artwork,
      verdict: find.review.map { ($0.rating, $0.recommendation) }, finder: find.finder,
      status: find.details.status, ownRating: find.details.ownRating,
      isFavourite: find.details.isFavourite, shelf: find.shelf)
  }
}

extension FindSummary {
  /// The address of the find's page.
  package var page: String { kind.page(of: id) }
}

/// The position of a find in an index. Finds are in the order of their times; finds of the same time
/// are in the order of their ids.
package struct FindPosition: Comparable, Hashable, Sendable {
  package let found: Timestamp
  package let id: FindID

  package init(found: Timestamp, id: FindID) {
    self.found = found
    self.id = id
  }

  package static func < (a: Self, b: Self) -> Bool { (a.found, a.id) < (b.found, b.id) }
}

/// An index page as an overview lists it: the key of its facet, the name in the spelling that pages
/// show, and the number of its finds.
package struct FacetCount: Sendable {
  package let key: String
  package let name: String
  package let count: Int

  package init(key: String, name: String, count: Int) {
    self.key = key
    self.name = name
    self.count = count
  }
}
