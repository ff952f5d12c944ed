// A table of Discogs with hostile cells, and the expected judgement of an import on each row.

import Albums
import Support
import Text

@testable import Exchange

/// The bytes of a table, written from a seed.
struct HostileTable {
  /// The encoding and the line ends of a file.
  enum Form: String, CaseIterable, Sendable {
    /// UTF-8 with a byte order mark, and CRLF, as Discogs writes it.
    case marked
    /// UTF-8 and LF.
    case plain
    /// Latin-1 and CRLF, as an old spreadsheet saves it.
    case latin1
  }

  /// A row of the table. `problem` is the reason why it cannot become a find; nil if it can.
  struct Row: Equatable {
    /// The first line of the row in the file, from 1.
    let line: Int
    let problem: RowProblem?
  }

  static let columns = [
    "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id",
    "CollectionFolder", "Date Added", "Collection Media Condition", "Collection Notes",
  ]

  let form: Form
  private(set) var rows: [Row] = []
  private var text = ""
  private var line = 1
  private var random: SeededGenerator
  private var last: [String] = []

  init(_ form: Form, rows count: Int, seed: UInt64) {
    self.form = form
    random = SeededGenerator(seed: seed)
    append(Self.columns)
    for number in 0..<count { addRow(number) }
  }

  var bytes: [UInt8] {
    switch form {
    case .marked: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case .plain: Array(text.utf8)
    case .latin1: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
  }

  // MARK: Rows

  private mutating func addRow(_ number: Int) {
    if number % 97 == 5 { appendBreak() }
    switch number % 40 {
    // A repeated row stands for a further copy of the record.
    case 7 where !last.isEmpty: add(last, nil)
    case 11: addUnusable(number)
    // Programs leave out empty cells at the end.
    case 17: add(Array(row(number).prefix(8)), nil)
    default:
      last = row(number)
      add(last, nil)
    }
  }

  private mutating func addUnusable(_ number: Int) {
    var cells = row(number)
    switch number / 40 % 7 {
    case 0:
      cells[1] = ["", " ", "\u{7}", "\r\n"].randomElement(using: &random) ?? ""
      add(cells, .noArtist)
    case 1:
      cells[2] = ""
      add(cells, .noTitle)
    case 2:
      cells[2] = String(repeating: "x", count: 301)
      add(cells, .longName)
    case 3:
      let extra = Int.random(in: 1...9, using: &random)
      add(
        cells + Array(repeating: "", count: extra - 1) + ["x"],
        .cells(cells.count + extra, columns: Self.columns.count))
    case 4:
      cells[1] += "\u{0}"
      add(cells, .nul)
    case 5:
      cells[11] = "before\u{0}after"
      add(cells, .nul)
    default:
      // Only one row has this form, because it has more than a megabyte.
      guard number < 400 else { return add(cells, nil) }
      cells[11] = String(repeating: "=", count: TableEntry.mostRowBytes + 1)
      add(cells, .longRow)
    }
  }

  private mutating func add(_ cells: [String], _ problem: RowProblem?) {
    rows.append(Row(line: line, problem: problem))
    append(cells)
  }

  private mutating func append(_ cells: [String]) {
    let record = CSVWriter.line(cells)
    line += record.utf8.count { $0 == UInt8(ascii: "\n") }
    text += form == .plain ? String(record.dropLast()) + "\n" : record
  }

  /// An empty line.
  private mutating func appendBreak() {
    text += form == .plain ? "\n" : "\r\n"
    line += 1
  }

  // MARK: Cells

  private static let ascii = [
    "=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(A1)", "'=1", "<script>alert(1)</script>",
    "'; DROP TABLE finds; --", "AC/DC", "..", "{{title}}", "7\" mix", "x, y", "%s", "\\",
    "two\nlines",
    "two\r\nlines", "\ttab", "\"\"", "NULL", "a;b", "&amp;",
  ]
  private static let latin = ["Bj\u{F6}rk", "Sigur R\u{F3}s", "\u{DF}", "\u{A0}", "\u{AD}"]
  private static let wide = [
    "\u{202E}abc", "a\u{301}\u{301}\u{301}", "宇多田ヒカル", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "\u{200B}",
  ]

  private mutating func hostile() -> String {
    let cells = Self.ascii + Self.latin + (form == .latin1 ? [] : Self.wide)
    return cells.randomElement(using: &random) ?? ""
  }

  /// A row that can become a find. Its number is in its names, so the rows name many different
  /// albums.
  private mutating func row(_ number: Int) -> [String] {
    let longest = String(repeating: "y", count: 300)
    return [
      number % 500 == 3 ? String(repeating: "C", count: 20_000) : hostile(),
      "\(hostile()) \(number % 700)\(number % 3 == 0 ? " (2)" : "")",
      number % 300 == 4 ? longest : "\(hostile()) \(number % 4000)",
      number % 200 == 9 ? longest + "y" : "\(hostile()) (13)", hostile(),
      "\(number % 6)",
      ["0", "1970", "19999", "-1", "1970-05-03", "", "\u{BD}"].randomElement(using: &random) ?? "",
      "\(number % 9500)", hostile(),
      ["2020-01-02 03:04:05", "31/12/2020", "99/99/9999", "soon", "", "0000-00-00"]
        .randomElement(using: &random) ?? "",
      "Mint (M)", number % 400 == 8 ? String(repeating: "n\n", count: 5000) : hostile(),
    ]
  }
}
