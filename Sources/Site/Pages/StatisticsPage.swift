// The statistics of the log, /statistics/, and of one year, /statistics/2026/. The pages depend only
// on the finds, not on the day of the build, so "this month" is the newest month of the log.

import Albums

/// `statistics.mustache`.
struct StatisticsPage: Page {
  static let template = "statistics"
  static let path = "\(StatisticsAddress.folder)/index.html"

  static func path(ofYear year: Int) -> String {
    "\(StatisticsAddress.folder)/\(year)/index.html"
  }

  let frame: Frame
  let heading: String

  /// Whether the page shows one year.
  let isYear: Bool
  let isEmpty: Bool
  let figures: [FigureView]
  let charts: [ChartView]

  /// The finds with the highest ratings.
  let best: [HistoryRow]

  /// The first find of a year; nil on the page of all finds.
  let opener: HistoryRow?

  /// The covers of a year.
  let wall: [HistoryRow]

  /// Links to the pages of the years.
  let years: [OverviewEntry]

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .heading: Field(heading)
    case .isYear: Field(isYear)
    case .isEmpty: Field(isEmpty)
    case .figures: Field(figures)
    case .charts: Field(charts)
    case .best: Field(best)
    case .opener: Field(opener)
    case .wall: Field(wall)
    case .years: Field(years)
    default: .nothing
    }
  }
}

/// A number in large digits, with a link to its finds.
struct FigureView: View {
  let number: String
  let name: String
  let address: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .number: Field(number)
    case .name: Field(self.name)
    case .address: Field(address)
    default: .nothing
    }
  }
}

/// A chart: a table whose rows have bars.
struct ChartView: View {
  let heading: String

  /// A sentence below the heading; nil for none.
  let note: String?

  /// The heading of the first column.
  let column: String

  /// Whether the rows have days instead of bars.
  let hasDays: Bool

  /// Whether the names of the rows are labels, which need a line above each bar.
  let hasLabels: Bool

  /// Whether all rows have short names without pictures, such as ratings and decades.
  let isShort: Bool
  let bars: [BarView]

  func field(_ name: FieldName) -> Field {
    switch name {
    case .heading: Field(heading)
    case .note: Field(note)
    case .column: Field(column)
    case .hasDays: Field(hasDays)
    case .hasLabels: Field(hasLabels)
    case .isShort: Field(isShort)
    case .bars: Field(bars)
    default: .nothing
    }
  }
}

/// A row of a chart.
struct BarView: View {
  let name: String

  /// Where its finds are.
  let address: String

  /// The number of finds in digits.
  let count: String

  /// The length of the bar, 0 to 100.
  let width: String

  /// A cover beside the name; nil for none.
  let thumbnail: Cover?

  /// The number of days with finds, in digits; nil in a chart without days.
  let dayCount: String?

  /// The days of a month with finds.
  let dots: [DotView]

  func field(_ name: FieldName) -> Field {
    switch name {
    case .name: Field(self.name)
    case .address: Field(address)
    case .count: Field(count)
    case .width: Field(width)
    case .thumbnail: Field(thumbnail)
    case .dayCount: Field(dayCount)
    case .dots: Field(dots)
    default: .nothing
    }
  }
}

/// A day of a month with finds: a circle that is larger for more finds.
struct DotView: View {
  /// The middle of the circle, in units of a tenth of a day.
  let place: String

  /// The radius in the same unit.
  let radius: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .place: Field(place)
    case .radius: Field(radius)
    default: .nothing
    }
  }
}
