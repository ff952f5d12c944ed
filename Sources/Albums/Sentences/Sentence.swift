// A sentence for a reader, before it has a language: its key in the catalogues, and its arguments.

/// A sentence that `Phrasebook` writes in the reader's language.
package struct Sentence: Hashable, Sendable {
  /// The key, `msgctxt` in `words/albumscan.pot`: lower case, parts joined by dots, `album.by`.
  package let key: String

  /// By the names that stand in braces in the catalogue's text.
  package let arguments: [String: SentenceArgument]

  package init(_ key: String, _ arguments: [String: SentenceArgument] = [:]) {
    self.key = key
    self.arguments = arguments
  }
}

/// What may be put into a sentence; each kind is written the way the language writes it.
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

  /// `$8.12`: in cents, cut off and not rounded.
  case money(Money)

  /// `$0.0123`: to a hundredth of a cent.
  case exactMoney(Money)

  /// Another sentence.
  case sentence(Sentence)
}
