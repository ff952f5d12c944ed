// Gives one spelling to the numbers of volumes and parts in the words of a title.

/// The words with one spelling for "Vol. 2", "Volume Two" and "Volume II". Without a number, "vol"
/// and "pt" stay as they are.
func counted(_ words: [String]) -> [String] {
  var counted = words
  for index in words.indices.dropLast() {
    guard let word = counting(words[index]), let number = number(words[index + 1]) else { continue }
    counted[index] = word
    counted[index + 1] = number
  }
  return counted
}

/// The spelling of a word that a number may follow; nil for any other word.
private func counting(_ word: String) -> String? {
  switch word {
  case "vol", "volume": "volume"
  case "pt", "part": "part"
  default: nil
  }
}

private func number(_ word: String) -> String? {
  if word.allSatisfy({ $0.isASCII && $0.isNumber }) {
    let digits = word.drop { $0 == "0" }
    return digits.isEmpty ? word : String(digits)
  }
  let position = spelledNumbers.firstIndex(of: word) ?? romanNumbers.firstIndex(of: word)
  return position.map { "\($0 + 1)" }
}

private let spelledNumbers = [
  "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
]

private let romanNumbers = [
  "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
]
