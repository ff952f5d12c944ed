// The front page of the published log: its title and author, the host's text, the favourites, the newest
// and the best finds, the newest year, and links to its other pages.

import Albums
import Text

/// `front.mustache`.
struct FrontPage: Page {
  static let template = "front"
  static let path = "index.html"

  /// The maximum numbers of newest finds, and of collages of a kind. Source: docs/limits.md.
  static let mostNewest = 24
  static let mostCollages = 8

  let view: View

  init(
    _ contents: FrontContents, appearance: PublishedAppearance,
    pictures: SharedPictures = SharedPictures(),
    artworks: Artworks, settings: SiteSettings
  ) {
    let words = settings.words
    let row = { (find: FindSummary) in HistoryRow(find, artworks, settings).view }
    let collages = { (kind: FacetKind) in
      contents.collages.filter { $0.kind == kind }.most(Self.mostCollages).enumerated().map {
        $1.view(isFirst: $0 == 0, words)
      }
    }
    let (tags, genres) = (collages(.tag), collages(.genre))
    view = [
      .view(.frame, Frame(front: settings, share: pictures.wide).view),
      // The address of the tall picture, for a download. The address is absolute, because the archive has
      // no pictures to share.
      .text(.poster, pictures.tall.flatMap { settings.absolute($0.address) }),
      .text(.heading, appearance.title),
      // The author, if the title does not name it.
      .text(.author, Self.byline(appearance, words)),
      // The host's text about the published log.
      .markup(.aboutHTML, Self.about(appearance)),
      .text(.total, words("index.total", ["count": .count(contents.finds)])),
      .views(.favourites, contents.favourites.map(row)),
      .flag(.hasFavourites, !contents.favourites.isEmpty),
      .views(.newest, contents.newest.map(row)),
      .flag(.hasNewest, !contents.newest.isEmpty),
      .views(.best, contents.best.map(row)),
      .flag(.hasBest, !contents.best.isEmpty),
      // The newest year in figures.
      .view(.band, contents.year.map { View.band($0, $1, words) }),
      // The tags and the genres with the most finds.
      .views(.tagLinks, tags),
      .flag(.hasTags, !tags.isEmpty),
      .views(.genreLinks, genres),
      .flag(.hasGenres, !genres.isEmpty),
      .flag(.isEmpty, contents.finds == 0),
      .flag(.hasBooks, contents.hasBooks),
    ]
  }

  /// "by Anna Berg"; nil if the title names the author.
  static func byline(_ appearance: PublishedAppearance, _ words: Phrasebook) -> String? {
    appearance.author == appearance.title
      ? nil : words("published.by", ["name": .text(appearance.author)])
  }

  /// The HTML of the host's text without a first heading that repeats the title of the page; nil without a
  /// text.
  static func about(_ appearance: PublishedAppearance) -> String? {
    let about = appearance.about?.trimmed ?? ""
    guard !about.isEmpty else { return nil }
    let html = MarkedText.blocks(
      about, keepsLinks: true, byteLimit: PublishedAppearance.aboutLimit)
    guard let heading = MarkedText.firstHeading(of: html) else { return html }
    guard PlainText.name(heading.text, otherwise: "").lowercased() == appearance.title.lowercased()
    else {
      return html
    }
    return heading.rest.isEmpty ? nil : heading.rest
  }
}

extension View {
  /// A year with up to three figures, each with a link to the statistics of the year.
  fileprivate static func band(
    _ year: Int, _ statistics: HistoryStatistics, _ words: Phrasebook
  ) -> View {
    let address = StatisticsAddress.address(ofYear: year)
    func figure(_ count: Int, _ key: String) -> View? {
      count == 0 ? nil : View.figure(count, key, at: address, words)
    }
    let mean = statistics.meanTenths.map { mean -> View in
      [
        .text(.number, words.decimal("\(mean / 10).\(mean % 10)")),
        .text(.name, words("published.mean")), .text(.address, address),
      ]
    }
    let figures = [
      figure(statistics.finds, "statistics.finds.figure"),
      figure(statistics.albums, "statistics.albums"), mean,
      figure(statistics.books, "statistics.books"),
    ]
    return [
      .text(.name, words("published.year", ["year": .text(String(year))])),
      .text(.address, address),
      .views(.figures, Array(figures.compactMap(\.self).prefix(3))),
    ]
  }
}

/// The finds and index pages of the front page, as the index returns them. No album is in two of the lists.
struct FrontContents: Sendable {
  /// The number of all finds.
  let finds: Int

  let favourites: [FindSummary]

  /// The newest finds, the newest first.
  let newest: [FindSummary]

  /// The best finds, the best first.
  let best: [FindSummary]

  /// The year of the newest find; nil without finds.
  let year: (Int, HistoryStatistics)?

  let collages: [Collage]

  /// Whether a find is a book.
  let hasBooks: Bool

  /// `newest` has no album of `favourites` and none twice. `ranking` may repeat albums of both.
  init(
    finds: Int, favourites: [FindSummary], newest: [FindSummary], ranking: [FindSummary],
    year: (Int, HistoryStatistics)?, collages: [Collage], hasBooks: Bool
  ) {
    let shown = Array(newest.prefix(FrontPage.mostNewest))
    let albums = Set((favourites + shown).map(\.album))
    (self.finds, self.favourites, self.newest) = (finds, favourites, shown)
    best = Array(
      ranking.filter { !albums.contains($0.album) }.prefix(HistoryStatistics.bestCount))
    (self.year, self.collages, self.hasBooks) = (year, collages, hasBooks)
  }
}

extension [Collage] {
  /// The collages with the most finds; of two with the same number, the first of the list is first.
  fileprivate func most(_ number: Int) -> [Collage] {
    let ranked = enumerated().sorted {
      $0.element.page.count == $1.element.page.count
        ? $0.offset < $1.offset : $0.element.page.count > $1.element.page.count
    }
    return ranked.prefix(number).map(\.element)
  }
}
