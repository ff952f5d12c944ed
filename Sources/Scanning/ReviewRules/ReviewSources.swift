// Finds the sources of a review. A source counts only if the provider tied it to a passage that the
// page shows unchanged. "A link glued to a sentence it does not support is a lie." Source:
// docs/product.md "What a review is".

import Albums
import Models
import Text

enum ReviewSources {
  /// The maximum number of web pages that one review cites: of all domains, and of one domain.
  /// Source: docs/product.md "Sources".
  private static let (pageLimit, pagesOfDomain) = (8, 2)

  /// Returns the sources that `citations` of `answer` give. `shown` maps each passage of the
  /// model's answer to its words and its position in the review. Other passages get no sources.
  static func tied(
    _ citations: [Citation], in answer: String,
    to shown: [ReviewSource.Passage: (text: String, passage: ReviewSource.Passage)],
    _ money: MoneyTalk
  ) -> [ReviewSource] {
    let fields = ReviewFields(answer).fields.filter { field in
      // Another object may precede the object that was read.
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

  /// The field that contains the whole cited passage. OpenAI does not document whether its offsets
  /// count scalars or UTF-16 units (docs/services.md §1.2), so both counts must give the same
  /// field.
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
    // The page shows the domain of a source without a title.
    let isShown = money.offence(in: title) == nil
    return ReviewSource(passage: passage, address: address, title: isShown ? title : "")
  }

  /// The address in ASCII, without the tracking parameter that OpenAI adds.
  private static func address(_ url: String) -> String {
    var ascii = url.percentEncoded { _ in true }
    for suffix in ["?utm_source=openai", "&utm_source=openai"] where ascii.hasSuffix(suffix) {
      ascii.removeLast(suffix.count)
    }
    return ascii
  }
}
