// Tables that the program writes: a reader gets the same cells back, and a spreadsheet finds no
// formula.

import Exchange
import Support
import Testing
import Text

@Suite struct CSVWriterTests {
  static let cells = [
    "", "plain", "7\" mix", "a,b", "two\nlines", "two\r\nlines", "=1+1", "+49", "-1", "@SUM(A1)",
    "\t=1", "\r=1", "\n", "'=1", "''=1", "'plain", "'", "=\"a,b\"", "宇多田ヒカル", "\u{301}a", "-",
    " =1", "\u{FEFF}x",
  ]

  @Test(arguments: [false, true])
  func `a table read back has the same cells`(isSafe: Bool) throws {
    let rows = Self.cells.map { ["x", $0, "y"] }
    let text = rows.map { CSVWriter.line($0, isSafe: isSafe) }.joined()
    let read = try csvRecords(text).map { record in
      isSafe ? record.fields.map(CSVWriter.original) : record.fields
    }
    #expect(read == rows)
  }

  @Test func `no safe cell begins a formula`() {
    for cell in Self.cells {
      let first = CSVWriter.safe(cell).unicodeScalars.first
      #expect(!["=", "+", "-", "@", "\t", "\r", "\n"].contains(first), "\(cell)")
    }
    #expect(CSVWriter.line(["=1"], isSafe: true) == "'=1\r\n")
    #expect(CSVWriter.line(["=1"]) == "=1\r\n")
    // A spreadsheet with the list separator ; or tab begins a new cell after each of these signs.
    #expect(CSVWriter.safe("a;=1\t+2;b") == "a;'=1\t'+2;b")
    #expect(CSVWriter.original("a;'=1\t'+2;b") == "a;=1\t+2;b")
    #expect(CSVWriter.original("'Til Tuesday") == "'Til Tuesday")
  }
}
