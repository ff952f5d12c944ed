// A find's page, `/album/<id>/`: the facts of the album, and its review.

import Albums
import Text

/// `album.mustache`.
struct AlbumPage: Page {
  static let template = "album"
  let frame: Frame
  let id: String
  let artist: String
  let title: String
  let cover: Cover?
  let year: String?
  let genres: String?
  let recordLabel: String?
  let isUnsure: Bool

  /// A sentence about earlier finds of the same album, with a link to the newest of them.
  let before: EarlierView?

  /// A sentence about the comparison of the artwork with the photo; nil if it would not help the
  /// reader.
  let agreement: String?
  let review: ReviewView?

  /// The reason why the review failed; nil while a job writes the review, and without a model.
  let unreviewed: String?

  /// Whether there is no review, no job has tried to write one, and a model could write it.
  let isUnwritten: Bool

  /// The section that corrects the find; nil in the published log.
  let correct: CorrectView?
  let shops: [ListenLink]
  let day: String
  let isoDay: String

  /// The name of the person who found the album; nil without the setting `show-finder`.
  let finder: String?

  /// The buttons *Want*, *Have* and *Heard*; none in the published log.
  let statuses: [StatusButton]

  /// The status in words, "Want"; nil for none.
  let status: String?

  let place: String?

  /// The own rating, "8.5", and the address of the finds with about this rating; nil for none.
  let ownRating: String?
  let ownRatingAddress: String?

  /// Whether strangers see the find, with the reason; nil without a published log.
  let publicity: String?

  /// The address of the find's public page; nil if strangers do not see the find.
  let publicAddress: String?

  /// The note as checked HTML. Nil if the household's pages are open, because a note is for the
  /// household; in the published log, nil without the setting `publish-notes`.
  let noteHTML: String?

  /// The addresses of the index pages; nil for a page that does not exist.
  let artistAddress: String?
  let yearAddress: String?
  let labelAddress: String?
  let placeAddress: String?

  /// The genres with their index pages; empty without genres.
  let genreLinks: [FacetLink]

  /// The tags with their index pages.
  let tagLinks: [FacetLink]
  let hasTags: Bool

  /// "More in your log".
  let more: [HistoryRow]
  let hasMore: Bool

  /// The album and its review for search engines: JSON for a script element. Nil for the household.
  let structuredData: String?

  /// A `mailto:` address that sends the title and the address of the page; nil for the household,
  /// and if the address of the log is not known.
  let mailAddress: String?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .artistAddress: Field(artistAddress)
    case .yearAddress: Field(yearAddress)
    case .labelAddress: Field(labelAddress)
    case .genreLinks: Field(genreLinks)
    case .more: Field(more)
    case .hasMore: Field(hasMore)
    case .frame: Field(frame)
    case .id: Field(id)
    case .artist: Field(artist)
    case .title: Field(title)
    case .cover: Field(cover)
    case .year: Field(year)
    case .genres: Field(genres)
    case .recordLabel: Field(recordLabel)
    case .isUnsure: Field(isUnsure)
    case .before: Field(before)
    case .agreement: Field(agreement)
    case .review: Field(review)
    case .unreviewed: Field(unreviewed)
    case .isUnwritten: Field(isUnwritten)
    case .correct: Field(correct)
    case .shops: Field(shops)
    case .day: Field(day)
    case .isoDay: Field(isoDay)
    case .finder: Field(finder)
    case .statuses: Field(statuses)
    case .status: Field(status)
    case .tagLinks: Field(tagLinks)
    case .hasTags: Field(hasTags)
    case .placeAddress: Field(placeAddress)
    case .place: Field(place)
    case .ownRating: Field(ownRating)
    case .ownRatingAddress: Field(ownRatingAddress)
    case .publicity: Field(publicity)
    case .publicAddress: Field(publicAddress)
    case .noteHTML: Field(markup: noteHTML)
    case .structuredData: Field(markup: structuredData)
    case .mailAddress: Field(mailAddress)
    default: .nothing
    }
  }

  init(
    _ find: Find, amid neighbours: Neighbours = .none, artworks: Artworks, settings: SiteSettings
  ) {
    let words = settings.words
    let find = settings.shown(find)
    let artwork = artworks.kept(find.album.artwork)
    let album = AlbumNames(find.album, words)
    let address = "/album/\(find.id)/"
    let name = words.text(album.sentence("common.album-by"))
    cover = artwork.map { Cover($0, in: address) }
    frame = Frame(
      name, summary: AlbumPage.summary(of: find, album), look: "light album",
      script: settings.isPublished ? "published-album" : "album",
      place: PagePlace(address: address, picture: cover?.large, isArticle: true),
      settings: settings)
    id = find.id.text
    artist = album.artist
    title = album.title
    year = find.album.year.map(String.init)
    genres = album.genres
    recordLabel = album.recordLabel
    isUnsure = !find.isSure
    before = EarlierView(
      EarlierView.notice(for: find, in: settings), showsTime: !settings.isPublished, words)
    agreement =
      artwork == nil || find.hasOwnArtwork ? nil : find.agreement?.sentence.map(words.text)
    review = find.review.map { ReviewView($0, words) }
    let isBlank =
      find.review == nil && find.job?.isWriting != true
      && (settings.hasModel || settings.isPublished)
    unreviewed = isBlank ? find.unreviewed.map { words.text($0.asReview.reason) } : nil
    isUnwritten = isBlank && find.unreviewed == nil && !settings.isPublished
    correct =
      settings.isPublished ? nil : CorrectView(find, artworks: artworks, settings: settings)
    shops = ListenLink.all(for: album)
    day = words.day(find.found)
    isoDay = words.zone.isoDay(find.found)
    finder = find.finder?.text
    statuses = settings.isPublished ? [] : StatusButton.all(for: find.details.status, words)
    status = find.details.status.map { words("status.\($0.rawValue)") }
    place = find.details.place.map { PlainText.name($0, otherwise: "") }
    ownRating = find.details.ownRating.map { words.decimal($0.description) }
    ownRatingAddress = find.details.ownRating.map { "/history/?own=\($0.halfPoint)" }
    let reason = settings.publicLog?.rule.reason(for: find.details)
    publicity = reason.map { words.text($0.sentence) }
    publicAddress = reason?.isPublic == true ? settings.publicLog?.address(of: find.id) : nil
    noteHTML = settings.showsNotes ? find.details.note.map { MarkedText.blocks($0) } : nil
    let links = neighbours.links
    artistAddress = links.address(of: .artist)
    yearAddress = links.address(of: .year)
    labelAddress = links.address(of: .recordLabel)
    genreLinks = FacetLink.list(.genre, find.album.genres, links)
    tagLinks = FacetLink.list(.tag, find.details.tags.map(\.text), links)
    hasTags = !tagLinks.isEmpty
    placeAddress = links.address(of: .place)
    more = neighbours.more.map { HistoryRow($0, artworks, settings) }
    hasMore = !more.isEmpty
    let frame = frame
    structuredData = settings.look.map { look in
      StructuredData(of: find, album, frame, look: look, words: words).text
    }
    mailAddress = frame.canonical.map { canonical in
      "mailto:?subject=\(name.percentEncoded)&body=\(canonical.percentEncoded)"
    }
  }

  static func path(_ id: FindID) -> String { "album/\(id)/index.html" }

  private static func summary(of find: Find, _ album: AlbumNames) -> Sentence {
    guard let review = find.review else { return album.sentence("album.summary") }
    return album.sentence(
      "album.summary.reviewed",
      [
        "label": .sentence(review.recommendation.label),
        "rating": .decimal(review.rating.description),
      ])
  }
}

extension [Facet] {
  /// The address of the first facet of a kind.
  fileprivate func address(of kind: FacetKind) -> String? {
    first { $0.kind == kind }.map { IndexPlace(kind, key: $0.key).address }
  }
}

/// An album's names in a form for pages. Each name is one line and never empty.
struct AlbumNames: Equatable, Sendable, View {
  let artist: String
  let title: String
  let genres: String?
  let recordLabel: String?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .artist: Field(artist)
    case .title: Field(title)
    case .genres: Field(genres)
    case .recordLabel: Field(recordLabel)
    default: .nothing
    }
  }

  init(_ album: Album, _ words: Phrasebook) {
    artist = PlainText.name(album.artist, otherwise: words("common.unknown-artist"))
    title = PlainText.name(album.title, otherwise: words("common.untitled"))
    let all = album.genres.map { PlainText.name($0, otherwise: "") }.filter { !$0.isEmpty }
    genres = all.isEmpty ? nil : all.joined(separator: ", ")
    let label = PlainText.name(album.recordLabel ?? "", otherwise: "")
    recordLabel = label.isEmpty ? nil : label
  }

  /// The sentence of `key`. Its arguments are {title}, {artist} and those in `more`.
  func sentence(_ key: String, _ more: [String: SentenceArgument] = [:]) -> Sentence {
    var arguments = more
    arguments["title"] = .text(title)
    arguments["artist"] = .text(artist)
    return Sentence(key, arguments)
  }
}

/// One of the buttons *Want*, *Have* and *Heard*. The button of the present status removes it.
struct StatusButton: Equatable, Sendable, View {
  /// The value of the form field `status`.
  let value: String

  /// The status of the button.
  let status: String
  let name: String
  let isPressed: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .value: Field(value)
    case .status: Field(status)
    case .name: Field(self.name)
    case .isPressed: Field(isPressed)
    default: .nothing
    }
  }

  static func all(for present: FindStatus?, _ words: Phrasebook) -> [StatusButton] {
    FindStatus.allCases.map { status in
      StatusButton(
        value: status == present ? "none" : status.rawValue, status: status.rawValue,
        name: words("status.\(status.rawValue)"), isPressed: status == present)
    }
  }
}
