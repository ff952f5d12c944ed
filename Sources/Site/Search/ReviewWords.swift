// The words of the reviews of a part of a month, for a search that also looks into reviews. The
// browser removes accents and compares; this file only lists the words.
// Source: docs/interface.md "Search".

import Albums
import Text

/// The words of the reviews of up to 100 finds.
struct ReviewWords {
  /// Shorter words are left out: they are in almost every review.
  private static let shortest = 3

  /// The bytes of the file; nil if no find has a review.
  let bytes: [UInt8]?

  /// `finds` are the finds of the part, oldest first.
  init(_ finds: [Find]) {
    var rows: [String: [Int]] = [:]
    for (row, find) in finds.enumerated() {
      guard let review = find.review else { continue }
      for word in Self.words(of: [review.summary] + review.bullets) {
        Self.add(row, to: &rows[word, default: []])
      }
    }
    guard !rows.isEmpty else {
      bytes = nil
      return
    }
    let sorted = rows.sorted { $0.key < $1.key }
    let document: JSON = [
      "version": 1, "words": .string(sorted.map(\.key).joined(separator: " ")),
      "rows": .array(sorted.map { .array($0.value.map { .integer($0) }) }),
    ]
    bytes = document.document
  }

  /// Adds a row, unless it is already the last row of the list.
  private static func add(_ row: Int, to rows: inout [Int]) {
    if rows.last != row { rows.append(row) }
  }

  /// The words of the texts, with the capitals of ASCII in lower case. A word is a run of ASCII
  /// letters, ASCII digits and all characters that are not ASCII.
  private static func words(of texts: [String]) -> [String] {
    var words: [String] = []
    for text in texts {
      let bytes = PlainText.cleaned(text).utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
      for word in bytes.split(whereSeparator: { !isPart($0) }) where word.count >= shortest {
        words.append(String(decoding: word, as: UTF8.self))
      }
    }
    return words
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte >= 0x80
  }
}
