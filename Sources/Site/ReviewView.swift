// A review as templates show it: checked markup, plain words, and the pages it was taken from.

import Albums
import Mustache

struct ReviewView: Equatable, Sendable, SpelledOut {
  let badge: MarkedLine
  let rating: String

  /// The language of the review where the page has another.
  let lang: String?
  let summaryHTML: String

  /// The numbers of the sources the summary was taken from.
  let summarySources: [String]
  let bullets: [MarkedLine]
  let tracks: [MarkedLine]
  let sources: [SourceView]
  let hasSources: Bool

  static let fields: [String: @Sendable (ReviewView) -> Any?] = [
    "badge": { $0.badge }, "rating": { $0.rating }, "lang": { $0.lang },
    "summaryHTML": { $0.summaryHTML },
    "summarySources": { $0.summarySources }, "bullets": { $0.bullets }, "tracks": { $0.tracks },
    "sources": { $0.sources }, "hasSources": { $0.hasSources },
  ]

  init(_ review: Review, _ words: Phrasebook) {
    let cited = CitedSources(review.sources)
    badge = MarkedLine(lineHTML: MarkedText.name(words.text(review.recommendation.label)))
    rating = words.decimal(review.rating.description)
    lang = review.language == words.language ? nil : review.language
    summaryHTML = MarkedText.blocks(review.summary)
    summarySources = cited.numbers(of: .summary)
    bullets = review.bullets.enumerated().map { place, text in
      MarkedLine(lineHTML: MarkedText.line(text), sources: cited.numbers(of: .bullet(place)))
    }
    tracks = review.keyTracks.map { MarkedLine(lineHTML: MarkedText.name($0)) }
    sources = cited.pages
    hasSources = !sources.isEmpty
  }
}

/// One line of libcmark's output, and the numbers of the sources it was taken from.
struct MarkedLine: Equatable, Sendable, MustacheParent {
  let lineHTML: String
  var sources: [String] = []

  /// There are a dozen on every page: these are not reflected.
  func child(named name: String) -> Any? {
    switch name {
    case "lineHTML": lineHTML
    case "sources": sources
    default: nil
    }
  }
}

/// A page that was cited, as the list at the foot of a review links to it.
struct SourceView: Equatable, Sendable, MustacheParent {
  /// What the passages call it.
  let number: String
  let address: String
  let title: String
  let domain: String

  func child(named name: String) -> Any? {
    switch name {
    case "number": number
    case "address": address
    case "title": title
    case "domain": domain
    default: nil
    }
  }
}

/// Sources numbered by page, from 1: one page may support several passages.
private struct CitedSources {
  private(set) var pages: [SourceView] = []
  private var cited: [(passage: ReviewSource.Passage, number: Int)] = []

  /// What must not be linked to is left out, whoever stored it.
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
