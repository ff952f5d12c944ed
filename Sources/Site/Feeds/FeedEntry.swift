// One find, or the finds of one shelf, as an entry of a feed. Both feeds have the same content in their
// own formats.

import Albums
import Tracks

/// An entry of `/feed.atom` and `/feed.json`.
struct FeedEntry: Page {
  static let template = "_feedEntry"

  /// The maximum number of entries in a feed.
  static let limit = 50

  let id: String
  let address: String
  let title: String
  let published: String

  /// The time of the last change that readers of a feed should notice: another album, the certainty, the
  /// review, the public note, or another find of the shelf.
  let updated: String
  let image: String?
  let tags: [String]

  /// `Essential Classic 9.5`: the label and the rating.
  let verdict: String?
  let view: View

  init(_ find: Find, artworks: Artworks, settings: SiteSettings) {
    let find = settings.shown(find)
    let album = AlbumNames(find.album, settings.words)
    let page = find.page
    id = FeedID.entry(of: find)
    address = settings.baseURL + page
    let name = "\(album.artist) – \(album.title)"
    title = find.isSure ? name : settings.words("feed.not-sure", ["name": .text(name)])
    published = find.found.iso
    updated = find.changed(in: settings).iso
    image = artworks.kept(find.album.artwork).map { settings.baseURL + Cover($0, in: page).medium }
    let genres = find.album.genres.map { PlainText.name($0, otherwise: "") }.filter { !$0.isEmpty }
    let isBook = find.album.kind == .book
    tags = (isBook ? [settings.words("feed.book")] : []) + genres
    let facts = [album.recordLabel, find.album.year.map(String.init)].compactMap(\.self)
    verdict = find.review.map { review in
      settings.words.text(review.recommendation.label) + " "
        + settings.words.decimal(review.rating.description)
    }
    let note = settings.isPublished ? find.details.note : nil
    view = [
      .text(.id, id), .text(.address, address), .text(.title, title), .text(.published, published),
      .text(.updated, updated), .text(.image, image), .texts(.tags, tags),
      .text(.verdict, verdict), .view(.shelf, nil),
      .view(
        .review,
        find.review.map { review in
          View.review(
            review, settings.words, keyTracks: KeyTrack.all(of: review, in: find.tracks?.list))
        }),
      // The entry of a book names the publisher and the year, because a book seldom has a review.
      .flag(.isBook, isBook),
      .text(.note, isBook && !facts.isEmpty ? facts.joined(separator: " • ") : nil),
      // Only the published log has notes in feeds, and only with the setting `publish-notes`.
      .markup(.noteHTML, note.map { MarkedText.blocks($0) }),
    ]
  }
}

extension FeedEntry {
  /// The entry of a find, or of the finds of a shelf, newest first. A single find of a shelf has an
  /// ordinary entry. `tag` is the key of the tag whose feed has the entry; nil for the feed of all
  /// finds. Nil without finds.
  init?(group finds: [Find], tag: String?, _ artworks: Artworks, _ settings: SiteSettings) {
    guard let find = finds.first else { return nil }
    if finds.count > 1, let shelf = find.shelf {
      self.init(find, and: finds, of: shelf, tag: tag, settings: settings)
    } else {
      self.init(find, artworks: artworks, settings: settings)
    }
  }

  /// The entry of several finds of a shelf, newest first. Its link leads to the first of them. The time
  /// of each find is that of the photo.
  private init(
    _ first: Find, and all: [Find], of shelf: ShelfKey, tag: String?, settings: SiteSettings
  ) {
    let finds = all.map(settings.shown)
    id = FeedID.entry(of: shelf, tag: tag)
    address = settings.baseURL + first.page
    title = settings.words.shelf(of: finds.map(\.album.kind))
    published = first.found.iso
    updated = finds.reduce(first.found) { max($0, $1.changed(in: settings)) }.iso
    let hasBooks = finds.contains { $0.album.kind == .book }
    (image, verdict, tags) = (nil, nil, hasBooks ? [settings.words("feed.book")] : [])
    let works: [View] = finds.map { find in
      let names = AlbumNames(find.album, settings.words)
      return [
        .text(.address, settings.baseURL + find.page), .text(.title, names.title),
        .text(.artist, names.artist), .flag(.isUnsure, !find.isSure),
      ]
    }
    view = [
      .text(.id, id), .text(.address, address), .text(.title, title), .text(.published, published),
      .text(.updated, updated), .texts(.tags, tags), .view(.shelf, [.views(.albums, works)]),
    ]
  }
}

extension Find {
  /// The time of the last change of the entry. Pictures and facts of the album do not count,
  /// because services deliver them automatically, often days later.
  fileprivate func changed(in settings: SiteSettings) -> Timestamp {
    let note = settings.isPublished ? noted : nil
    let changes = [corrected, review?.writer?.written, note, added].compactMap(\.self)
    return changes.reduce(found) { $0 < $1 ? $1 : $0 }
  }
}

extension [Find] {
  /// The entries of a feed. `tag` is the key of the tag whose feed it is; nil for the feed of all
  /// finds.
  func feedEntries(
    _ artworks: Artworks, _ settings: SiteSettings, tag: String? = nil
  ) -> [FeedEntry] {
    grouped(byShelf: \.shelf).prefix(FeedEntry.limit).compactMap { finds in
      FeedEntry(group: finds, tag: tag, artworks, settings)
    }
  }
}
