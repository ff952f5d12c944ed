// Sources of a review: only where the provider tied one to a passage that is shown as it was written.
// "A link glued to a sentence it does not support is a lie." Source: PRODUCT "What a review is".

import Albums
import Models
import Text

enum ReviewSources {
  /// Pages of one review, and of one domain. Source: PRODUCT "at most two links a domain".
  private static let (pageLimit, pagesOfDomain) = (8, 2)

  /// What `citations` of `answer` support. `shown` gives, by the passage as the model wrote it, its words
  /// and its place in the review; passages that are not in it support nothing.
  static func tied(
    _ citations: [Citation], in answer: String,
    to shown: [ReviewSource.Passage: (text: String, passage: ReviewSource.Passage)],
    _ money: MoneyTalk
  ) -> [ReviewSource] {
    let fields = ReviewFields(answer).fields.filter { field in
      // Another object than the one that was read may stand there first.
      field.isClosed && shown[field.passage]?.text == Sentences.trimmed(field.text)
    }
    var (sources, pages): ([ReviewSource], [String: Set<String>]) = ([], [:])
    for citation in citations {
      guard let field = field(of: citation, in: fields),
        let passage = shown[field.passage]?.passage,
        let source = source(citation, for: passage, money), let domain = source.domain
      else { continue }
      let isKnown = pages[domain]?.contains(source.address) ?? false
      let count = pages.values.reduce(0) { $0 + $1.count }
      let hasRoom = count < pageLimit && (pages[domain]?.count ?? 0) < pagesOfDomain
      guard isKnown || hasRoom, !sources.contains(where: { isSame($0, source) }) else { continue }
      pages[domain, default: []].insert(source.address)
      sources.append(source)
    }
    return sources
  }

  /// The one field the whole passage lies in. Whether a provider counts scalars or UTF-16 units is not
  /// known (CONTRACTS §1.2), so it has to be the same field either way.
  private static func field(
    of citation: Citation, in fields: [ReviewFields.Field]
  ) -> ReviewFields.Field? {
    guard !citation.passage.isEmpty else { return nil }
    let byScalars = fields.first { $0.scalars.contains(citation.passage) }
    let byUnits = fields.first { $0.units.contains(citation.passage) }
    return byScalars == byUnits ? byScalars : nil
  }

  private static func isSame(_ one: ReviewSource, _ other: ReviewSource) -> Bool {
    one.address == other.address && one.passage == other.passage
  }

  private static func source(
    _ citation: Citation, for passage: ReviewSource.Passage, _ money: MoneyTalk
  ) -> ReviewSource? {
    let address = address(citation.url)
    guard ReviewSource.domain(of: address) != nil else { return nil }
    let title = String(Sentences.trimmed(citation.title).prefix(300))
    // A page without a title is called by its domain.
    let isShown = money.offence(in: title) == nil
    return ReviewSource(passage: passage, address: address, title: isShown ? title : "")
  }

  /// Spelled in ASCII, without the mark OpenAI adds to say where the reader came from.
  private static func address(_ url: String) -> String {
    var ascii = url.percentEncoded { _ in true }
    for mark in ["?utm_source=openai", "&utm_source=openai"] where ascii.hasSuffix(mark) {
      ascii.removeLast(mark.count)
    }
    return ascii
  }
}
