// Money as the ledger counts it: whole millionths, rounded up, never overflowing.

import Albums
import Testing

@Suite struct MoneyTests {
  @Test(
    arguments: [
      (0, "$0.0000"), (1, "$0.0000"), (100, "$0.0001"), (12_345, "$0.0123"), (1_000_000, "$1.0000"),
      (10_000_000, "$10.0000"), (1_050_000, "$1.0500"),
    ] as [(Int64, String)])
  func `money is written to a hundredth of a cent`(microdollars: Int64, text: String) {
    #expect(Money(microdollars: microdollars).description == text)
  }

  @Test(
    arguments: [
      (0, "0.00"), (9_999, "0.00"), (50_000, "0.05"), (8_120_000, "8.12"),
      (9_999_999, "9.99"), (10_000_000, "10.00"),
    ] as [(Int64, String)])
  func `money for readers is written in cents`(microdollars: Int64, text: String) {
    #expect(Money(microdollars: microdollars).cents == text)
  }

  @Test(
    arguments: [
      (0, "0.00"), (1, "0.01"), (10_000, "0.01"), (319_999, "0.32"), (9_990_001, "10.00"),
    ] as [(Int64, String)])
  func `the most that something costs is rounded up to a cent`(microdollars: Int64, text: String) {
    #expect(Money(microdollars: microdollars).inWholeCents.cents == text)
  }

  @Test(
    arguments: [
      (0, 0, 0), (1, 0, 1), (0, 1, 1), (10, 0, 1), (11, 0, 2), (1_000_000, 0, 100_000),
      (0, 1_000_000, 500_000), (1120, 46, 135), (-5, -5, 0),
    ] as [(Int, Int, Int64)])
  func `the cost of a call is that of its tokens, rounded up`(
    input: Int, output: Int, microdollars: Int64
  ) {
    let price = Price(input: 100_000, output: 500_000)
    #expect(
      price.cost(inputTokens: input, outputTokens: output).microdollars == microdollars)
  }

  @Test func `an amount that is too large becomes the maximum`() {
    let price = Price(input: .max, output: .max)
    #expect(price.cost(inputTokens: 2, outputTokens: 0).microdollars == .max)
    #expect(price.cost(inputTokens: 1, outputTokens: 1).microdollars == .max)
    #expect(price.cost(inputTokens: .max, outputTokens: .max).microdollars == .max)
    #expect((Money(microdollars: .max) + Money(microdollars: 1)).microdollars == .max)
  }
}
