// The finds by day: `/history/` has the newest finds, and `/history/2026-11/` has those of one
// month. A month with more than 100 finds has further pages (MonthPages.swift). HistoryDays.swift
// groups the finds.

import Albums

/// `history.mustache`.
struct HistoryPage: Page {
  static let template = "history"
  static let newestPath = "history/index.html"

  let frame: Frame
  let heading: String

  /// The finds by day, with repeats of an album folded.
  let days: [HistoryDay]

  /// The months; only `/history/` has them. A month's page links only to `/history/`, so a change
  /// in one month never changes the page of another month.
  let months: [MonthLink]
  let isMonth: Bool
  let isEmpty: Bool

  /// Whether the rows have boxes of the form that changes several finds.
  let isSelectable: Bool

  /// An entry without an album, which the search fills and repeats. Nil without finds, and in the
  /// published log, whose results have another form.
  let pattern: HistoryAlbum?

  /// The addresses of the pages with older and with newer finds of the same month.
  let older: String?
  let newer: String?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .heading: Field(heading)
    case .days: Field(days)
    case .months: Field(months)
    case .isMonth: Field(isMonth)
    case .isEmpty: Field(isEmpty)
    case .isSelectable: Field(isSelectable)
    case .pattern: Field(pattern)
    case .older: Field(older)
    case .newer: Field(newer)
    default: .nothing
    }
  }

  /// The page `/history/`.
  init(newest: [Find], months: [Month], artworks: Artworks, settings: SiteSettings) {
    let heading = settings.words(settings.isPublished ? "published.finds" : "common.history")
    self.init(
      heading, newest, months: months, isMonth: false, at: "/history/", artworks, settings)
  }

  /// The page of a part of a month: `/history/2026-11/`, or `/history/2026-11/1/` for a full part.
  init(
    _ pages: MonthPages, part: Int, finds: [Find], artworks: Artworks, settings: SiteSettings
  ) {
    let name = settings.words.name(of: pages.month)
    let heading = pages.number(of: part).map { number in
      settings.words("history.page", ["month": .text(name), "number": .count(number)])
    }
    self.init(
      heading ?? name, finds, months: [], isMonth: true, older: pages.older(than: part),
      newer: pages.newer(than: part), at: pages.address(of: part), artworks, settings)
  }

  private init(
    _ heading: String, _ finds: [Find], months: [Month], isMonth: Bool, older: String? = nil,
    newer: String? = nil, at address: String, _ artworks: Artworks, _ settings: SiteSettings
  ) {
    frame = Frame(
      heading, summary: Sentence("common.history.summary"),
      look: "dark history", script: settings.isPublished ? "published" : "history",
      place: PagePlace(address: address), settings: settings)
    self.heading = heading
    let rows = finds.map {
      HistoryRow($0, artwork: artworks.kept($0.album.artwork), settings)
    }
    days = HistoryDay.days(rows, keys: finds.map(\.album.key), settings.words)
    self.months = months.map { MonthLink($0, settings.words) }
    self.isMonth = isMonth
    self.older = older
    self.newer = newer
    isEmpty = finds.isEmpty
    isSelectable = !isEmpty && !settings.isPublished
    let sample = isSelectable ? rows.first?.find : nil
    pattern = sample.flatMap { HistoryAlbum(patternOf: $0, settings) }
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
