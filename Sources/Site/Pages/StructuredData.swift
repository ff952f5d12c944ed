// The album and its review in the vocabulary of schema.org, so that search engines and scripts need
// not read the page. Source: <https://schema.org/Review>, <https://schema.org/MusicAlbum>,
// <https://schema.org/Book>.

import Albums
import Text

/// The JSON-LD of an album page.
struct StructuredData {
  /// The JSON in one line. `<`, `>` and `&` are escaped, so it may stand in a script element.
  let text: String

  /// `frame` is the frame of the page, with its absolute addresses. The result is nil for the household.
  init?(of find: Find, _ names: AlbumNames, _ frame: Frame, _ settings: SiteSettings) {
    guard let appearance = settings.appearance else { return nil }
    let words = settings.words
    let isBook = find.album.kind == .book
    var album: JSON = [
      "@context": "https://schema.org", "@type": isBook ? "Book" : "MusicAlbum",
      "name": .cleaned(names.title),
      isBook ? "author" : "byArtist": Self.thing(isBook ? "Person" : "MusicGroup", names.artist),
    ]
    if let address = frame.canonical { album = album.setting("url", to: .cleaned(address)) }
    if let picture = frame.picture { album = album.setting("image", to: .cleaned(picture)) }
    if let year = find.album.year {
      album = album.setting("datePublished", to: .cleaned(String(year)))
    }
    let genres = find.album.genres.map { PlainText.name($0, otherwise: "") }
      .filter { !$0.isEmpty }
    if !genres.isEmpty {
      album = album.setting("genre", to: .array(genres.map { .cleaned($0) }))
    }
    if isBook {
      if let publisher = names.recordLabel {
        album = album.setting("publisher", to: Self.thing("Organization", publisher))
      }
      if let isbn = find.album.isbn { album = album.setting("isbn", to: .cleaned(isbn)) }
      if let pages = find.album.pages {
        album = album.setting("numberOfPages", to: .integer(pages))
      }
    } else if let label = names.recordLabel {
      let release: JSON = [
        "@type": "MusicRelease", "recordLabel": Self.thing("Organization", label),
      ]
      album = album.setting("albumRelease", to: release)
    }
    if let review = find.review {
      album = album.setting("review", to: Self.review(review, appearance, words))
    }
    text = album.written(escaping: .page)
  }

  private static func review(
    _ review: Review, _ appearance: PublishedAppearance, _ words: Phrasebook
  ) -> JSON {
    var json: JSON = [
      "@type": "Review", "name": .cleaned(words.text(review.recommendation.label)),
      "inLanguage": .cleaned(review.language),
      "reviewBody": .cleaned(MarkedText.plain(MarkedText.blocks(review.summary))),
      "author": author(of: review, appearance),
      "reviewRating": [
        "@type": "Rating", "ratingValue": .cleaned(review.rating.description), "bestRating": "10",
        "worstRating": "0",
      ],
    ]
    if let writer = review.writer {
      let day = words.zone.isoDay(writer.written)
      json = json.setting("datePublished", to: .cleaned(day))
    }
    return json
  }

  /// The author of a review. schema.org permits only a person or an organization, and a model is no
  /// person. Reviews of the first versions do not name their model.
  private static func author(of review: Review, _ appearance: PublishedAppearance) -> JSON {
    if let writer = review.writer { return thing("Organization", writer.model) }
    if review.isByModel { return thing("Organization", "AlbumScan") }
    return thing(
      appearance.author == appearance.title ? "Organization" : "Person", appearance.author)
  }

  private static func thing(_ type: String, _ name: String) -> JSON {
    ["@type": .cleaned(type), "name": .cleaned(PlainText.name(name, otherwise: ""))]
  }
}
