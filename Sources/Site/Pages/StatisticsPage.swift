// The statistics of the history, /statistics/. The page depends only on the finds, not on the day of the
// build, so "this month" is the newest month of the history.

import Albums

/// `statistics.mustache`.
struct StatisticsPage: Page {
  static let template = "statistics"
  static let path = "\(StatisticsAddress.folder)/index.html"

  let view: View
}

extension View {
  /// A number in large digits, with a link to its finds. `key` is a text with a form for one and a form for
  /// several.
  static func figure(_ count: Int, _ key: String, at address: String, _ words: Phrasebook) -> View {
    .figure(count, named: words(key, ["count": .count(count)]), at: address, words)
  }

  static func figure(
    _ count: Int, named name: String, at address: String, _ words: Phrasebook
  ) -> View {
    [.text(.number, words.number(count)), .text(.name, name), .text(.address, address)]
  }
}

/// A chart: a table whose rows have bars.
struct Chart {
  let heading: String

  /// A sentence below the heading; nil for none.
  var note: String?

  /// The heading of the first column.
  let column: String

  /// Whether the rows have days instead of bars.
  var hasDays = false

  /// Whether the names of the rows are labels, which need a line above each bar.
  var hasLabels = false
  let bars: [Bar]

  var view: View {
    [
      .text(.heading, heading),
      .text(.note, note),
      .text(.column, column),
      .flag(.hasDays, hasDays),
      .flag(.hasLabels, hasLabels),
      .flag(.isShort, isShort),
      .views(.bars, bars.map(\.view)),
    ]
  }

  /// Whether all rows have names of at most six characters without pictures, such as ratings and decades.
  private var isShort: Bool {
    !hasDays && !hasLabels && bars.allSatisfy { $0.thumbnail == nil && $0.name.count <= 6 }
  }
}

/// A row of a chart.
struct Bar {
  let name: String

  /// The page with its finds.
  let address: String

  /// The number of finds in digits.
  let count: String

  /// The length of the bar, 0 to 100.
  var width = 0

  /// A cover beside the name; nil for none.
  var thumbnail: Cover?

  /// The days of a month with finds, with their numbers of finds, in the order of the days.
  var days: [(day: Int, finds: Int)]?

  /// The number of days in digits; nil in a chart without days.
  var dayCount: String?

  var view: View {
    [
      .text(.name, name),
      .text(.address, address),
      .text(.count, count),
      .text(.width, String(width)),
      .view(.thumbnail, thumbnail?.view),
      .text(.dayCount, dayCount),
      .views(.dots, (days ?? []).map(dot)),
    ]
  }

  /// A circle that is larger for more finds. Its middle and its radius are in units of a tenth of a day.
  private func dot(_ day: Int, _ finds: Int) -> View {
    [.text(.place, String(day * 10 - 5)), .text(.radius, String(min(finds, 4) + 1))]
  }
}
