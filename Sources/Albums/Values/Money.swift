// The money that models cost the host, as the ledger counts it. Never the price of a record.

/// Millionths of a US dollar.
package struct Money: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let microdollars: Int64

  package init(microdollars: Int64) { self.microdollars = microdollars }

  package static let zero = Money(microdollars: 0)

  package static func < (a: Self, b: Self) -> Bool { a.microdollars < b.microdollars }

  package static func + (a: Self, b: Self) -> Money {
    let (sum, overflow) = a.microdollars.addingReportingOverflow(b.microdollars)
    return Money(microdollars: overflow ? .max : sum)
  }

  /// For JSON and pages.
  package var dollars: Double { Double(microdollars) / 1_000_000 }

  /// `$0.0123`, for logs.
  package var description: String { "$\(exact)" }

  /// `0.0123`: dollars to a hundredth of a cent, with a point.
  package var exact: String {
    let parts = microdollars / 100
    let rest = String(parts % 10_000)
    return "\(parts / 10_000)." + String(repeating: "0", count: 4 - rest.utf8.count) + rest
  }

  /// `8.12`: dollars to a cent, with a point; truncated and not rounded, so that a budget that is nearly
  /// used up does not read as used up.
  package var cents: String {
    let cents = microdollars / 10_000
    let rest = String(cents % 100)
    return "\(cents / 100)." + (rest.utf8.count == 1 ? "0" : "") + rest
  }
}

/// The prices of a model: millionths of a dollar for a million tokens, and for one web search.
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
