// The first sentence of a review, for a picture to share.

import Text

/// The first sentence of a text.
struct FirstSentence: Equatable {
  let text: String

  /// A sentence ends with a mark before a space, or with a full stop of Chinese or Japanese. A short beginning
  /// such as "Dr." or "No. 1." is no sentence.
  init(of text: String) {
    let letters = Array(text.singleSpaced)
    for (index, letter) in letters.enumerated() where index >= Self.shortest {
      let isEnd = "。！？".contains(letter)
      let isBeforeSpace =
        ".!?…”\"".contains(letter) && index + 1 < letters.count && letters[index + 1] == " "
      if isEnd || isBeforeSpace {
        self.text = String(letters[...index])
        return
      }
    }
    self.text = String(letters)
  }

  private static let shortest = 20
}
