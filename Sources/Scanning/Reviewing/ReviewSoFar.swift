// A review while it is being written: the sentences that are whole and may be shown.
// Source: PRODUCT "our own check enforces it … sentence by sentence also while streaming".

import Albums

struct ReviewSoFar {
  private var fields = ReviewFields()

  /// The field that is being read, and how much of it was, in bytes.
  private var (reading, taken) = (0, 0)
  private var last: ReviewSource.Passage?

  /// Only ever grows at its end: the summary, then each bullet in a line of its own, as Markdown.
  private(set) var text = ""

  mutating func hear(_ piece: String) {
    fields.hear(piece)
    while reading < fields.fields.count {
      let field = fields.fields[reading]
      // It will not be shown whole either.
      guard field.text.utf8.count <= ReviewDraft.byteLimit else { return }
      let unread = String(decoding: field.text.utf8.dropFirst(taken), as: UTF8.self)
      let (complete, rest) = Sentences.split(unread)
      for sentence in complete { add(sentence, of: field.passage) }
      taken += unread.utf8.count - rest.utf8.count
      guard field.isClosed else { return }
      add(rest, of: field.passage)
      (reading, taken) = (reading + 1, 0)
    }
  }

  private mutating func add(_ sentence: String, of passage: ReviewSource.Passage) {
    if case .bullet(let place) = passage, place >= Review.bulletCounts.upperBound { return }
    let words = Sentences.trimmed(ReviewText.withoutLinks(sentence))
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !words.isEmpty, MoneyTalk.offence(in: words) == nil else { return }
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
