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
  /// A number in large digits, with a link to its finds. `key` is the key of a text with plural forms.
  static func figure(_ count: Int, _ key: String, at address: String, _ words: Phrasebook) -> View {
    .figure(count, named: words(key, ["count": .count(count)]), at: address, words)
  }

  static func figure(
    _ count: Int, named name: String, at address: String, _ words: Phrasebook
  ) -> View {
    let number = words.number(count)
    return [
      .text(.number, number), .text(.name, name), .text(.address, address),
      // A phone shows only a short number in large digits.
      .flag(.isShort, number.count <= 5),
    ]
  }
}

/// A chart: a table whose rows have bars. The pages show it as bars, as a histogram, or as a calendar.
struct Chart {
  let heading: String

  /// A sentence below the heading; nil for none.
  var note: String?

  /// The heading of the first column.
  let column: String

  /// In a histogram, the position of the mean, in units of a tenth of a bar; nil in other charts.
  var mean: Int?

  /// Whether the rows have days instead of bars.
  var hasDays = false

  /// Whether other pages show all names: a narrow window shows only the first five.
  var hasMore = false
  let bars: [Bar]

  var view: View {
    [
      .text(.heading, heading),
      .text(.note, note),
      .text(.column, column),
      .text(.mean, mean.map(String.init)),
      .flag(.hasDays, hasDays),
      .flag(.hasMore, hasMore),
      .views(.bars, bars.map(\.view)),
    ]
  }
}

/// A row of a chart.
struct Bar {
  let name: String

  /// The page with the finds of the row.
  let address: String

  /// The number of finds in digits.
  let count: String

  /// The length of the bar, 0 to 100.
  var width = 0

  /// In a histogram, the position of the bar, 0 to 10; nil in other charts.
  var bin: Int?

  /// A cover beside the name; nil for none.
  var thumbnail: Cover?

  /// The days of a month; nil in a chart without days.
  var days: DaysOfMonth?

  /// The number of days with finds, in digits; nil in a chart without days.
  var dayCount: String?

  var view: View {
    [
      .text(.name, name),
      .text(.address, address),
      .text(.count, count),
      .text(.width, String(width)),
      .text(.bin, bin.map(String.init)),
      .view(.thumbnail, thumbnail?.view),
      .text(.dayCount, dayCount),
      .text(.weeks, days?.weeks),
      .views(.dots, days?.dots ?? []),
    ]
  }
}

/// A month as a calendar page: a row for each week, Monday first. A day is a square of 10 by 10 units.
struct DaysOfMonth {
  let month: Month

  /// The days with finds, with their numbers of finds.
  let finds: [Int: Int]

  /// The SVG path along the days of each week.
  var weeks: String {
    var text = ""
    var first = 0
    while first < month.days {
      let last = min(month.days, (first + month.firstWeekday) / 7 * 7 + 7 - month.firstWeekday)
      let (column, row) = cell(first)
      text += "M\(column * 10) \(row * 10 + 5)h\((last - first) * 10)"
      first = last
    }
    return text
  }

  /// A square for each day with finds, in the order of the days. A day with more finds has a darker
  /// square.
  var dots: [View] {
    finds.sorted { $0.key < $1.key }.map { day, finds in
      let (column, row) = cell(day - 1)
      return [
        .text(.place, String(column * 10 + 1)), .text(.row, String(row * 10 + 1)),
        .text(.number, String(min(finds, 4))),
      ]
    }
  }

  /// The column and the row of a day; the first day is 0.
  private func cell(_ day: Int) -> (column: Int, row: Int) {
    ((day + month.firstWeekday) % 7, (day + month.firstWeekday) / 7)
  }
}
