// The normal form of a name. Names with one normal form are the same name: keys of albums, tags and index pages
// are made of it. Source: docs/names.md and docs/decisions/170-normal-form-of-names.md.

/// The normal form of a name: words in small letters, with single spaces. Equal normal forms have equal forms
/// in the search (`public/history/match.js`).
package struct NormalName: Hashable, Sendable {
  let text: String

  init(_ name: String) { text = spelled(Self.words(of: name), orElse: name) }

  /// The words of the normal form; empty for a name of signs alone.
  package static func words(of name: String) -> [String] {
    if name.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") }) {
      return asciiWords(of: name.utf8)
    }
    return NameWords(Spelling(name, keepsApostrophes: false).scalars).words
  }
}

/// The words of a name of ASCII without "+" and "#": most names, and bytes are faster than scalars.
private func asciiWords(of text: String.UTF8View) -> [String] {
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

/// A name of punctuation alone ("!!!", "( )") has no words, so the signs themselves are the key. A name that
/// has only invisible characters stays as it is.
func spelled(_ words: [String], orElse name: String) -> String {
  let text = words.joined(separator: " ")
  if !text.isEmpty { return text }
  let signs = Spelling(name).text.filter { $0 != " " }
  return signs.isEmpty ? name : signs
}

/// Splits a spelling without apostrophes into words. "&" is "and"; "C++", "C#" and "B♭" keep their signs as
/// words, because other names have no such sign.
private struct NameWords {
  private let scalars: [Unicode.Scalar]
  private var word = String.UnicodeScalarView()
  private(set) var words: [String] = []

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    for index in scalars.indices { read(index) }
    endWord()
  }

  private mutating func read(_ index: Int) {
    let scalar = scalars[index]
    if isWord(index) { return word.append(scalar) }
    let isOneLetter = word.count == 1 && word.first.map { "a"..."z" ~= $0 } == true
    endWord()
    switch scalar {
    case "&": words.append("and")
    case "+": if let name = plus(at: index) { words.append(name) }
    case "#", "\u{266F}": if isOneLetter, !isDigit(index + 1) { words.append("sharp") }
    case "\u{266D}": if isOneLetter { words.append("flat") }
    default: break
    }
  }

  /// "Florence + the Machine" is "Florence and the Machine"; "C++" is "C plus plus", and "+44" is
  /// "plus 44". A sign between other signs is no word.
  private func plus(at index: Int) -> String? {
    if isWord(index - 1), isWord(index + 1) { return "and" }
    if isWord(position(from: index, by: -1, past: "+")) { return "plus" }
    if isWord(position(from: index, by: 1, past: "+")) { return "plus" }
    let (before, after) = (
      position(from: index, by: -1, past: " "), position(from: index, by: 1, past: " ")
    )
    return isWord(before) && isWord(after) ? "and" : nil
  }

  /// The first position beside `index` that has another character than `sign`.
  private func position(from index: Int, by step: Int, past sign: Unicode.Scalar) -> Int {
    var position = index + step
    while scalars.indices.contains(position), scalars[position] == sign { position += step }
    return position
  }

  private func isWord(_ index: Int) -> Bool {
    guard scalars.indices.contains(index) else { return false }
    let scalar = scalars[index]
    if scalar.isASCII { return "a"..."z" ~= scalar || "0"..."9" ~= scalar }
    return NameTable.standard.isWord(scalar)
  }

  private func isDigit(_ index: Int) -> Bool {
    scalars.indices.contains(index) && "0"..."9" ~= scalars[index]
  }

  private mutating func endWord() {
    if !word.isEmpty { words.append(String(word)) }
    word = String.UnicodeScalarView()
  }
}
