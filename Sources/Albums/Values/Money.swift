// The cost of models for the host, as the ledger counts it. Never the price of a record.

/// An amount in millionths of a US dollar.
package struct Money: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let microdollars: Int64

  package init(microdollars: Int64) { self.microdollars = microdollars }

  package static let zero = Money(microdollars: 0)

  /// The amount rounded up to a whole cent. A page must never show less than the maximum cost.
  package var inWholeCents: Money {
    let rest = microdollars % 10_000
    return rest <= 0 ? self : self + Money(microdollars: 10_000 - rest)
  }

  package static func < (a: Self, b: Self) -> Bool { a.microdollars < b.microdollars }

  package static func + (a: Self, b: Self) -> Money {
    let (sum, overflow) = a.microdollars.addingReportingOverflow(b.microdollars)
    return Money(microdollars: overflow ? .max : sum)
  }

  /// For JSON and pages.
  package var dollars: Double { Double(microdollars) / 1_000_000 }

  /// `$0.0123`, for logs.
  package var description: String { "$\(exact)" }

  /// Dollars to a hundredth of a cent, with a point: `0.0123`.
  package var exact: String {
    let parts = microdollars / 100
    let rest = String(parts % 10_000)
    return "\(parts / 10_000)." + String(repeating: "0", count: 4 - rest.utf8.count) + rest
  }

  /// Dollars to a cent, with a point: `8.12`. The amount is truncated, not rounded, so that $9.999
  /// of a budget of $10 does not appear as $10.
  package var cents: String {
    let cents = microdollars / 10_000
    let rest = String(cents % 100)
    return "\(cents / 100)." + (rest.utf8.count == 1 ? "0" : "") + rest
  }
}

/// The prices of a model, in millionths of a dollar: for a million tokens, and for one web search.
package struct Price: Hashable, Sendable {
  package let input: Int64
  package let output: Int64
  package let search: Int64

  package init(input: Int64, output: Int64, search: Int64 = 0) {
    self.input = input
    self.output = output
    self.search = search
  }

  /// The cost of the given tokens and searches, rounded up.
  package func cost(inputTokens: Int, outputTokens: Int, searches: Int = 0) -> Money {
    let (a, first) = Int64(max(0, inputTokens)).multipliedReportingOverflow(by: input)
    let (b, second) = Int64(max(0, outputTokens)).multipliedReportingOverflow(by: output)
    let (sum, third) = a.addingReportingOverflow(b)
    let (found, fourth) = Int64(max(0, searches)).multipliedReportingOverflow(by: search)
    guard !first, !second, !third, !fourth, sum <= .max - 999_999 else {
      return Money(microdollars: .max)
    }
    return Money(microdollars: (sum + 999_999) / 1_000_000) + Money(microdollars: found)
  }
}
