// The finds by day: `/history/` has the newest finds, and `/history/2026-11/` has those of one
// month. HistoryDays.swift groups them.

import Albums

/// `history.mustache`.
struct HistoryPage: Page {
  static let template = "history"
  static let newestPath = "history/index.html"

  /// The minimum number of finds in a list that has a filter.
  private static let filterThreshold = 10

  let frame: Frame
  let heading: String

  /// The finds by day, with repeats of an album folded.
  let days: [HistoryDay]

  /// All finds in one list, for templates of a host that know no days.
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
    case .days: Field(days)
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
    let rows = finds.map {
      HistoryRow($0, artwork: artworks.kept($0.album.artwork), settings.words)
    }
    self.rows = rows
    days = HistoryDay.days(rows, keys: finds.map(\.album.key), settings.words)
    self.months = months.map { MonthLink($0, settings.words) }
    self.isMonth = isMonth
    isEmpty = finds.isEmpty
    isFiltered = finds.count > Self.filterThreshold
  }

  static func path(_ month: Month) -> String { "history/\(month)/index.html" }
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
