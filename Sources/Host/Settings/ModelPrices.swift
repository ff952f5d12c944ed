// Prices of models from the control file (`model-prices`); they override the built-in table.

/// The price of a model, in the units of the ledger.
package struct ModelPrice: Equatable, Sendable {
  package let model: String

  /// Millionths of a US dollar for a million tokens.
  package let input: Int64
  package let output: Int64

  /// Millionths of a US dollar for a search; nil uses the price of the built-in table.
  package let search: Int64?

  package init(model: String, input: Int64, output: Int64, search: Int64? = nil) {
    self.model = model
    self.input = input
    self.output = output
    self.search = search
  }
}

extension SettingReader {
  /// Parses `NAME INPUT OUTPUT [SEARCH], …`: US dollars for a million tokens, and for a thousand
  /// searches.
  mutating func modelPrices(_ key: String) throws(ConfigurationError) -> [ModelPrice] {
    guard let value = text(key) else { return [] }
    var prices: [ModelPrice] = []
    for entry in value.split(separator: ",", omittingEmptySubsequences: false) {
      let words = entry.split(whereSeparator: \.isWhitespace)
      let amounts = words.dropFirst().compactMap { Self.microdollars($0) }
      guard (3...4).contains(words.count), amounts.count == words.count - 1 else {
        let wanted =
          "NAME INPUT OUTPUT [SEARCH], …, in dollars a million tokens and a thousand searches"
        throw error(
          key,
          "\"\(key)\" is \(wanted), such as gpt-6-luna 0.10 0.50 10; \"\(entry)\" is not"
        )
      }
      let model = String(words[0])
      if prices.contains(where: { $0.model == model }) {
        throw error(key, "\"\(key)\" has \(model) twice")
      }
      // The third amount is the price of a thousand searches. The price of one search is rounded
      // up.
      let search = amounts.count == 3 ? (amounts[2] + 999) / 1000 : nil
      prices.append(
        ModelPrice(model: model, input: amounts[0], output: amounts[1], search: search))
    }
    return prices
  }

  /// Reads 0 to 100,000 dollars with at most six decimals, as millionths: `4`, `0.075`, `$2.50`.
  private static func microdollars(_ text: Substring) -> Int64? {
    let amount = text.hasPrefix("$") ? text.dropFirst() : text
    let parts = amount.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard isPlain, (1...2).contains(parts.count), let whole = Int64(parts[0]), whole <= 100_000
    else { return nil }
    let decimals = parts.count == 2 ? String(parts[1]) : ""
    guard decimals.utf8.count <= 6 else { return nil }
    let millionths = decimals + String(repeating: "0", count: 6 - decimals.utf8.count)
    return Int64(millionths).map { whole * 1_000_000 + $0 }
  }
}
