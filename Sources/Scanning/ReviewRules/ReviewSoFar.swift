// The complete sentences that pages may show of a review that is still arriving. Source:
// docs/product.md "What a review is".

import Albums

package struct ReviewSoFar {
  private let money: MoneyTalk
  private var fields = ReviewFields()

  /// The index of the field that is being read, and the number of its bytes that `splitter` has
  /// received.
  private var (reading, taken) = (0, 0)
  private var splitter: SentenceSplitter
  private var last: ReviewSource.Passage?

  /// The Markdown text so far: the summary, then each bullet on its own line. New text is only
  /// added at the end.
  package private(set) var text = ""

  package init(money: MoneyTalk) {
    self.money = money
    splitter = SentenceSplitter(money.abbreviations)
  }

  /// Adds the next part of the answer.
  package mutating func hear(_ piece: String) {
    fields.hear(piece)
    while reading < fields.fields.count {
      let field = fields.fields[reading]
      // The finished review will not contain a field of this length either.
      guard field.text.utf8.count <= ReviewDraft.byteLimit else { return }
      for sentence in splitter.add(unread(field)) { add(sentence, of: field.passage) }
      guard field.isClosed else { return }
      add(splitter.rest, of: field.passage)
      (reading, taken, splitter) = (
        reading + 1, 0, SentenceSplitter(money.abbreviations)
      )
    }
  }

  /// The characters that have not been split yet. While the field is open, the last character stays
  /// unread: an accent may still follow it.
  private mutating func unread(_ field: ReviewFields.Field) -> Substring {
    let start = field.text.utf8.index(field.text.startIndex, offsetBy: taken)
    var unread = field.text[start...]
    if !field.isClosed { unread = unread.dropLast() }
    taken += unread.utf8.count
    return unread
  }

  private mutating func add(_ sentence: String, of passage: ReviewSource.Passage) {
    if case .bullet(let index) = passage, index >= Review.bulletCounts.upperBound { return }
    let words = Sentences.trimmed(ReviewText.withoutLinks(sentence))
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !words.isEmpty, money.offence(in: words) == nil else { return }
    if passage == last {
      text += " "
    } else {
      if !text.isEmpty { text += "\n" }
      if passage != .summary { text += "- " }
    }
    text += words
    last = passage
  }
}
