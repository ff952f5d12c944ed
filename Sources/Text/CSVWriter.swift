// Writes comma-separated values by RFC 4180, exactly or safe for spreadsheets. Spreadsheets take a
// cell that begins with = + - @, a tab or a line break for a formula. A spreadsheet whose list
// separator is ; or a tab begins a new cell after each separator and after a line break, because it
// does not recognise the quotation mark at the beginning of our cell. Source: OWASP, CSV Injection,
// <https://owasp.org/www-community/attacks/CSV_Injection>.

package enum CSVWriter {
  /// One record with its line end. A safe cell gets an apostrophe before a beginning that could be a
  /// formula.
  package static func line(_ cells: [String], isSafe: Bool = false) -> String {
    cells.map { quoted(isSafe ? safe($0) : $0) }.joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ cell: String) -> String {
    let isPlain = !cell.unicodeScalars.contains { scalar in
      ["\"", ",", "\r", "\n", "\u{FEFF}"].contains(scalar)
    }
    if isPlain { return cell }
    var scalars = "\"".unicodeScalars
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { scalars.append(scalar) }
      scalars.append(scalar)
    }
    scalars.append("\"")
    return String(scalars)
  }

  /// The cell with an apostrophe before each formula. If apostrophes or quotation marks precede the
  /// formula, the apostrophe comes before them. `original` reverses every result.
  package static func safe(_ cell: String) -> String {
    var safe = String.UnicodeScalarView()
    for (part, isFirst) in parts(of: cell) {
      if isFormula(part, isFirst: isFirst) { safe.append("'") }
      safe.append(contentsOf: part)
    }
    return String(safe)
  }

  /// The cell without the apostrophes of `safe`. An apostrophe before any other beginning stays.
  package static func original(_ cell: String) -> String {
    var original = String.UnicodeScalarView()
    for (part, isFirst) in parts(of: cell) {
      let isSafe = part.first == "'" && isFormula(part, isFirst: isFirst)
      original.append(contentsOf: isSafe ? part.dropFirst() : part)
    }
    return String(original)
  }

  /// The cell divided after each character that may end a cell in a spreadsheet. The joined parts
  /// are equal to the cell.
  private static func parts(of cell: String) -> [(part: Substring.UnicodeScalarView, isFirst: Bool)]
  {
    let scalars = cell.unicodeScalars
    var parts: [(part: Substring.UnicodeScalarView, isFirst: Bool)] = []
    var start = scalars.startIndex
    for index in scalars.indices where ";\t\r\n".unicodeScalars.contains(scalars[index]) {
      let end = scalars.index(after: index)
      parts.append((scalars[start..<end], parts.isEmpty))
      start = end
    }
    return parts + [(scalars[start...], parts.isEmpty)]
  }

  /// Whether a formula begins the part, perhaps after apostrophes and quotes. A tab and a line break begin
  /// a formula only at the beginning of a cell.
  private static func isFormula(_ part: Substring.UnicodeScalarView, isFirst: Bool) -> Bool {
    guard let first = part.first(where: { $0 != "'" && $0 != "\"" }) else { return false }
    return (isFirst ? "=+-@\t\r\n" : "=+-@").unicodeScalars.contains(first)
  }
}
