// The finds by day: `/history/` has the newest finds, and `/history/2026-11/` has those of one
// month. A month with more than 100 finds has further pages (MonthPages.swift). HistoryDays.swift
// groups the finds.

import Albums

/// `history.mustache`.
struct HistoryPage: Page {
  static let template = "history"
  static let newestPath = "history/index.html"

  let view: View

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
    let frame = Frame(
      heading, summary: Sentence("common.history.summary"),
      look: "history", script: settings.isPublished ? "published" : "history",
      preview: LinkPreview(address: address),
      bar: isMonth ? .below(.history) : .at(.history), settings: settings)
    let rows = finds.map {
      HistoryRow($0, artwork: artworks.kept($0.album.artwork), settings)
    }
    var days = HistoryDay.days(rows, keys: finds.map(\.album.key), settings.words)
    // The heading of a month's page already names the month.
    if !isMonth { days = HistoryDay.marked(days, months: months, settings.words) }
    let isSelectable = !finds.isEmpty && !settings.isPublished
    let sample = isSelectable ? rows.first : nil
    view = [
      .view(.frame, frame.view),
      .text(.heading, heading),
      .views(.days, days.map(\.view)),
      // Only `/history/` has links to the months. A month's page links only to `/history/`, so a change
      // in one month never changes the page of another month.
      .views(.months, months.map { View.month($0, settings.words) }),
      .flag(.isMonth, isMonth),
      .flag(.isEmpty, finds.isEmpty),
      // One of the finds of the page is a book. The other finds do not count, because a page changes only
      // with its own finds.
      .flag(.hasBooks, finds.contains { $0.album.kind == .book }),
      // The rows have checkboxes, which belong to the form that changes several finds.
      .flag(.isSelectable, isSelectable),
      // The pattern of an entry without an album, which the search copies and fills. The results of
      // the published log have another form.
      .view(.pattern, sample.flatMap { HistoryAlbum(patternOf: $0, settings)?.view }),
      .text(.older, older),
      .text(.newer, newer),
    ]
  }

  static func path(_ month: Month) -> String { "history/\(month)/index.html" }
}

extension View {
  /// A month with its name, for the links and headings of `/history/`.
  static func month(_ month: Month, _ words: Phrasebook) -> View {
    [.text(.month, month.description), .text(.words, words.name(of: month))]
  }
}
