// The cells of a table that an import cannot read, counted by the dry run, so that nothing is lost without a word.

import Text

package struct UnreadCells: Equatable, Sendable {
  /// The maximum number of names in `columns`. Source: docs/limits.md "Export and import".
  package static let mostColumns = 10

  /// The maximum length of a name in `columns`.
  private static let longestColumn = 40

  /// Dates that are no date, or no possible day.
  package var dates = 0

  /// Dates that neither their cells nor the other rows say to have the day or the month first.
  package var undecidedDates = 0

  /// Whether other rows have both orders.
  package var hasBothOrders = false

  /// Notes that are longer than a note of a find may be.
  package var cutNotes = 0

  /// Columns that no reader knows.
  package private(set) var columnCount = 0

  /// The beginnings of the names of the first of these columns.
  package private(set) var columns: [String] = []

  package init() {}

  package mutating func add(column name: String) {
    columnCount += 1
    if columns.count < Self.mostColumns {
      columns.append(
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestColumn))))
    }
  }

  /// What the import does with these cells, one sentence for each kind.
  package var sentences: [Sentence] {
    var sentences: [Sentence] = []
    func add(_ key: String, _ count: Int, _ more: [String: SentenceArgument] = [:]) {
      guard count > 0 else { return }
      sentences.append(Sentence(key, more.merging(["count": .count(count)]) { $1 }))
    }
    add("import.unread.dates", dates)
    add(hasBothOrders ? "import.unread.mixed-order" : "import.unread.order", undecidedDates)
    add("import.unread.notes", cutNotes, ["longest": .count(FindDetails.longestNote)])
    add(
      columnCount > columns.count ? "import.unread.more-columns" : "import.unread.columns",
      columnCount, ["names": .text(columns.joined(separator: ", "))])
    return sentences
  }

  // MARK: JSON

  var json: JSON {
    [
      "dates": .integer(dates), "undecidedDates": .integer(undecidedDates),
      "bothOrders": .bool(hasBothOrders), "notes": .integer(cutNotes),
      "columns": .integer(columnCount),
      "columnNames": .array(columns.map { .string($0) }),
    ]
  }

  /// A missing member counts as 0.
  init(_ json: JSON) {
    dates = json["dates"].integer ?? 0
    undecidedDates = json["undecidedDates"].integer ?? 0
    hasBothOrders = json["bothOrders"] == true
    cutNotes = json["notes"].integer ?? 0
    columnCount = json["columns"].integer ?? 0
    columns = json["columnNames"].items.compactMap(\.text)
  }
}
