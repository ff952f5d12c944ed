// The inverted index of one field of a catalogue: which documents have a word, and which words are alike.

/// The words of one field of all documents, and the documents of each word.
struct IndexedField: Sendable {
  private(set) var words: [String] = []
  private var numbers: [String: Int32] = [:]

  /// The words of each document, one document after another; `starts` has the first word of each.
  private var tokens: [Int32] = []
  private var starts: [Int32] = [0]

  /// The documents of each word, one word after another, in ascending order.
  private var postings: [Int32] = []
  private var firstPosting: [Int32] = []

  /// The words by their number of letters, for the search with wrong letters.
  private var byLength: [[Int32]] = []
  private var masks: [UInt64] = []

  var count: Int { starts.count - 1 }

  mutating func append(_ texts: [String]) {
    for text in texts {
      for word in Self.split(text) {
        let number = numbers[word] ?? Int32(words.count)
        if number == words.count {
          numbers[word] = number
          words.append(word)
        }
        tokens.append(number)
      }
    }
    starts.append(Int32(tokens.count))
  }

  /// Builds the lists of documents. Call it once, after the last document.
  mutating func finish() {
    var counts = [Int32](repeating: 0, count: words.count + 1)
    var last = [Int32](repeating: -1, count: words.count)
    forEachPair { document, word in
      guard last[word] != document else { return }
      last[word] = document
      counts[word + 1] += 1
    }
    for index in 1..<max(counts.count, 1) { counts[index] += counts[index - 1] }
    firstPosting = counts
    postings = [Int32](repeating: 0, count: Int(counts.last ?? 0))
    var next = counts
    last = [Int32](repeating: -1, count: words.count)
    forEachPair { document, word in
      guard last[word] != document else { return }
      last[word] = document
      postings[Int(next[word])] = document
      next[word] += 1
    }
    byLength = Array(repeating: [], count: 64)
    for (number, word) in words.enumerated() {
      byLength[min(word.unicodeScalars.count, 63)].append(Int32(number))
      masks.append(Self.mask(word))
    }
  }

  private func forEachPair(_ body: (Int32, Int) -> Void) {
    for document in 0..<count {
      for position in starts[document]..<starts[document + 1] {
        body(Int32(document), Int(tokens[Int(position)]))
      }
    }
  }

  func number(of word: String) -> Int32? { numbers[word] }

  func documents(of word: Int32) -> ArraySlice<Int32> {
    postings[Int(firstPosting[Int(word)])..<Int(firstPosting[Int(word) + 1])]
  }

  func length(of document: Int32) -> Int {
    Int(starts[Int(document) + 1] - starts[Int(document)])
  }

  var averageLength: Double { Double(tokens.count) / Double(max(count, 1)) }

  /// How often the words follow each other in the document.
  func occurrences(of phrase: [Int32], in document: Int32) -> Int {
    let own = tokens[Int(starts[Int(document)])..<Int(starts[Int(document) + 1])]
    guard own.count >= phrase.count else { return 0 }
    return (own.startIndex...own.endIndex - phrase.count).count { start in
      own[start..<start + phrase.count].elementsEqual(phrase)
    }
  }

  /// The words with at most `edits` wrong letters, with their likeness: Lucene's expansion of `word~1`, at most 50.
  func alike(_ word: String, edits: Int) -> [(word: Int32, likeness: Double)] {
    let (letters, mask) = (Array(word.unicodeScalars), Self.mask(word))
    var found: [(word: Int32, likeness: Double)] = []
    for length in max(1, letters.count - edits)...letters.count + edits where length < 63 {
      for number in byLength[length] {
        guard (masks[Int(number)] ^ mask).nonzeroBitCount <= 2 * edits else { continue }
        let other = Array(words[Int(number)].unicodeScalars)
        guard let distance = EditDistance.between(letters, other, most: edits) else { continue }
        let likeness = 1 - Double(distance) / Double(min(letters.count, other.count))
        if likeness > 0 { found.append((number, likeness)) }
      }
    }
    return Array(found.sorted { ($1.likeness, $0.word) < ($0.likeness, $1.word) }.prefix(50))
  }

  private static func mask(_ word: String) -> UInt64 {
    word.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }

  /// Splits a text into words of small letters and digits. Each Japanese or Chinese character is a word.
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word.removeAll(keepingCapacity: true)
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39: word.append(scalar)
      case 0x41...0x5A: word.append(Unicode.Scalar(UInt8(scalar.value) + 32))
      case ..<0x80: end()
      case 0x3040...0x30FF, 0x3400...0x9FFF:
        end()
        words.append(String(scalar))
      default:
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
          word.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        } else {
          end()
        }
      }
    }
    end()
    return words
  }
}

/// Levenshtein's distance: the number of letters to change, to add or to remove.
enum EditDistance {
  /// Nil if the distance is more than `most`.
  static func between(
    _ one: [Unicode.Scalar], _ other: [Unicode.Scalar], most: Int
  ) -> Int? {
    var before = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var row = [index + 1]
      for (position, another) in other.enumerated() {
        row.append(
          min(
            before[position] + (letter == another ? 0 : 1), before[position + 1] + 1,
            row[position] + 1))
      }
      guard (row.min() ?? 0) <= most else { return nil }
      before = row
    }
    return before[other.count] <= most ? before[other.count] : nil
  }
}
