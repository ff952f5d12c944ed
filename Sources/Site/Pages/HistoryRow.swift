// One find as a row of the history: its picture, names, verdict and day.

import Albums

/// One find in a list.
struct HistoryRow: Sendable {
  let find: String

  /// The address of the find's page.
  let page: String
  let day: String
  let isoDay: String
  let kind: WorkKind
  let shelf: ShelfKey?

  /// The addresses of the artwork; nil without artwork.
  let cover: View?
  let view: View

  init(_ find: Find, artwork: Artwork?, _ settings: SiteSettings) {
    self.init(
      FindSummary(find, album: 0), artwork: artwork,
      isPublic: settings.publicLog != nil && settings.isPublic(find.details), settings)
  }

  init(_ find: FindSummary, _ artworks: Artworks, _ settings: SiteSettings) {
    self.init(find, artwork: artworks.kept(find.artwork), isPublic: false, settings)
  }

  /// A row without an album, with or without a verdict, for scripts to fill. Its addresses are
  /// those of `row`, because no address of a page may lead nowhere.
  init(patternOf row: HistoryRow, hasVerdict: Bool, _ settings: SiteSettings) {
    (find, page) = (row.find, row.page)
    (day, isoDay) = ("", "2000-01-01")
    (kind, shelf, cover) = (.album, nil, nil)
    view = [
      .text(.find, find), .text(.page, page), .flag(.isBook, false), .text(.artist, ""),
      .text(.title, ""), .text(.day, day),
      .text(.isoDay, isoDay), .text(.ownRating, ""), .flag(.isUnsure, true),
      .view(.verdict, hasVerdict ? [.view(.badge, .line("")), .text(.rating, "")] : nil),
      .flag(.isPublic, settings.publicLog != nil),
      .text(.publicAddress, settings.publicLog?.url.map { $0 + row.page }),
    ]
  }

  /// `artwork` is the artwork if its files exist. Only rows of the history say that strangers see the find.
  private init(
    _ find: FindSummary, artwork: Artwork?, isPublic: Bool, _ settings: SiteSettings
  ) {
    let words = settings.words
    let ownRating = settings.showsOwnRatings ? find.ownRating?.description : nil
    self.find = find.id.text
    page = find.page
    day = words.day(find.found)
    isoDay = words.zone.isoDay(find.found)
    (kind, shelf) = (find.kind, find.shelf)
    cover = artwork.map { Cover($0, in: find.page).view }
    view = [
      .text(.find, self.find),
      .text(.page, page),
      .flag(.isBook, find.kind == .book),
      .text(.artist, AlbumNames.creator(find.artist, find.kind, words)),
      .text(.title, AlbumNames.title(find.title, words)),
      .view(.thumbnail, cover),
      .view(.verdict, find.verdict.map { View.verdict($0.recommendation, $0.rating, settings) }),
      .flag(.isUnsure, !find.isSure),
      .text(.day, day),
      .text(.isoDay, isoDay),
      // The person who found the album, with the setting `show-finder`.
      .text(.finder, settings.isPublished ? nil : find.finder?.text),
      .text(.status, find.status.map { words($0.name(of: find.kind)) }),
      .text(.ownRating, ownRating.map(words.decimal)),
      .flag(.isPublic, isPublic),
      .text(.publicAddress, isPublic ? settings.publicLog?.address(of: find.id, find.kind) : nil),
    ]
  }
}

extension View {
  /// The badge and the rating in one line: `GENRE LANDMARK / 9.5`.
  static func verdict(
    _ recommendation: Recommendation, _ rating: Rating, _ settings: SiteSettings
  ) -> View {
    [
      .view(.badge, settings.badges[recommendation] ?? badge(recommendation, settings.words)),
      .text(.rating, settings.words.decimal(rating.description)),
    ]
  }

  /// The label of a recommendation as a line of markup.
  static func badge(_ recommendation: Recommendation, _ words: Phrasebook) -> View {
    .line(MarkedText.name(words.text(recommendation.label)))
  }
}

extension SiteSettings {
  /// Prepares the badges of all recommendations, because almost every row of a list has one.
  mutating func prepareBadges() {
    for recommendation in Recommendation.allCases {
      badges[recommendation] = View.badge(recommendation, words)
    }
  }
}
