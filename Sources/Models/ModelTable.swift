// The one table of models: their choice, all prices, and the announced ends. Prices are in
// millionths of a dollar per million tokens. A model of unknown price on a public service is refused.

package import Albums
package import Host

/// The models of one installation, by their task.
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
  /// The configured models, else the provider's defaults; nil if neither names a model for the first
  /// task.
  static func choice(_ settings: ServiceSettings, else defaults: ModelChoice?) -> ModelChoice? {
    guard let identify = settings.identifyModel ?? defaults?.identify else { return nil }
    let review = settings.reviewModel ?? defaults?.review ?? identify
    return ModelChoice(
      identify, settings.searchModel ?? defaults?.search ?? identify, review,
      settings.reviewSearchModel ?? defaults?.reviewSearch ?? review)
  }

  /// Nil for a model of unknown price. A dated version has the price of its family. The control file's
  /// `model-prices` override the table.
  package static func price(of model: String, configured: [ModelPrice] = []) -> Price? {
    let own = longest(configured.filter { isVersion(model, of: $0.model) }, \.model)
    let known = longest(prices.filter { isVersion(model, of: $0.model) }, \.model)?.price
    guard let own else { return known }
    return Price(
      input: own.input, output: own.output, search: own.search ?? known?.search ?? search)
  }

  /// Millionths of a dollar for a search: OpenAI and Anthropic charge ten dollars for a thousand.
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
    // The full prices. The models cost half of them until 2026-12-31 (Argon until 2026-11-30), but
    // a booking must never be too low. Source: docs/services.md §10.1.
    ("gemini-3.8-flash", Price(input: 1_500_000, output: 7_500_000)),
    ("gemini-3.7-flash", Price(input: 1_500_000, output: 7_500_000)),
    ("gemini-3.6-flash", Price(input: 1_500_000, output: 7_500_000)),
    ("gemini-3.5-flash", Price(input: 1_500_000, output: 9_000_000)),
    ("gemini-3.5-flash-lite", Price(input: 300_000, output: 2_500_000)),
    ("gemini-3.1-flash-lite", Price(input: 250_000, output: 1_500_000)),
    ("gemini-3.1-pro-preview", Price(input: 2_000_000, output: 12_000_000)),
    ("gemini-4-argon", Price(input: 4_000_000, output: 20_000_000)),
  ]

  /// Whether `model` is the family's name, alone or with a date: OpenAI's `-2024-08-06`, Anthropic's `-20251001`.
  private static func isVersion(_ model: String, of family: String) -> Bool {
    if model == family { return true }
    guard model.hasPrefix("\(family)-20") else { return false }
    let day = model.dropFirst(family.count + 1)
    let digits = day.filter(\.isNumber)
    return digits.count == 8
      && (day.count == 8 || day.split(separator: "-").map(\.count) == [4, 2, 2])
  }

  /// The entry with the longest name.
  private static func longest<Entry>(
    _ entries: [Entry], _ name: (Entry) -> String
  ) -> Entry? {
    entries.max { name($0).utf8.count < name($1).utf8.count }
  }

  /// The announced day of a model's end; nil if none is announced.
  package static func shutdown(of model: String) -> String? {
    longest(ends.filter { isVersion(model, of: $0.model) }, \.model)?.day
  }

  /// Source: docs/services.md §0, §1.1, §2, §10.1.
  private static let ends: [(model: String, day: String)] = [
    ("claude-opus-4", "2026-06-15"), ("claude-sonnet-4", "2026-06-15"),
    ("gpt-4o-search-preview", "2026-07-23"), ("gpt-4o-mini-search-preview", "2026-07-23"),
    ("gpt-4o-2024-05-13", "2026-10-23"),
    ("gpt-5", "2026-12-11"), ("gpt-5-mini", "2026-12-11"), ("gpt-5-nano", "2026-12-11"),
    ("gpt-5-pro", "2026-12-11"), ("o3", "2026-12-11"), ("o3-mini", "2026-12-11"),
    ("o3-pro", "2026-12-11"),
    ("gpt-4o", "2027-01-14"), ("gpt-4o-mini", "2027-01-14"), ("gpt-4.1", "2027-01-14"),
    ("gpt-4.1-mini", "2027-01-14"), ("gpt-5.1", "2027-04-01"),
    ("gemini-2.0-flash", "2026-06-01"), ("gemini-2.0-flash-lite", "2026-06-01"),
    ("gemini-3-pro-preview", "2026-03-09"), ("gemini-3.1-flash-lite-preview", "2026-05-25"),
    ("gemini-3.1-flash-lite", "2027-05-07"),
  ]
}
