// A review for templates: checked markup, plain words, and the source pages.

import Albums

struct ReviewView: Equatable, Sendable, View {
  let badge: MarkedLine
  let rating: String

  /// The rating with a decimal point in every language, for programs.
  let ratingValue: String

  /// The language of the review; nil if it is the language of the page.
  let lang: String?
  let summaryHTML: String

  /// The numbers of the sources that support the summary.
  let summarySources: [String]
  let bullets: [MarkedLine]
  let tracks: [MarkedLine]
  let sources: [SourceView]
  let hasSources: Bool

  /// Whether a model wrote the review.
  let isByModel: Bool

  /// The model and the day; nil if they are not known.
  let writer: WriterView?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .badge: Field(badge)
    case .rating: Field(rating)
    case .ratingValue: Field(ratingValue)
    case .lang: Field(lang)
    case .summaryHTML: Field(markup: summaryHTML)
    case .summarySources: Field(summarySources)
    case .bullets: Field(bullets)
    case .tracks: Field(tracks)
    case .sources: Field(sources)
    case .hasSources: Field(hasSources)
    case .isByModel: Field(isByModel)
    case .writer: Field(writer)
    default: .nothing
    }
  }

  init(_ review: Review, _ words: Phrasebook) {
    let cited = CitedSources(review.sources)
    badge = MarkedLine(lineHTML: MarkedText.name(words.text(review.recommendation.label)))
    ratingValue = review.rating.description
    rating = words.decimal(ratingValue)
    lang = review.language == words.language ? nil : review.language
    summaryHTML = MarkedText.blocks(review.summary)
    summarySources = cited.numbers(of: .summary)
    bullets = review.bullets.enumerated().map { place, text in
      MarkedLine(lineHTML: MarkedText.line(text), sources: cited.numbers(of: .bullet(place)))
    }
    tracks = review.keyTracks.map { MarkedLine(lineHTML: MarkedText.name($0)) }
    sources = cited.pages
    hasSources = !sources.isEmpty
    isByModel = review.isByModel
    writer = review.writer.map { WriterView($0, words) }
  }
}

/// The model that wrote a review, and the day.
struct WriterView: Equatable, Sendable, View {
  let model: String
  let day: String
  let isoDay: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .model: Field(model)
    case .day: Field(day)
    case .isoDay: Field(isoDay)
    default: .nothing
    }
  }

  init(_ writer: ReviewWriter, _ words: Phrasebook) {
    model = PlainText.name(writer.model, otherwise: "")
    day = words.day(writer.written)
    isoDay = words.zone.isoDay(writer.written)
  }
}

/// One line of libcmark's output, and the numbers of the sources that support it.
struct MarkedLine: Equatable, Sendable, View {
  let lineHTML: String
  var sources: [String] = []

  func field(_ name: FieldName) -> Field {
    switch name {
    case .lineHTML: Field(markup: lineHTML)
    case .sources: Field(sources)
    default: .nothing
    }
  }
}

/// A source page, for the list of links at the end of a review.
struct SourceView: Equatable, Sendable, View {
  /// The number with which passages refer to the page.
  let number: String
  let address: String
  let title: String
  let domain: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .number: Field(number)
    case .address: Field(address)
    case .title: Field(title)
    case .domain: Field(domain)
    default: .nothing
    }
  }
}

/// The sources of a review. Each page has a number, from 1, and may support several passages.
private struct CitedSources {
  private(set) var pages: [SourceView] = []
  private var cited: [(passage: ReviewSource.Passage, number: Int)] = []

  /// Leaves out sources to which a page must not link.
  init(_ sources: [ReviewSource]) {
    for source in sources {
      guard let domain = source.domain else { continue }
      let known = pages.firstIndex { $0.address == source.address }
      if known == nil {
        let title = PlainText.name(source.title, otherwise: domain)
        let number = String(pages.count + 1)
        pages.append(
          SourceView(number: number, address: source.address, title: title, domain: domain))
      }
      let number = (known ?? pages.count - 1) + 1
      if !cited.contains(where: { $0 == (source.passage, number) }) {
        cited.append((source.passage, number))
      }
    }
  }

  func numbers(of passage: ReviewSource.Passage) -> [String] {
    cited.filter { $0.passage == passage }.map(\.number).sorted().map { String($0) }
  }
}
