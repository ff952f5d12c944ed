// Finds the catalogue numbers of record labels in a line, such as "LRP 3077", "V6-8545" and "PD-11195-AB-A".

enum CatalogueNumber {
  /// Catalogue numbers are small. Larger lettering with digits is a title.
  private static let mostHeight = 0.06

  private static let fewestDigits = 3
  private static let mostDigits = 7
  private static let mostLetters = 5
  private static let mostScalars = 16

  /// Words of a sleeve that stand before a number and belong to no catalogue number.
  private static let others: Set<String> = [
    "VOL", "SIDE", "PART", "NO", "RPM", "HI", "OPUS", "OP", "ISBN", "TEL", "FAX", "LTD", "INC",
  ]

  /// The catalogue numbers of a line, in its order.
  static func all(in line: SleeveLine) -> [String] {
    guard line.height <= mostHeight else { return [] }
    let words = line.text.split(separator: " ").map(String.init)
    var numbers: [String] = []
    for (index, word) in words.enumerated() {
      if isNumber(word) {
        numbers.append(word)
      } else if index > 0, isPrefix(words[index - 1]), isNumber("\(words[index - 1])\(word)") {
        numbers.append("\(words[index - 1]) \(word)")
      }
    }
    return numbers
  }

  /// Whether the text begins with capital letters and goes on with digits. Single letters, digits and hyphens may
  /// follow, as in "V6-8545" and "11195-AB-A".
  private static func isNumber(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isWritten = bytes.allSatisfy { isCapital($0) || isDigit($0) || isSeparator($0) }
    let (letters, digits) = (bytes.count(where: isCapital), bytes.count(where: isDigit))
    guard isWritten, bytes.count <= mostScalars, bytes.first.map(isCapital) == true,
      bytes.last.map(isSeparator) == false, (1...mostLetters).contains(letters),
      (fewestDigits...mostDigits).contains(digits)
    else { return false }
    let prefix = bytes.prefix(while: isCapital)
    return !others.contains(String(decoding: prefix, as: UTF8.self))
  }

  private static func isPrefix(_ word: String) -> Bool {
    (1...mostLetters).contains(word.utf8.count) && word.utf8.allSatisfy(isCapital)
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 45 || byte == 46 || byte == 47 }
}
