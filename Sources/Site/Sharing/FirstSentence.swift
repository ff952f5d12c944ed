// The first sentence of a review, for a picture to share.

import Text

/// The first sentence of a text.
struct FirstSentence: Equatable {
  let text: String

  /// A sentence ends with a mark before a space, or with a full stop of Chinese or Japanese. A short beginning
  /// such as "Dr." or "No. 1." is no sentence.
  init(of text: String) {
    let letters = Array(text.singleSpaced)
    for (place, letter) in letters.enumerated() where place >= Self.shortest {
      let isEnd = "。！？".contains(letter)
      let isBeforeSpace =
        ".!?…”\"".contains(letter) && place + 1 < letters.count && letters[place + 1] == " "
      if isEnd || isBeforeSpace {
        self.text = String(letters[...place])
        return
      }
    }
    self.text = String(letters)
  }

  private static let shortest = 20
}
