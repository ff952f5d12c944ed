// The words of a sleeve that a search may send, the most promising first.

import Text

/// A word for a search, in the normal form of names: small letters without marks.
package struct SearchWord: Equatable, Sendable {
  package let text: String

  /// 0.1 to 1: the height of its lettering compared with the largest lettering.
  package let size: Double

  /// Whether one wrong letter is allowed. In shorter words, one letter makes another word.
  package var mayDiffer: Bool { !isPhrase && text.unicodeScalars.count >= 5 }

  /// Whether an index splits the word, as it splits Japanese into characters.
  package let isPhrase: Bool
}

extension SleeveText {
  /// The maximum number of words in a search.
  package static let mostSearchWords = 12

  /// The words of the largest lettering that are not weak. If all words are weak, these words are given.
  package var searchWords: [SearchWord] {
    let strong = words(isIncluded: { !$0 && !$1 })
    if !strong.isEmpty { return strong }
    let common = words(isIncluded: { _, isNote in !isNote })
    return common.isEmpty ? words(isIncluded: { _, _ in true }) : common
  }

  /// `isIncluded` gets whether the word is common, and whether it is a note about the record.
  private func words(isIncluded: (Bool, Bool) -> Bool) -> [SearchWord] {
    var found: [(word: SearchWord, order: Int)] = []
    for line in lines {
      let size = max(0.1, min(1, line.height / largest))
      for text in line.searchTexts {
        let isCommon = WeakWords.common.contains(text) || text.unicodeScalars.count == 1
        guard isIncluded(isCommon, WeakWords.marks(in: [text]) == [true]),
          !found.contains(where: { $0.word.text == text && $0.word.size >= size })
        else { continue }
        found.removeAll { $0.word.text == text }
        let isPhrase = text.unicodeScalars.contains(where: SleeveWord.isIdeograph)
        found.append((SearchWord(text: text, size: size, isPhrase: isPhrase), found.count))
      }
    }
    return found.sorted { ($1.word.size, $0.order) < ($0.word.size, $1.order) }
      .prefix(Self.mostSearchWords).map(\.word)
  }

  /// The pairs of words into which a long word may be split, because a reader joins words: "DARKSIDE". A part has at
  /// least three letters.
  package static func splits(of word: String) -> [String] {
    let letters = Array(word)
    guard letters.count >= fewestJoinedLetters, letters.count <= mostJoinedLetters else {
      return []
    }
    return (fewestPartLetters...letters.count - fewestPartLetters).map {
      "\(String(letters[..<$0])) \(String(letters[$0...]))"
    }
  }

  private static let fewestJoinedLetters = 8
  private static let mostJoinedLetters = 24
  private static let fewestPartLetters = 3

  /// The largest neighbouring lines of one size, as one text. It is often the title or the artist alone. Its words
  /// have the spelling of an index, with apostrophes as spaces.
  package var largestPhrase: String {
    let strong = lines.filter { $0.isWeak.contains(false) && !$0.searchTexts.isEmpty }
    guard let first = strong.indices.max(by: { strong[$0].height < strong[$1].height }) else {
      return ""
    }
    var range = first...first
    func isAlike(_ index: Int) -> Bool {
      strong.indices.contains(index) && strong[index].height >= 0.7 * strong[first].height
    }
    while isAlike(range.lowerBound - 1) { range = range.lowerBound - 1...range.upperBound }
    while isAlike(range.upperBound + 1) { range = range.lowerBound...range.upperBound + 1 }
    return strong[range].flatMap(\.searchTexts).prefix(Self.mostSearchWords).joined(separator: " ")
  }

  /// The record labels that are named on the sleeve.
  package var recordLabels: [String] {
    let named = lines.flatMap(\.words).map(\.text).filter(WeakWords.isRecordLabel)
    return Array(Set(named)).sorted()
  }
}
