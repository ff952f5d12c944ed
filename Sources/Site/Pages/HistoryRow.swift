// One find as a row of the history: its picture, names, verdict and day.

import Albums

/// One find in a list.
struct HistoryRow: Equatable, Sendable, View {
  let find: String
  let artist: String
  let title: String
  let thumbnail: Cover?
  let verdict: Verdict?
  let isUnsure: Bool
  let day: String
  let isoDay: String

  /// The name of the person who found the album; nil without the setting `show-finder`, and in the
  /// published log.
  let finder: String?

  /// The status in words, "Want"; nil for none.
  let status: String?

  /// The own rating, "8.5"; nil for none.
  let ownRating: String?

  /// Whether the row says that strangers see the find; only rows of the history do.
  let isPublic: Bool

  /// The address of the find's public page, for such a row; nil if it is not known.
  let publicAddress: String?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .find: Field(find)
    case .artist: Field(artist)
    case .title: Field(title)
    case .thumbnail: Field(thumbnail)
    case .verdict: Field(verdict)
    case .isUnsure: Field(isUnsure)
    case .day: Field(day)
    case .isoDay: Field(isoDay)
    case .finder: Field(finder)
    case .status: Field(status)
    case .ownRating: Field(ownRating)
    case .isPublic: Field(isPublic)
    case .publicAddress: Field(publicAddress)
    default: .nothing
    }
  }

  init(_ find: Find, artwork: Artwork?, _ settings: SiteSettings) {
    self.init(
      FindSummary(find, album: 0), artwork: artwork,
      isPublic: settings.publicLog != nil && settings.isPublic(find.details), settings)
  }

  init(_ find: FindSummary, _ artworks: Artworks, _ settings: SiteSettings) {
    self.init(find, artwork: artworks.kept(find.artwork), isPublic: false, settings)
  }

  /// A row without an album, for the scripts, which fill it: with or without a verdict. Its addresses are
  /// those of `find`, because each address of a page leads somewhere.
  init(patternOf find: String, hasVerdict: Bool, _ settings: SiteSettings) {
    self.find = find
    (artist, title, day, isoDay) = ("", "", "", "2000-01-01")
    (thumbnail, finder, status, ownRating) = (nil, nil, nil, "")
    verdict = hasVerdict ? .blank : nil
    isUnsure = true
    isPublic = settings.publicLog != nil
    publicAddress = settings.publicLog?.url.map { "\($0)/album/\(find)/" }
  }

  /// `artwork` is the artwork if its files exist.
  private init(
    _ find: FindSummary, artwork: Artwork?, isPublic: Bool, _ settings: SiteSettings
  ) {
    let words = settings.words
    let album = AlbumNames(Album(artist: find.artist, title: find.title), words)
    self.find = find.id.text
    artist = album.artist
    title = album.title
    thumbnail = artwork.map { Cover($0, in: "/album/\(find.id)/") }
    verdict = find.verdict.map { Verdict($0.recommendation, $0.rating, words) }
    isUnsure = !find.isSure
    day = words.day(find.found)
    isoDay = words.zone.isoDay(find.found)
    finder = settings.isPublished ? nil : find.finder?.text
    status = find.status.map { words("status.\($0.rawValue)") }
    ownRating =
      settings.showsOwnRatings ? find.ownRating.map { words.decimal($0.description) } : nil
    self.isPublic = isPublic
    publicAddress = isPublic ? settings.publicLog?.address(of: find.id) : nil
  }
}

/// The badge and the rating in one line: `GENRE LANDMARK / 9.5`.
struct Verdict: Equatable, Sendable, View {
  let badge: MarkedLine
  let rating: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .badge: Field(badge)
    case .rating: Field(rating)
    default: .nothing
    }
  }

  /// For scripts, which fill it.
  static let blank = Verdict(badge: MarkedLine(lineHTML: ""), rating: "")

  private init(badge: MarkedLine, rating: String) {
    (self.badge, self.rating) = (badge, rating)
  }

  init(_ recommendation: Recommendation, _ rating: Rating, _ words: Phrasebook) {
    badge = MarkedLine(lineHTML: MarkedText.name(words.text(recommendation.label)))
    self.rating = words.decimal(rating.description)
  }
}
