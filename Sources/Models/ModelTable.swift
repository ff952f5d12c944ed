// The one table of models: which a provider uses when the host names none, what each costs, and
// when it stops. Prices are published dollars a million tokens; a model of unknown price on a
// public service is refused.

package import Albums
package import Host

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

  /// Nil for a model nobody told the price of. A dated version costs what its family does, and what
  /// the host says (`model-prices`) wins.
  package static func price(of model: String, _ told: [ModelPrice] = []) -> Price? {
    let own = longest(told.filter { isVersion(model, of: $0.model) }, \.model)
    let known = longest(prices.filter { isVersion(model, of: $0.model) }, \.model)?.price
    guard let own else { return known }
    return Price(
      input: own.input, output: own.output, search: own.search ?? known?.search ?? search)
  }

  /// Ten dollars a thousand searches, with OpenAI and with Anthropic. In millionths of a dollar.
  static let search: Int64 = 10_000

  private static let prices: [(model: String, price: Price)] = [
    ("gpt-6-luna", Price(input: 100_000, output: 500_000, search: search)),
    ("gpt-4o", Price(input: 2_500_000, output: 10_000_000, search: search)),
    ("gpt-4o-mini", Price(input: 150_000, output: 600_000, search: search)),
    ("gpt-4.1", Price(input: 2_000_000, output: 8_000_000, search: search)),
    ("gpt-4.1-mini", Price(input: 400_000, output: 1_600_000, search: search)),
    ("claude-opus-5-5", Price(input: 4_000_000, output: 20_000_000, search: search)),
    ("claude-sonnet-5-5", Price(input: 2_000_000, output: 10_000_000, search: search)),
    ("claude-haiku-5-5", Price(input: 100_000, output: 500_000, search: search)),
    ("claude-fable-5-1", Price(input: 10_000_000, output: 50_000_000, search: search)),
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

  /// The entry that names a model most exactly.
  private static func longest<Entry>(
    _ entries: [Entry], _ name: (Entry) -> String
  ) -> Entry? {
    entries.max { name($0).utf8.count < name($1).utf8.count }
  }

  /// The day on which a model stops, or stopped, where announced.
  package static func shutdown(of model: String) -> String? {
    longest(ends.filter { isVersion(model, of: $0.model) }, \.model)?.day
  }

  /// Source: CONTRACTS §0, §1.1, §2.
  private static let ends: [(model: String, day: String)] = [
    ("claude-opus-4", "2026-06-15"), ("claude-sonnet-4", "2026-06-15"),
    ("gpt-4o-search-preview", "2026-07-23"), ("gpt-4o-mini-search-preview", "2026-07-23"),
    ("gpt-4o-2024-05-13", "2026-10-23"),
    ("gpt-5", "2026-12-11"), ("gpt-5-mini", "2026-12-11"), ("gpt-5-nano", "2026-12-11"),
    ("gpt-5-pro", "2026-12-11"), ("o3", "2026-12-11"), ("o3-mini", "2026-12-11"),
    ("o3-pro", "2026-12-11"),
    ("gpt-4o", "2027-01-14"), ("gpt-4o-mini", "2027-01-14"), ("gpt-4.1", "2027-01-14"),
    ("gpt-4.1-mini", "2027-01-14"), ("gpt-5.1", "2027-04-01"),
  ]
}
