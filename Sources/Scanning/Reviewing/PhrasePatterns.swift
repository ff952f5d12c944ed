// Patterns of forbidden phrases, read from a file. Finding them takes time that grows with the length of
// the text only: a pattern has no repetition.

import Host

/// What is wrong with a file of patterns.
struct PhrasePatternError: Error, Equatable, Sendable, CustomStringConvertible {
  let description: String
}

/// The patterns of one file. Its syntax stands in the head of `prompts/money/en.txt`.
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

  /// Patterns by the word or mark that they begin with.
  private var byWord: [String: [[Element]]] = [:]

  /// Patterns that begin with a number.
  private var byNumber: [[Element]] = []

  /// Reads `path`; throws when it cannot be read, contains an invalid line or no pattern.
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
      do throws(PhrasePatternError) {
        var reader = PhrasePatternReader(line)
        let pattern = try reader.pattern()
        try add(pattern, beginningWith: pattern[...])
      } catch {
        throw PhrasePatternError(description: "\(path), line \(index + 1): \(error)")
      }
    }
    if byWord.isEmpty, byNumber.isEmpty {
      throw PhrasePatternError(description: "\(path): there is no pattern")
    }
  }

  private mutating func add(
    _ pattern: [Element], beginningWith rest: ArraySlice<Element>
  ) throws(PhrasePatternError) {
    switch rest.first {
    case .word(let word): byWord[word, default: []].append(pattern)
    case .number, .numberOfTwoDigits: byNumber.append(pattern)
    case .oneOf(let choices):
      // The same pattern may begin with each of its choices.
      for choice in choices { try add(pattern, beginningWith: choice + rest.dropFirst()) }
    case .beginning, .anyWord, .endOfClause, .unless, nil:
      throw PhrasePatternError(
        description: "a pattern begins with a whole word, a sign or a number")
    }
  }

  /// The words of the first match, separated by spaces; nil when there is none.
  func firstMatch(in text: PhraseText) -> String? {
    var search = Search(tokens: text.tokens)
    return firstMatch(&search)
  }

  /// How many comparisons a search takes.
  func steps(in text: PhraseText) -> Int {
    var search = Search(tokens: text.tokens)
    _ = firstMatch(&search)
    return search.steps
  }

  private func firstMatch(_ search: inout Search) -> String? {
    for start in search.tokens.indices {
      let token = search.tokens[start]
      let patterns = token.kind == .number ? byNumber : byWord[token.text] ?? []
      for pattern in patterns {
        guard let end = search.end(of: pattern[...], from: start) else { continue }
        return search.words(start..<end)
      }
      search.steps += 1
    }
    return nil
  }
}

/// A search for patterns in one text.
private struct Search {
  let tokens: [PhraseText.Token]
  var steps = 0

  /// The index after the tokens that match; nil when they do not.
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

  /// As a reader writes them: no space before `'s`, after `$` and the like.
  func words(_ range: Range<Int>) -> String {
    var words = ""
    for token in tokens[range] {
      let isGlued = words.isEmpty || token.text.hasPrefix("'") || "$€£¥".contains(words.suffix(1))
      words += isGlued ? token.text : " \(token.text)"
    }
    return words
  }
}
