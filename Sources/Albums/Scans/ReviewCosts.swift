// The most that a review costs, as the worker last knew it. The worker writes it as JSON into a
// file of the data folder, because the CGI knows no prices of models.

package import Text

package struct ReviewCosts: Equatable, Sendable {
  /// The most that a review without a web search costs.
  package let plain: Money

  /// The most that a review costs for a person who uses advanced search.
  package let searched: Money

  package init(plain: Money, searched: Money) {
    self.plain = plain
    self.searched = searched
  }

  /// The most that `count` reviews cost.
  package func most(of count: Int, isSearchOn: Bool) -> Money {
    let one = isSearchOn ? searched : plain
    let (most, overflow) = one.microdollars.multipliedReportingOverflow(by: Int64(count))
    return Money(microdollars: overflow ? .max : most)
  }

  // MARK: JSON

  package var json: JSON {
    [
      "version": 1, "plain": .integer(Int(plain.microdollars)),
      "searched": .integer(Int(searched.microdollars)),
    ]
  }

  /// Nil for anything but the costs of this version.
  package init?(_ json: JSON) {
    guard json["version"] == 1, let plain = json["plain"].integer,
      let searched = json["searched"].integer, plain >= 0, searched >= 0
    else { return nil }
    self.init(
      plain: Money(microdollars: Int64(plain)), searched: Money(microdollars: Int64(searched)))
  }
}
