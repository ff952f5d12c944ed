// The record of one work, an album or a book: the facts on its pages.

/// The record of an album: names, year, genres, record label and artwork. A book is a record, too: its
/// `artist` is the author, and its `recordLabel` is the publisher.
package struct Album: Hashable, Sendable {
  /// The kind of a record never changes. A work of the other kind with the same names is another record.
  package let kind: WorkKind
  package var artist: String
  package var title: String

  /// The year of the first release or of the first edition; nil if unknown. For an album 1877–2999.
  package var year: Int?
  package var genres: [String]

  /// The company that released the album. "Record label" is always two words: a "label" is a recommendation.
  package var recordLabel: String?
  package var artwork: Artwork?

  /// The ISBN of a book, 13 digits without hyphens; nil if unknown.
  package var isbn: String?

  /// The number of a book's pages; nil if unknown.
  package var pages: Int?

  /// The stored key of the album; nil if the present rules make the same key.
  package var storedKey: AlbumKey?

  package init(
    kind: WorkKind = .album, artist: String, title: String, year: Int? = nil,
    genres: [String] = [], recordLabel: String? = nil, artwork: Artwork? = nil,
    isbn: String? = nil, pages: Int? = nil, storedKey: AlbumKey? = nil
  ) {
    self.kind = kind
    self.isbn = isbn
    self.pages = pages
    self.artist = artist
    self.title = title
    self.year = year
    self.genres = genres
    self.recordLabel = recordLabel
    self.artwork = artwork
    self.storedKey = storedKey
  }

  /// The key of the album's row and of its reviews.
  package var key: AlbumKey {
    storedKey ?? AlbumKey(kind: kind, artist: artist, title: title, year: year)
  }

  /// Whether only the year distinguishes the artist's albums of this title. The review then waits
  /// for MusicBrainz.
  package var isToldByYear: Bool {
    kind == .album && Names(artist: artist, title: title).areToldByYear
  }
}

/// The picture that pages show of a work, kept in three sizes: the longer side has at most 1000, 500 or
/// 200 px. The picture of a book is not square.
///
/// A file is named by its content, so its address changes only if its bytes change.
package struct Artwork: Sendable {
  /// The sizes kept, in pixels of the longer side.
  package static let sides = [1000, 500, 200]
  package static let smallestSide = 200

  /// SHA-256 of the 1000 px file, 64 lower-case hexadecimal digits.
  package let digest: String

  /// The tint of the picture; nil if it was not measured yet, or if the query does not read tints.
  package let tint: Tint?

  /// Nil when `digest` is not 64 lower-case hexadecimal digits.
  package init?(digest: String, tint: Tint? = nil) {
    let isHex = digest.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard digest.utf8.count == 64, isHex else { return nil }
    self.digest = digest
    self.tint = tint
  }

  /// `<digest>-500.jpg`. The name contains the first 32 digits of the digest: enough to distinguish
  /// all pictures, and short in pages.
  package func fileName(side: Int) -> String { "\(stem)-\(side).jpg" }

  /// The part of the file names that all sizes share.
  package var stem: Substring { digest.prefix(32) }

  /// Whether `name` has the form of `fileName`.
  package static func isFileName(_ name: String) -> Bool {
    let digits = name.utf8.prefix(32)
    guard digits.count == 32,
      digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return false }
    return sides.contains { name.utf8.dropFirst(32).elementsEqual("-\($0).jpg".utf8) }
  }
}

/// Two artworks are equal if their digests are equal, because the tint follows from the picture.
extension Artwork: Hashable {
  package static func == (a: Self, b: Self) -> Bool { a.digest == b.digest }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
