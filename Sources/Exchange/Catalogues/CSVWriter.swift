// Writes comma-separated values by RFC 4180, exactly or safe for spreadsheets. Spreadsheets take a
// cell that begins with = + - @, a tab or a line break for a formula.
// Source: OWASP, CSV Injection, <https://owasp.org/www-community/attacks/CSV_Injection>.

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

  /// The cell with an apostrophe before the beginning of a formula, also before apostrophes that
  /// precede it. `original` reverses every result.
  package static func safe(_ cell: String) -> String { isFormula(cell) ? "'\(cell)" : cell }

  /// The cell without the apostrophe of `safe`. An apostrophe before any other beginning stays.
  package static func original(_ cell: String) -> String {
    cell.unicodeScalars.first == "'" && isFormula(cell)
      ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  /// Whether a formula begins the cell, perhaps after apostrophes.
  private static func isFormula(_ cell: String) -> Bool {
    let first = cell.unicodeScalars.first { $0 != "'" }
    return first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } ?? false
  }
}
