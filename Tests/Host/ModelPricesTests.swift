// `model-prices` of the control file.

import Host
import Testing

@Suite struct ModelPricesTests {
  private func prices(_ value: String) throws(ConfigurationError) -> [ModelPrice] {
    try Configuration(
      Array("data: d\nsite: s\nmodel-prices: \(value)\n".utf8), file: "/srv/albumscan",
      installation: "/usr/share/albumscan"
    ).services.modelPrices
  }

  static let tables: [(value: String, prices: [ModelPrice])] = [
    ("", []),
    (
      "gpt-6-luna 0.10 0.50 10",
      [ModelPrice(model: "gpt-6-luna", input: 100_000, output: 500_000, search: 10_000)]
    ),
    (
      "qwen2.5vl:7b 0 0,a/b  $2.5\t$10 ",
      [
        ModelPrice(model: "qwen2.5vl:7b", input: 0, output: 0),
        ModelPrice(model: "a/b", input: 2_500_000, output: 10_000_000),
      ]
    ),
    (
      "m 0.075 0.000001 0.0001",
      [ModelPrice(model: "m", input: 75_000, output: 1, search: 1)]
    ),
    (
      "m 100000 1 0", [ModelPrice(model: "m", input: 100_000_000_000, output: 1_000_000, search: 0)]
    ),
  ]

  @Test(arguments: tables)
  func `prices are dollars a million tokens and a thousand searches`(
    value: String, prices: [ModelPrice]
  ) throws {
    #expect(try self.prices(value) == prices)
  }

  @Test(arguments: [
    ("m", "\"m\" is not"), ("m 1", "\"m 1\" is not"), ("m 1 2 3 4", "\"m 1 2 3 4\" is not"),
    ("m 1 2,", "\"\" is not"), ("a 1 2,, b 1 2", "\"\" is not"), ("m 1 much", "such as gpt-6-luna"),
    ("m -1 2", "\"m -1 2\" is not"), ("m 1. 2", "\"m 1. 2\" is not"), ("m .5 2", "\"m .5 2\""),
    ("m 1,5 2", "\"m 1\" is not"), ("m 1e3 2", "\"m 1e3 2\""), ("m 0.0000001 2", "\"m 0.0"),
    ("m 100001 2", "\"m 100001 2\""), ("m 99999999999999999999 2", "\"m 999"),
    ("m 1 2, m 3 4", "has m twice"), ("m ١ 2", "\"m ١ 2\""),
  ])
  func `a bad price names its line and the expected form`(value: String, message: String) {
    do throws(ConfigurationError) {
      let prices = try prices(value)
      Issue.record("\(value) was read as \(prices)")
    } catch {
      #expect(error.line == 3)
      #expect(error.message.contains(message), "\(error)")
    }
  }
}
