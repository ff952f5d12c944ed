// When the owner's pages speak of the limit.

import Albums
import Testing

@Suite struct SpendingNoteTests {
  static let notes: [(spent: Int64, cap: Int64, opening: String?)] = [
    (0, 0, nil), (0, 10_000_000, nil), (7_999_999, 10_000_000, nil),
    (8_000_000, 10_000_000, "$8.00 of this month's $10.00 for models is used. At the limit"),
    (9_999_999, 10_000_000, "$9.99 of this month's $10.00 "),
    (10_000_000, 10_000_000, "This month's limit of $10.00 for models is used. New scans wait"),
    (1, 0, "This month's limit of $0.00 "), (.max, .max, "This month's limit"),
    (5, .max, nil),
  ]

  @Test(arguments: notes)
  func `four fifths of the cap are worth a word, the whole of it another`(
    spent: Int64, cap: Int64, opening: String?
  ) {
    let sentence = SpendingNote.sentence(
      spent: Money(microdollars: spent), cap: Money(microdollars: cap),
      in: Month(year: 2026, month: 11))
    if let opening {
      #expect(sentence?.hasPrefix(opening) == true, "\(sentence ?? "nil")")
      #expect(sentence?.hasSuffix("1 December 2026.") == true)
    } else {
      #expect(sentence == nil)
    }
  }
}
