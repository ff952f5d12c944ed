// The one table of models: which a provider uses when the host names none, and what each costs.
// Prices are published dollars a million tokens; an unknown model on a public service is refused.

package import Albums
import Host

/// The models of one installation, by what they are asked for.
package struct ModelChoice: Equatable, Sendable {
  package let identify: String
  package let search: String
  package let review: String
  package let reviewSearch: String

  init(all model: String) { self.init(model, model, model, model) }

  init(_ identify: String, _ search: String, _ review: String, _ reviewSearch: String) {
    self.identify = identify
    self.search = search
    self.review = review
    self.reviewSearch = reviewSearch
  }

  package var all: [String] { [identify, search, review, reviewSearch] }
}

package enum ModelTable {
  /// Defaults, 2026-11. Source: CONTRACTS §1.1, §2.
  static func defaults(for provider: Provider) -> ModelChoice? {
    switch provider {
    case .openAI: ModelChoice(all: "gpt-6-luna")
    case .anthropic: ModelChoice(all: "claude-sonnet-5-5")
    // A local server has the models its host pulled; there is no default that would be there.
    case .openAICompatible, .sample: nil
    }
  }

  static func choice(for provider: Provider, _ settings: ServiceSettings) -> ModelChoice? {
    let defaults = defaults(for: provider)
    guard let identify = settings.identifyModel ?? defaults?.identify else { return nil }
    let review = settings.reviewModel ?? defaults?.review ?? identify
    return ModelChoice(
      identify, settings.searchModel ?? defaults?.search ?? identify, review,
      settings.reviewSearchModel ?? defaults?.reviewSearch ?? review)
  }

  /// Nil for a model we know no price of. A dated version costs what its family does.
  package static func price(of model: String) -> Price? {
    prices.filter { isVersion(model, of: $0.model) }
      .max { $0.model.utf8.count < $1.model.utf8.count }?.price
  }

  private static let prices: [(model: String, price: Price)] = [
    ("gpt-6-luna", Price(input: 100_000, output: 500_000)),
    ("gpt-4o", Price(input: 2_500_000, output: 10_000_000)),
    ("gpt-4o-mini", Price(input: 150_000, output: 600_000)),
    ("gpt-4.1", Price(input: 2_000_000, output: 8_000_000)),
    ("gpt-4.1-mini", Price(input: 400_000, output: 1_600_000)),
    ("claude-opus-5-5", Price(input: 4_000_000, output: 20_000_000)),
    ("claude-sonnet-5-5", Price(input: 2_000_000, output: 10_000_000)),
    ("claude-haiku-5-5", Price(input: 100_000, output: 500_000)),
  ]

  /// The family itself, or it with a day: `-2024-08-06` as OpenAI writes it, `-20251001` as Anthropic.
  private static func isVersion(_ model: String, of family: String) -> Bool {
    if model == family { return true }
    guard model.hasPrefix("\(family)-20") else { return false }
    let day = model.dropFirst(family.count + 1)
    let digits = day.filter(\.isNumber)
    return digits.count == 8
      && (day.count == 8 || day.split(separator: "-").map(\.count) == [4, 2, 2])
  }

  /// Days on which models stop, where announced. Source: CONTRACTS §0, §1.1.
  package static func shutdown(of model: String) -> String? {
    let ends = ["gpt-4o", "gpt-4o-mini", "gpt-4.1", "gpt-4.1-mini"].contains { family in
      isVersion(model, of: family)
    }
    if ends { return "2027-01-14" }
    return model == "gpt-5.1" ? "2027-04-01" : nil
  }
}
