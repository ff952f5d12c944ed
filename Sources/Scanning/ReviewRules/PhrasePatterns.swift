// Reads patterns of forbidden phrases from a file and finds them in a text. Patterns contain no
// repetition, so the search time grows only with the length of the text.

import Host
import Text

/// An error in a pattern file.
package struct PhrasePatternError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
}

/// The patterns of one file. The head of `prompts/money/en.txt` describes the syntax.
struct PhrasePatterns: Equatable, Sendable {
  indirect enum Element: Equatable, Sendable {
    case word(String)
    case beginning(String)
    case anyWord
    case number
    case numberOfTwoDigits
    case endOfClause
    case oneOf([[Element]])
    case unless([Element])
  }

  private struct Pattern: Equatable, Sendable {
    let line: Int
    let elements: [Element]
  }

  /// The English name of the language, from a line `language: German`; nil without such a line.
  private(set) var languageName: String?

  /// Words in small letters that a title may contain, from lines `small: the of …`.
  private(set) var smallWords: Set<Substring> = []

  /// The abbreviations of the language, from lines `abbreviation: vol …` and similar lines.
  private(set) var abbreviations = Abbreviations()

  /// Patterns by their first word or mark, in the order of the file.
  private var byWord: [String: [Pattern]] = [:]

  /// Patterns that begin with the beginning of a word (`wertsteiger*`), by its first letters.
  private var byLetters: [String: [Pattern]] = [:]

  /// Patterns that begin with a number, in the order of the file.
  private var byNumber: [Pattern] = []

  /// The number of letters by which `byLetters` finds the patterns for a word.
  private static let keyLength = 4

  /// Reads `path`. Throws when the file cannot be read, contains an invalid line or contains no
  /// pattern.
  init(reading path: String) throws(PhrasePatternError) {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: 256 << 10)
    } catch {
      throw PhrasePatternError(description: "\(error)")
    }
    try self.init(String(decoding: bytes, as: UTF8.self), path: path)
  }

  init(_ text: String, path: String) throws(PhrasePatternError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where line.first != "#" && !line.allSatisfy(\.isWhitespace) {
      if readSetting(line) { continue }
      do throws(PhrasePatternError) {
        var reader = PhrasePatternReader(line)
        let pattern = Pattern(line: index + 1, elements: try reader.pattern())
        try add(pattern, beginningWith: pattern.elements[...])
      } catch {
        throw PhrasePatternError(description: "\(path), line \(index + 1): \(error)")
      }
    }
    if byWord.isEmpty, byLetters.isEmpty, byNumber.isEmpty {
      throw PhrasePatternError(description: "\(path): there is no pattern")
    }
  }

  /// Reads a line that is no pattern; false for a pattern.
  private mutating func readSetting(_ line: Substring) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let words = parts[1].split(separator: " ").map(String.init)
    switch parts[0] {
    case "language": languageName = String(parts[1]).trimmed
    case "small": smallWords.formUnion(parts[1].split(separator: " "))
    case "abbreviation": abbreviations.words.formUnion(words)
    case "title": abbreviations.titles.formUnion(words)
    case "before-number": abbreviations.beforeNumbers.formUnion(words)
    case "before-ordinal": abbreviations.beforeOrdinals.formUnion(words)
    case "before-letter": abbreviations.beforeLetters.formUnion(words)
    default: return false
    }
    return true
  }

  private mutating func add(
    _ pattern: Pattern, beginningWith rest: ArraySlice<Element>
  ) throws(PhrasePatternError) {
    switch rest.first {
    case .word(let word): byWord[word, default: []].append(pattern)
    case .number, .numberOfTwoDigits: byNumber.append(pattern)
    case .oneOf(let choices):
      // The same pattern may begin with each of its choices.
      for choice in choices { try add(pattern, beginningWith: choice + rest.dropFirst()) }
    case .beginning(let letters) where letters.count >= Self.keyLength:
      let key = String(letters.prefix(Self.keyLength))
      // Several choices of one pattern may begin with the same letters.
      if byLetters[key]?.last?.line != pattern.line { byLetters[key, default: []].append(pattern) }
    case .beginning, .anyWord, .endOfClause, .unless, nil:
      throw PhrasePatternError(
        description:
          "a pattern begins with a whole word, with \(Self.keyLength) or more letters of "
          + "a word, with a sign or with a number")
    }
  }

  /// The words that match a pattern, separated by spaces; nil without a match. If several patterns
  /// match, the pattern that comes first in the file wins, even if another pattern matches earlier
  /// in the text. If this pattern matches several times, the first match is returned.
  func firstMatch(in text: PhraseText) -> String? {
    var search = Search(tokens: text.tokens)
    return firstMatch(&search)
  }

  /// The number of comparisons that a search makes.
  func steps(in text: PhraseText) -> Int {
    var search = Search(tokens: text.tokens)
    _ = firstMatch(&search)
    return search.steps
  }

  private func firstMatch(_ search: inout Search) -> String? {
    var first: (line: Int, tokens: Range<Int>)?
    for start in search.tokens.indices {
      for patterns in patterns(beginningWith: search.tokens[start]) {
        for pattern in patterns {
          if let first, first.line <= pattern.line { break }
          guard let end = search.end(of: pattern.elements[...], from: start) else { continue }
          first = (pattern.line, start..<end)
        }
      }
      search.steps += 1
    }
    return first.map { search.words($0.tokens) }
  }

  /// Lists of patterns, each in the order of the file.
  private func patterns(beginningWith token: PhraseText.Token) -> [[Pattern]] {
    switch token.kind {
    case .number: [byNumber]
    case .mark: [byWord[token.text] ?? []]
    case .word:
      [byWord[token.text] ?? [], byLetters[String(token.text.prefix(Self.keyLength))] ?? []]
    }
  }
}

/// A search for patterns in one text.
private struct Search {
  let tokens: [PhraseText.Token]
  var steps = 0

  /// The index after the matching tokens; nil when the tokens do not match.
  mutating func end(of pattern: ArraySlice<PhrasePatterns.Element>, from index: Int) -> Int? {
    steps += 1
    guard let element = pattern.first else { return index }
    let rest = pattern.dropFirst()
    let token = index < tokens.count ? tokens[index] : nil
    switch element {
    case .word(let word): return token?.text == word ? end(of: rest, from: index + 1) : nil
    case .beginning(let part):
      return token?.text.hasPrefix(part) == true ? end(of: rest, from: index + 1) : nil
    case .anyWord:
      return token.map { $0.kind != .mark } == true ? end(of: rest, from: index + 1) : nil
    case .number: return token?.kind == .number ? end(of: rest, from: index + 1) : nil
    case .numberOfTwoDigits:
      return token?.hasTwoDigits == true ? end(of: rest, from: index + 1) : nil
    case .endOfClause:
      return token.map { ".,;!".contains($0.text) } ?? true ? end(of: rest, from: index) : nil
    case .oneOf(let choices):
      for choice in choices {
        if let end = end(of: choice + rest, from: index) { return end }
      }
      return nil
    case .unless(let exception):
      return end(of: exception[...], from: index) == nil ? end(of: rest, from: index) : nil
    }
  }

  /// Joins the tokens as in normal text: no space before `'s` or after `$` and similar signs.
  func words(_ range: Range<Int>) -> String {
    var words = ""
    for token in tokens[range] {
      let isGlued = words.isEmpty || token.text.hasPrefix("'") || "$€£¥".contains(words.suffix(1))
      words += isGlued ? token.spelling : " \(token.spelling)"
    }
    return words
  }
}
