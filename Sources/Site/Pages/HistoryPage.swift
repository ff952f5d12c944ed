// The finds as a list: `/history/` has the newest finds, and `/history/2026-11/` has those of one
// month.

import Albums

/// `history.mustache`.
struct HistoryPage: Page {
  static let template = "history"
  static let newestPath = "history/index.html"

  /// The minimum number of finds in a list that has a filter.
  private static let filterThreshold = 10

  let frame: Frame
  let heading: String
  let rows: [HistoryRow]

  /// The months; only `/history/` has them. A month's page links only to `/history/`, so a change
  /// in one month never changes the page of another month.
  let months: [MonthLink]
  let isMonth: Bool
  let isEmpty: Bool
  let isFiltered: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .heading: Field(heading)
    case .rows: Field(rows)
    case .months: Field(months)
    case .isMonth: Field(isMonth)
    case .isEmpty: Field(isEmpty)
    case .isFiltered: Field(isFiltered)
    default: .nothing
    }
  }

  /// The page `/history/`.
  init(newest: [Find], months: [Month], artworks: Artworks, settings: SiteSettings) {
    self.init(
      settings.words("common.history"), newest, months: months, isMonth: false, artworks, settings)
  }

  /// The page of a month, `/history/2026-11/`.
  init(_ month: Month, finds: [Find], artworks: Artworks, settings: SiteSettings) {
    self.init(settings.words.name(of: month), finds, months: [], isMonth: true, artworks, settings)
  }

  private init(
    _ heading: String, _ finds: [Find], months: [Month], isMonth: Bool, _ artworks: Artworks,
    _ settings: SiteSettings
  ) {
    frame = Frame(
      heading, summary: Sentence("common.history.summary"),
      look: "dark history", script: "history", settings: settings)
    self.heading = heading
    rows = finds.map { HistoryRow($0, artwork: artworks.kept($0.album.artwork), settings.words) }
    self.months = months.map { MonthLink($0, settings.words) }
    self.isMonth = isMonth
    isEmpty = finds.isEmpty
    isFiltered = finds.count > Self.filterThreshold
  }

  static func path(_ month: Month) -> String { "history/\(month)/index.html" }
}

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

  /// The name of the person who found the album; nil without the setting `show-finder`.
  let finder: String?

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
    default: .nothing
    }
  }

  init(_ find: Find, artwork: Artwork?, _ words: Phrasebook) {
    let album = AlbumNames(find.album, words)
    self.find = find.id.text
    artist = album.artist
    title = album.title
    thumbnail = artwork.map { Cover($0, in: "/album/\(find.id)/") }
    verdict = find.review.map { Verdict($0, words) }
    isUnsure = !find.isSure
    day = words.day(find.found)
    isoDay = words.zone.isoDay(find.found)
    finder = find.finder?.text
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

  init(_ review: Review, _ words: Phrasebook) {
    badge = MarkedLine(lineHTML: MarkedText.name(words.text(review.recommendation.label)))
    rating = words.decimal(review.rating.description)
  }
}

/// A link from `/history/` to a month.
struct MonthLink: Equatable, Sendable, View {
  let month: String
  let words: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .month: Field(month)
    case .words: Field(words)
    default: .nothing
    }
  }

  init(_ month: Month, _ phrasebook: Phrasebook) {
    self.month = month.description
    words = phrasebook.name(of: month)
  }
}
