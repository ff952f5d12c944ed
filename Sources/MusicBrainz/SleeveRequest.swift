// The requests of a search by the words of a sleeve: from the words to Lucene's query language.
// Source: docs/services.md §4.5.

import Albums
import Sleeves

/// One search of releases or of release groups.
package struct SleeveRequest: Equatable, Sendable {
  /// What a request looks for, in the order of the requests.
  package enum Kind: CaseIterable, Sendable {
    case code, anyName, joinedWords, catalogueNumber, largestLettering, bothNames
  }

  package let kind: Kind

  /// "release" or "release-group".
  package let entity: String
  package let lucene: String

  /// The maximum number of results. The service allows 100; the order of its results is not that of the program.
  package static let limit = 100

  /// Nil if the sleeve has nothing for such a request. `unexplained` are words that the best candidate so far does not
  /// have.
  init?(_ kind: Kind, _ reading: SleeveReading, _ text: SleeveText, unexplained: [SearchWord]) {
    let lucene: String?
    switch kind {
    case .code: lucene = Self.code(reading)
    case .joinedWords: lucene = Self.joinedWords(unexplained, among: text.searchWords)
    case .catalogueNumber: lucene = Self.catalogueNumber(reading, text)
    case .anyName: lucene = Self.anyName(text.searchWords)
    case .largestLettering: lucene = Self.largest(text.largestPhrase)
    case .bothNames: lucene = Self.bothNames(text.searchWords)
    }
    guard let lucene else { return nil }
    self.kind = kind
    self.lucene = lucene
    entity = kind == .code || kind == .catalogueNumber ? "release" : "release-group"
  }

  private static func code(_ reading: SleeveReading) -> String? {
    reading.codes.isEmpty ? nil : MusicBrainz.barcodes(reading.codes)
  }

  /// Numbers of up to three digits belong to several record labels, so the record label must agree.
  private static func catalogueNumber(_ reading: SleeveReading, _ text: SleeveText) -> String? {
    guard !reading.catalogueNumbers.isEmpty else { return nil }
    let labels = text.recordLabels.map(MusicBrainz.phrase).joined(separator: " OR ")
    return reading.catalogueNumbers.map { number in
      let isShort = number.utf8.count { (48...57).contains($0) } <= 3
      let catno = "catno:\(MusicBrainz.phrase(number))"
      return isShort && !labels.isEmpty ? "(\(catno) AND label:(\(labels)))" : catno
    }.joined(separator: " OR ")
  }

  /// Albums with a word in the artist and a word in the title, for words that many names have. The sleeve does not say
  /// which word belongs to which name, so each word may be in both; that also finds titles that repeat the artist.
  private static func bothNames(_ words: [SearchWord]) -> String? {
    guard !words.isEmpty else { return nil }
    let any = terms(words)
    return "artist:(\(any)) AND releasegroup:(\(any))"
  }

  /// Albums with a word in the artist or in the title. The best results have words in both, in whatever order the sleeve
  /// has them; but many sleeves show only one name.
  private static func anyName(_ words: [SearchWord]) -> String? {
    guard !words.isEmpty else { return nil }
    let any = terms(words)
    return "artist:(\(any)) OR releasegroup:(\(any))"
  }

  /// The maximum number of long words that are split in one request.
  private static let mostSplitWords = 2

  /// Albums with two words of a name that the reader joined. Phrases, because the parts of a wrong split are words of
  /// other names, but do not follow each other there.
  private static func joinedWords(
    _ unexplained: [SearchWord], among words: [SearchWord]
  ) -> String? {
    let joined = unexplained.filter { !$0.isPhrase }.map { SleeveText.splits(of: $0.text) }
      .filter { !$0.isEmpty }.prefix(mostSplitWords).flatMap(\.self)
    guard !joined.isEmpty else { return nil }
    let phrases = joined.map { "\(MusicBrainz.phrase($0))^4" }.joined(separator: " OR ")
    let any = "(\(phrases) OR \(terms(words)))"
    return "artist:\(any) OR releasegroup:\(any)"
  }

  private static func largest(_ phrase: String) -> String? {
    guard !phrase.isEmpty else { return nil }
    let quoted = MusicBrainz.phrase(phrase)
    return "artist:\(quoted) OR releasegroup:\(quoted)"
  }

  /// Words joined by OR. Larger lettering has a higher boost, with one decimal digit.
  private static func terms(_ words: [SearchWord]) -> String {
    words.map { word in
      let tenths = max(1, Int((word.size * 10).rounded()))
      let boost = tenths == 10 ? "" : "^0.\(tenths)"
      if word.isPhrase { return MusicBrainz.phrase(word.text) + boost }
      return word.text + (word.mayDiffer ? "~1" : "") + boost
    }.joined(separator: " OR ")
  }
}
