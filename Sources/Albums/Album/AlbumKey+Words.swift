// Splits names into lower-case words, without apostrophes and without the accents of Latin letters.

/// Lower-case runs of letters and digits; "&" is "and".
func words(of text: String) -> [String] {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return words(ofASCII: text.utf8) }
  var words: [String] = []
  var word = ""
  for character in text {
    if apostrophes.contains(character) { continue }
    if character == "&" {
      if !word.isEmpty { words.append(word) }
      words.append("and")
      word = ""
    } else if character.isLetter || character.isNumber {
      word += folded(character)
    } else if !word.isEmpty {
      words.append(word)
      word = ""
    }
  }
  if !word.isEmpty { words.append(word) }
  return words
}

/// The same for a text of ASCII: most names, and bytes are faster than characters.
private func words(ofASCII text: String.UTF8View) -> [String] {
  var words: [String] = []
  var word: [UInt8] = []
  func endWord() {
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    word.removeAll(keepingCapacity: true)
  }
  for byte in text {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "`"): continue
    case UInt8(ascii: "&"):
      endWord()
      words.append("and")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      word.append(byte)
    default: endWord()
    }
  }
  endWord()
  return words
}

private let apostrophes: Set<Character> = ["'", "’", "‘", "ʼ", "`", "´", "′", "＇"]

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

/// A letter in lower case; a Latin letter also without its accent.
///
/// The standard library has no public decomposition, and this module has no Foundation. A table
/// contains the Latin letters of European and Vietnamese spelling; every other letter stays as it
/// is. The table needs no decomposed letters, because `String` compares by canonical equivalence.
private func folded(_ character: Character) -> String {
  let lower = character.lowercased()
  guard let first = lower.first else { return lower }
  return latinBases[first] ?? lower
}

private let latinBases: [Character: String] = {
  let rows: [(String, String)] = [
    ("a", "àáâãäåāăąǎǟǻȁȃạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"),
    ("e", "èéêëēĕėęěȅȇẹẻẽếềểễệ"), ("g", "ĝğġģǧ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐỉị"), ("j", "ĵ"),
    ("k", "ķǩ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőǒǫơọỏốồổỗộớờởỡợ"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűųǔưụủứừửữự"), ("w", "ŵẁẃẅ"),
    ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("ss", "ß"), ("ae", "æǽ"), ("oe", "œ"), ("th", "þ"),
  ]
  var table: [Character: String] = [:]
  for (base, letters) in rows {
    for letter in letters { table[letter] = base }
  }
  return table
}()
