// A find's page, `/album/<id>/`: the facts of the album, and its review. The page of a book is
// `/book/<id>/`; it offers a review only with the setting `book-reviews`.

import Albums
import Text
import Tracks

/// `album.mustache`.
struct AlbumPage: Page {
  static let template = "album"
  let view: View

  init(
    _ find: Find, amid neighbours: Neighbours = .none, share: SharedPicture? = nil,
    artworks: Artworks, settings: SiteSettings
  ) {
    let (words, isPublished) = (settings.words, settings.isPublished)
    let find = settings.shown(find)
    let artwork = artworks.kept(find.album.artwork)
    let album = AlbumNames(find.album, words)
    let (address, kind) = (find.page, find.album.kind)
    let name = words.text(album.sentence("common.album-by"))
    let cover = artwork.map { Cover($0, in: address) }
    let frame = Frame(
      name, summary: AlbumPage.summary(of: find, album),
      look: Self.look(settings.tint(of: artwork)),
      script: isPublished ? "published-album" : "album",
      preview: LinkPreview(
        address: address, picture: cover?.large, share: share, isArticle: true),
      bar: .below(.history), closing: .history, settings: settings)
    let notice = EarlierNotice(for: find, in: settings)
    let showsArtwork = artwork != nil && !find.hasOwnArtwork
    let isBlank =
      find.review == nil && find.job?.isWriting != true && (settings.hasModel || isPublished)
      && kind.hasReviews(booksToo: settings.reviewsBooks)
    let isUnwritten = isBlank && find.unreviewed == nil && !isPublished
    let details = find.details
    let statuses = isPublished ? [] : View.statusButtons(details.status, kind, words)
    let reason = settings.publicLog?.rule.reason(for: details)
    let isPublic = reason?.isPublic == true
    let links = neighbours.links
    let tags = View.facets(.tag, details.tags.map(\.text), links)
    let more = neighbours.more.map { HistoryRow($0, artworks, settings).view }
    let connections = neighbours.connections.map {
      View.connection($0, label: album.recordLabel ?? "", settings)
    }
    let tracks = find.tracks?.list
    let keyTracks = find.review.map { KeyTrack.all(of: $0, in: tracks) } ?? []
    let correct = isPublished ? nil : View.correction(find, artworks, settings)
    view = [
      .view(.frame, frame.view),
      .text(.id, find.id.text),
      .text(.page, address),
      // A book has parts in place of tracks, and no links to music services.
      .flag(.isBook, kind == .book),
      .text(.artist, album.artist),
      .text(.title, album.title),
      .view(.cover, cover?.view),
      .text(.year, find.album.year?.description),
      .text(.genres, album.genres),
      // The first genre, for the line below the names.
      .text(.genre, album.genre),
      .text(.recordLabel, album.recordLabel),
      // The names of facts whose meaning differs: released or first published, label or publisher.
      .text(.yearLabel, words(kind == .book ? "book.published" : "album.released")),
      .text(.publisherLabel, words(kind == .book ? "book.publisher" : "album.label")),
      .text(.pages, find.album.pages.map { words.number($0) }),
      .text(.isbn, find.album.isbn),
      // There is at least one fact of the record or book.
      .flag(.hasFacts, Self.hasFacts(find.album, album)),
      .flag(.isUnsure, !find.isSure),
      // The persons of the household who want the album. Strangers do not see it.
      .text(
        .wanted,
        isPublished ? nil : find.earlier.wants(isSure: find.isSure).map(words.text)),
      // Earlier finds of the same album, with a link to the newest of them.
      .view(.before, notice?.view(of: kind, showsTime: !isPublished, words)),
      // What the artwork or the sleeve says about the album, if it helps the reader.
      .text(.agreement, find.evidence?.sentence(showsArtwork: showsArtwork).map(words.text)),
      .view(
        .review,
        find.review.map {
          View.review($0, words, of: kind == .album ? album : nil, keyTracks: keyTracks)
        }),
      .view(.trackList, tracks.map { View.trackList($0, keyTracks, words) }),
      // The reason why the review failed.
      .text(.unreviewed, isBlank ? find.unreviewed.map { words.text($0.asReview.reason) } : nil),
      // No job has tried to write a review, and a model could write it.
      .flag(.isUnwritten, isUnwritten),
      .view(.correct, correct),
      .views(.shops, kind == .album ? View.shops(for: album) : []),
      .text(.day, words.day(find.found)),
      .text(.isoDay, words.zone.isoDay(find.found)),
      .text(.finder, find.finder?.text),
      .views(.statuses, statuses),
      .text(.status, details.status.map { words($0.name(of: kind)) }),
      .text(.place, details.place.map { PlainText.name($0, otherwise: "") }),
      .text(.ownRating, details.ownRating.map { words.decimal($0.description) }),
      // The address of the finds whose own rating is in the same half point.
      .text(.ownRatingAddress, details.ownRating.map { "/history/?own=\($0.halfPoint)" }),
      .flag(.isFavourite, details.isFavourite),
      // Whether strangers see the find, with the reason.
      .text(.publicity, reason.map { words.text($0.sentence) }),
      .text(.publicAddress, isPublic ? settings.publicLog?.address(of: find.id, kind) : nil),
      // A note is for the household, so pages that everybody may open do not show it. The published
      // log shows it with the setting `publish-notes`.
      .markup(.noteHTML, settings.showsNotes ? details.note.map { MarkedText.blocks($0) } : nil),
      // The addresses of the index pages that exist.
      .text(.artistAddress, links.address(of: kind.creators)),
      .text(.yearAddress, links.address(of: .year)),
      .text(.labelAddress, links.address(of: .recordLabel)),
      .text(.placeAddress, links.address(of: .place)),
      .views(.genreLinks, View.facets(.genre, find.album.genres, links)),
      .views(.tagLinks, tags),
      .flag(.hasTags, !tags.isEmpty),
      .views(.more, more),
      .flag(.hasMore, !more.isEmpty),
      // The next newer and the next older find of the history.
      .view(.newer, neighbours.newer.map { HistoryRow($0, artworks, settings).view }),
      .view(.older, neighbours.older.map { HistoryRow($0, artworks, settings).view }),
      .flag(.hasAdjacent, neighbours.newer != nil || neighbours.older != nil),
      // Sentences that lead to other finds.
      .views(.connections, connections),
      .flag(.hasConnections, !connections.isEmpty),
      // The album and its review as JSON for search engines.
      .markup(.structuredData, StructuredData(of: find, album, frame, settings)?.text),
      // The address of an e-mail with the title and the address of the page.
      .text(
        .mailAddress,
        frame.canonical.map { canonical in
          "mailto:?subject=\(name.percentEncoded)&body=\(canonical.percentEncoded)"
        }),
    ]
  }

  private static func look(_ tint: String?) -> String {
    tint.map { "album \($0)" } ?? "album"
  }

  static func path(_ find: Find) -> String { "\(find.folder)/index.html" }

  private static func hasFacts(_ album: Album, _ names: AlbumNames) -> Bool {
    album.year != nil || names.genres != nil || names.recordLabel != nil || album.pages != nil
      || album.isbn != nil
  }

  static func summary(of find: Find, _ album: AlbumNames) -> Sentence {
    guard let review = find.review else { return album.sentence("album.summary") }
    return album.sentence(
      "album.summary.reviewed",
      [
        "label": .sentence(review.recommendation.label),
        "rating": .decimal(review.rating.description),
      ])
  }
}

extension View {
  /// "The review names David Axelrod: you have Song of Innocence." The title is the text of a link.
  /// `label` is the record label of the page's album.
  fileprivate static func connection(
    _ connection: LogConnection, label: String, _ settings: SiteSettings
  ) -> View {
    let (find, words) = (connection.find, settings.words)
    let ending = settings.isPublished ? "public" : find.status == .have ? "have" : "log"
    let name =
      connection.source == .label ? label : AlbumNames.creator(find.artist, find.kind, words)
    let sentence = Sentence(
      "connection.\(connection.source.rawValue).\(ending)", ["name": .text(name)])
    let (opening, closing) = words.parts(sentence, around: "title")
    return [
      .text(.opening, opening), .text(.closing, closing), .text(.address, find.page),
      .text(.title, AlbumNames.title(find.title, words)),
    ]
  }
}

extension [Facet] {
  /// The address of the first facet of a kind.
  fileprivate func address(of kind: FacetKind) -> String? {
    first { $0.kind == kind }.map { IndexAddress(kind, key: $0.key).address }
  }
}

/// An album's names in a form for pages. Each name is one line and never empty.
struct AlbumNames: Equatable, Sendable {
  let artist: String
  let title: String
  let genre: String?
  let genres: String?
  let recordLabel: String?

  var view: View {
    [
      .text(.artist, artist), .text(.title, title), .text(.genres, genres),
      .text(.recordLabel, recordLabel),
    ]
  }

  init(_ album: Album, _ words: Phrasebook) {
    artist = Self.creator(album.artist, album.kind, words)
    title = Self.title(album.title, words)
    let all = album.genres.map { PlainText.name($0, otherwise: "") }.filter { !$0.isEmpty }
    genre = all.first
    genres = all.isEmpty ? nil : all.joined(separator: ", ")
    let label = PlainText.name(album.recordLabel ?? "", otherwise: "")
    recordLabel = label.isEmpty ? nil : label
  }

  /// The name of an artist or author.
  static func creator(_ name: String, _ kind: WorkKind, _ words: Phrasebook) -> String {
    switch kind {
    case .album: PlainText.name(name, otherwise: words("common.unknown-artist"))
    case .book: PlainText.name(name, otherwise: words("common.unknown-author"))
    }
  }

  static func title(_ name: String, _ words: Phrasebook) -> String {
    PlainText.name(name, otherwise: words("common.untitled"))
  }

  /// The sentence of `key`. Its arguments are {title}, {artist} and those in `more`.
  func sentence(_ key: String, _ more: [String: SentenceArgument] = [:]) -> Sentence {
    var arguments = more
    arguments["title"] = .text(title)
    arguments["artist"] = .text(artist)
    return Sentence(key, arguments)
  }
}

extension View {
  /// The buttons *Want*, *Have* and *Heard* (for a book *Read*). The button of the present status removes
  /// the status.
  fileprivate static func statusButtons(
    _ present: FindStatus?, _ kind: WorkKind, _ words: Phrasebook
  ) -> [View] {
    FindStatus.allCases.map { status in
      let isPressed = status == present
      return [
        // The value of the form field `status`.
        .text(.value, isPressed ? "none" : status.rawValue),
        .text(.status, status.rawValue),
        .text(.name, words(status.name(of: kind))),
        .flag(.isPressed, isPressed),
      ]
    }
  }
}
