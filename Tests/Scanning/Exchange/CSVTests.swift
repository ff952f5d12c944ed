// CSV of RFC 4180: the forms that it allows and the forms that it forbids.

import Exchange
import Testing

@Suite struct CSVTests {
  static let texts: [(text: String, records: [[String]])] = [
    ("a,b,c\n1,2,3\n", [["a", "b", "c"], ["1", "2", "3"]]),
    ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
    ("\u{FEFF}a\n1\n", [["a"], ["1"]]),
    ("a,,c\n", [["a", "", "c"]]),
    (",\n", [["", ""]]),
    ("\"a,b\",\"c\"\"d\"\n", [["a,b", "c\"d"]]),
    ("\"two\nlines\",x\n", [["two\nlines", "x"]]),
    ("\"\",x\n", [["", "x"]]),
    ("7\" mix,x\n", [["7\" mix", "x"]]),
    ("\"\u{301}a\",x\n", [["\u{301}a", "x"]]),
    ("\n\na\n", [["a"]]),
    ("a,  \"\"\n", [["a", ""]]), ("a, \t\"b,c\"\nd\n", [["a", "b,c"], ["d"]]),
    ("a,  \"two\nlines\"\r\nb\r\n", [["a", "two\nlines"], ["b"]]),
    ("\"a\" ,\"b\"\t\r\n \"c\"  ", [["a", "b"], ["c"]]),
    ("a, \"b\" c,d\n", [["a", " \"b\" c", "d"]]), ("a,  \"5, x\n", [["a", "  \"5", " x"]]),
    ("  a , b\n", [["  a ", " b"]]),
    ("", []),
  ]

  @Test(arguments: texts)
  func `a text is its records`(text: String, records: [[String]]) throws {
    #expect(try csvRecords(text).map(\.fields) == records)
  }

  @Test func `a record has its line number, also after a field of several lines`() throws {
    let records = try csvRecords("a,b\n\"1\n2\n3\",x\nlast,y\n")
    #expect(records.map(\.line) == [1, 2, 5])
  }

  @Test func `a single carriage return ends a record and counts as a line`() throws {
    let records = try csvRecords("a,b\r\"1\r2\r\n3\",x\r\rlast,y")
    #expect(records.map(\.line) == [1, 2, 6] && records.map(\.fields.last) == ["b", "x", "y"])
  }

  @Test(arguments: [";", "\t"] as [Unicode.Scalar])
  func `another separator makes the comma a text`(separator: Unicode.Scalar) throws {
    let text = ["a,b", "", "  \"c\(separator)d\" ", " e "].joined(separator: "\(separator)")
    let fields = try csvRecords(text, separator: separator).map(\.fields)
    #expect(fields == [["a,b", "", "c\(separator)d", " e "]])
  }

  @Test(arguments: [("a\n\"open\n\n", 2), ("a\nb\n\"c\"d\n", 3), ("\"", 1)])
  func `a broken quote is an error with its line`(text: String, line: Int) {
    do throws(CSVError) {
      _ = try csvRecords(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.line == line)
    }
  }
}
