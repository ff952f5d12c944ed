// A review for templates: checked markup, plain words, and the source pages.

import Albums
import Tracks

extension View {
  /// `record` has the names for the searches for its tracks; nil for a book. `keyTracks` are those of the review that the
  /// page shows.
  static func review(
    _ review: Review, _ words: Phrasebook, of record: AlbumNames? = nil,
    keyTracks: [KeyTrack]
  ) -> View {
    let cited = CitedSources(review.sources)
    let rating = review.rating.description
    return [
      .view(.badge, .badge(review.recommendation, words)),
      .text(.rating, words.decimal(rating)),
      // The rating with a decimal point in every language, for programs.
      .text(.ratingValue, rating),
      // The language of the review, if it is not the language of the page.
      .text(.lang, review.language == words.language ? nil : review.language),
      .markup(.summaryHTML, MarkedText.blocks(review.summary)),
      .texts(.summarySources, cited.numbers(of: .summary)),
      .views(
        .bullets,
        review.bullets.enumerated().map { index, text in
          View.line(MarkedText.line(text), sources: cited.numbers(of: .bullet(index)))
        }),
      .views(
        .tracks,
        keyTracks.map { track in
          let html = MarkedText.name(track.name)
          return [
            .markup(.lineHTML, html),
            .text(.anchor, track.index.map { View.anchor(ofTrack: $0) }),
            // The search for the track at a music service.
            .text(.address, record.map { View.listening(html, of: $0) }),
          ]
        }),
      .flag(.hasTracks, !keyTracks.isEmpty),
      .views(.sources, cited.pages.map(\.view)),
      .flag(.hasSources, !cited.pages.isEmpty),
      .flag(.isByModel, review.isByModel),
      .view(.writer, review.writer.map { View.writer($0, words) }),
    ]
  }

  /// The model that wrote a review, and the day.
  private static func writer(_ writer: ReviewWriter, _ words: Phrasebook) -> View {
    [
      .text(.model, PlainText.name(writer.model, otherwise: "")),
      .text(.day, words.day(writer.written)),
      .text(.isoDay, words.zone.isoDay(writer.written)),
    ]
  }

  /// One line of libcmark's output, and the numbers of the sources that support it.
  static func line(_ html: String, sources: [String] = []) -> View {
    [.markup(.lineHTML, html), .texts(.sources, sources)]
  }
}

/// A track that a review names, and that a page shows.
struct KeyTrack {
  let name: String

  /// The index of the track in the record's list; nil if the list is unknown.
  let index: Int?

  /// The key tracks of a review. If the tracks of the record are known, only those that are on it, in the spelling of
  /// `list`.
  static func all(of review: Review, in list: TrackList?) -> [KeyTrack] {
    guard let list else { return review.keyTracks.map { KeyTrack(name: $0, index: nil) } }
    let tracks = list.tracks
    return list.indexes(ofTracksNamed: review.keyTracks).compactMap { index in
      index.map { KeyTrack(name: tracks[$0].title, index: $0) }
    }
  }
}

/// A source page, for the list of links at the end of a review.
private struct CitedPage {
  let address: String
  let view: View

  /// `number` is the number with which passages refer to the page.
  init(_ source: ReviewSource, number: Int, domain: String) {
    address = source.address
    view = [
      .text(.number, String(number)),
      .text(.address, source.address),
      .text(.title, PlainText.name(source.title, otherwise: domain)),
      .text(.domain, domain),
    ]
  }
}

/// The sources of a review. Each page has a number, from 1, and may support several passages.
private struct CitedSources {
  private(set) var pages: [CitedPage] = []
  private var cited: [(passage: ReviewSource.Passage, number: Int)] = []

  /// Leaves out sources to which a page must not link.
  init(_ sources: [ReviewSource]) {
    for source in sources {
      guard let domain = source.domain else { continue }
      let known = pages.firstIndex { $0.address == source.address }
      if known == nil {
        pages.append(CitedPage(source, number: pages.count + 1, domain: domain))
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
