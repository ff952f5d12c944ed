// The notes about the budget on the owner's pages.

import Albums
import Testing

@Suite struct SpendingNoteTests {
  static let notes: [(spent: Int64, cap: Int64, key: String?)] = [
    (0, 0, nil), (0, 10_000_000, nil), (7_999_999, 10_000_000, nil),
    (8_000_000, 10_000_000, "spending.near"), (9_999_999, 10_000_000, "spending.near"),
    (10_000_000, 10_000_000, "spending.used"), (1, 0, "spending.used"),
    (.max, .max, "spending.used"),
    (5, .max, nil),
  ]

  @Test(arguments: notes)
  func `from 80 percent of the budget on there is a note, and another at 100 percent`(
    spent: Int64, cap: Int64, key: String?
  ) {
    let next = Timestamp(milliseconds: 1_796_083_200_000)
    let sentence = SpendingNote.sentence(
      spent: Money(microdollars: spent), cap: Money(microdollars: cap), next: next)
    #expect(sentence?.key == key)
    if let sentence { #expect(sentence.arguments["day"] == .day(next)) }
  }
}
