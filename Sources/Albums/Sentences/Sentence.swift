// A sentence for a reader, independent of the language: its key in the message catalogues, and its
// arguments.

/// A sentence that `Phrasebook` writes in the reader's language.
package struct Sentence: Hashable, Sendable {
  /// The key (`msgctxt` in `words/albumscan.pot`): lower-case parts joined by dots, such as
  /// `album.by`.
  package let key: String

  /// The arguments by their names. The catalogue's text contains each name in braces.
  package let arguments: [String: SentenceArgument]

  package init(_ key: String, _ arguments: [String: SentenceArgument] = [:]) {
    self.key = key
    self.arguments = arguments
  }
}

/// A value in a sentence. `Phrasebook` writes each kind of value in the form of the language.
package indirect enum SentenceArgument: Hashable, Sendable {
  /// Names, addresses and other text that is the same in every language.
  case text(String)

  /// A count. A sentence with plural forms chooses its form by its argument `count`.
  case count(Int)

  /// A number with decimals, written with a point: `8.5`.
  case decimal(String)

  /// `21 November 2026`, in the installation's time zone.
  case day(Timestamp)

  /// `14:05 UTC`, in the installation's time zone.
  case clock(Timestamp)

  /// `November 2026`.
  case month(Month)

  /// An amount in dollars and cents, truncated: `$8.12`.
  case money(Money)

  /// An amount to a hundredth of a cent: `$0.0123`.
  case exactMoney(Money)

  /// Another sentence.
  case sentence(Sentence)
}
