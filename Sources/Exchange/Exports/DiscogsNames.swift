// Discogs' spelling of names, for imports and exports of its tables.

import Text

/// Discogs' spelling of names.
enum DiscogsNames {
  /// The folder of records that were put into no folder.
  static let defaultFolder = "Uncategorized"

  /// The names of artists as `plain` gives them, without the asterisk that stands for another spelling on the record:
  /// "Erik Satie*, Alexis Weissenberg (2)" is "Erik Satie, Alexis Weissenberg".
  static func artist(_ names: String) -> String {
    let words = names.split(separator: " ", omittingEmptySubsequences: false)
    return plain(words.map(withoutAsterisk).joined(separator: " "))
  }

  /// Several asterisks stand for letters: "S***".
  private static func withoutAsterisk(_ word: Substring) -> String {
    let isListed = word.hasSuffix(",")
    let core = isListed ? word.dropLast() : word
    guard core.count > 1, core.hasSuffix("*"), !core.hasSuffix("**") else { return String(word) }
    return "\(core.dropLast())\(isListed ? "," : "")"
  }

  /// The names without the numbers that distinguish equal names: "Eat (2), Die Warzau" is "Eat, Die
  /// Warzau". An article at the end comes first: "Fall, The".
  static func plain(_ names: String) -> String {
    var result: [Substring] = []
    for word in names.split(separator: " ", omittingEmptySubsequences: false) {
      let core = word.hasSuffix(",") ? word.dropLast() : word
      let isNumber =
        core.count > 2 && core.count <= 5 && core.first == "(" && core.last == ")"
        && core.dropFirst().dropLast().utf8.allSatisfy(\.isDigit)
      guard isNumber, let last = result.popLast() else {
        result.append(word)
        continue
      }
      result.append(word.hasSuffix(",") ? "\(last)," : last)
    }
    let name = result.joined(separator: " ")
    guard name.hasSuffix(", The"), !name.dropLast(5).contains(",") else { return name }
    return "The \(name.dropLast(5))"
  }
}
