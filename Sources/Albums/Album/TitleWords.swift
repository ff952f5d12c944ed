// Splits a normalised title into its words, its numbers, and the words that mark a different album.

struct TitleWords: Equatable {
  /// The title without a leading "the" and without an ending that only means "soundtrack".
  let text: String

  /// The numbers in the order of the title. "II", "2" and "Part Two" give the same number.
  let numbers: [String]

  /// Words such as "live" and "demos": a title with such a word names another album than the title
  /// without it.
  let marks: [String]

  init(_ title: String) {
    var text = title
    for tail in Self.soundtracks where text.hasSuffix(" \(tail)") {
      text = String(text.dropLast(tail.count + 1))
    }
    var words = text.split(separator: " ").map { Self.long[String($0)] ?? String($0) }
    if words.count > 1, words[0] == "the" { words.removeFirst() }
    self.text = words.joined(separator: " ")
    numbers = words.indices.compactMap { Self.number(words, $0) }
    marks = words.filter(Self.marks.contains).sorted()
  }

  private static func number(_ words: [String], _ index: Int) -> String? {
    let word = words[index]
    if word.allSatisfy(\.isNumber) { return word }
    let isLast = index == words.count - 1
    let isCounted = index > 0 && counted.contains(words[index - 1])
    if isCounted, let value = spelled.firstIndex(of: word) { return String(value + 1) }
    // A single letter at the end distinguishes albums as a number does: "Side A", "Side B".
    let isLone = word.utf8.count == 1
    if let value = roman(word), !isLone || isLast || isCounted { return String(value) }
    return isLone && isLast && index > 0 ? word : nil
  }

  /// The value of a Roman numeral of I, V, X and L, up to 89. Numerals with other letters are often
  /// words ("mix", "civil").
  private static func roman(_ word: String) -> Int? {
    let digits = word.compactMap { ["i": 1, "v": 5, "x": 10, "l": 50][$0] }
    guard digits.count == word.count, !digits.isEmpty else { return nil }
    return digits.indices.reduce(0) { sum, index in
      let isSubtracted = index + 1 < digits.count && digits[index] < digits[index + 1]
      return sum + (isSubtracted ? -digits[index] : digits[index])
    }
  }

  private static let long = [
    "vol": "volume", "vols": "volumes", "pt": "part", "pts": "parts", "no": "number",
  ]
  private static let counted: Set<String> = [
    "volume", "part", "number", "book", "chapter", "disc", "act", "side",
  ]
  private static let spelled = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]
  private static let marks: Set<String> = [
    "acoustic", "demo", "demos", "instrumental", "instrumentals", "karaoke", "live", "more",
    "naked", "remix", "remixed", "remixes", "tribute", "unplugged", "version", "very",
  ]
  private static let soundtracks = [
    "original motion picture soundtrack", "music from the motion picture",
    "music from the original motion picture", "the original motion picture soundtrack",
    "motion picture soundtrack", "original soundtrack", "original soundtrack album",
    "original soundtrack recording", "soundtrack", "ost",
  ]
}
