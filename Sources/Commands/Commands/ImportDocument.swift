// The JSON document of `import --json`. Source: docs/interface.md.

import Albums
import Exchange

struct ImportDocument: Encodable {
  struct Row: Encodable {
    let line: Int
    let verdict: String
    let artist: String
    let title: String
    let reason: String?
  }

  struct Unread: Encodable {
    let dates: Int
    let undecidedDates: Int
    let notes: Int
    let columns: Int
    let columnNames: [String]
  }

  let version = 1
  let new: Int
  let existing: Int
  let ambiguous: Int
  let unusable: Int

  /// The number of earlier finds that the import repairs.
  let repairs: Int

  /// The dates, the notes and the columns of a table that the import does not read.
  let unread: Unread
  let minutes: Int
  let megabytes: Int

  /// With --reviews: the number of reviews, and their maximum cost in dollars.
  let reviews: Int?
  let mostCost: Double?
  let rows: [Row]

  init(_ report: ImportReport, _ words: Phrasebook, mostCost: Money?) {
    (new, existing) = (report.count(.new), report.count(.existing))
    (ambiguous, unusable) = (report.count(.ambiguous), report.count(.unusable))
    repairs = report.repairs
    unread = Unread(
      dates: report.unread.dates, undecidedDates: report.unread.undecidedDates,
      notes: report.unread.cutNotes, columns: report.unread.columnCount,
      columnNames: report.unread.columns)
    (minutes, megabytes) = (report.minutes, report.megabytes)
    reviews = mostCost.map { _ in report.albumsToReview }
    self.mostCost = mostCost?.dollars
    rows = report.rows.map { row in
      Row(
        line: row.line, verdict: row.verdict.rawValue, artist: row.artist, title: row.title,
        reason: row.reason.map { words.text($0) })
    }
  }
}
