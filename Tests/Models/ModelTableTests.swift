// Prices, days on which models stop, and addresses.

import Albums
import HTTP
import Host
import Testing

@testable import Models

@Suite struct ModelTableTests {
  @Test(
    arguments: [
      ("gpt-6-luna", 100_000, 500_000), ("gpt-6-luna-2026-09-22", 100_000, 500_000),
      ("gpt-4o", 2_500_000, 10_000_000), ("gpt-4o-2024-08-06", 2_500_000, 10_000_000),
      ("gpt-4o-mini", 150_000, 600_000), ("gpt-4o-mini-2024-07-18", 150_000, 600_000),
      ("gpt-4.1-mini-2025-04-14", 400_000, 1_600_000), ("claude-opus-5-5", 4_000_000, 20_000_000),
      ("claude-haiku-5-5-20261001", 100_000, 500_000),
    ] as [(String, Int64, Int64)])
  func `a model has the price of its family`(model: String, input: Int64, output: Int64) {
    #expect(ModelTable.price(of: model) == Price(input: input, output: output, search: 10_000))
  }

  @Test(
    arguments: [
      ("gemini-3.8-flash", 1_500_000, 7_500_000), ("gemini-3.5-flash-lite", 300_000, 2_500_000),
      ("gemini-4-argon", 4_000_000, 20_000_000), ("gemini-3.1-flash-lite", 250_000, 1_500_000),
    ] as [(String, Int64, Int64)])
  func `a model of Google has the price after its first months`(
    model: String, input: Int64, output: Int64
  ) {
    #expect(ModelTable.price(of: model) == Price(input: input, output: output))
  }

  @Test(arguments: [
    "", "gpt", "gpt-4o-audio", "gpt-4o-mini-search-preview", "gpt-6-luna-pro", "GPT-4o", "gpt-4.10",
    "gpt-6-lunar", "my-gpt-4o", "llava", "gpt-4o-20", "gpt-4o-2000b",
    "gemini-3.8-flash-image", "models/gemini-3.8-flash",
  ])
  func `a model we do not know has no price`(model: String) {
    #expect(ModelTable.price(of: model) == nil)
  }

  @Test(
    arguments: [
      ("gpt-4o", "2027-01-14"), ("gpt-4.1-mini-2025-04-14", "2027-01-14"),
      ("gpt-5.1", "2027-04-01"), ("gpt-4o-search-preview", "2026-07-23"),
      ("gpt-4o-mini-search-preview-2025-03-11", "2026-07-23"), ("gpt-4o-2024-05-13", "2026-10-23"),
      ("gpt-4o-2024-08-06", "2027-01-14"), ("gpt-5", "2026-12-11"),
      ("gpt-5-2025-08-07", "2026-12-11"), ("gpt-5-mini", "2026-12-11"), ("o3", "2026-12-11"),
      ("o3-mini-2025-01-31", "2026-12-11"), ("gpt-5.5", nil), ("o3-deep-research", nil),
      ("claude-sonnet-4-20250514", "2026-06-15"), ("claude-sonnet-4-6", nil),
      ("gemini-3.1-flash-lite", "2027-05-07"), ("gemini-3.8-flash", nil),
      ("gpt-6-luna", nil), ("gpt-4o-realtime", nil), ("claude-opus-5-5", nil),
    ] as [(String, String?)])
  func `the table has the day on which a model stops`(model: String, day: String?) {
    #expect(ModelTable.shutdown(of: model) == day)
  }

  @Test(
    arguments: [
      ("gpt-6-luna", Price(input: 1, output: 2, search: 10_000)),
      ("gpt-6-luna-2026-09-22", Price(input: 1, output: 2, search: 10_000)),
      ("gpt-4o-2024-08-06", Price(input: 5, output: 6, search: 7)),
      ("gpt-4o", Price(input: 2_500_000, output: 10_000_000, search: 10_000)),
      ("new-1", Price(input: 3, output: 4, search: 10_000)), ("new-10", nil),
    ] as [(String, Price?)])
  func `a configured price overrides the table, and a search without one costs the usual`(
    model: String, price: Price?
  ) {
    let configured = [
      ModelPrice(model: "gpt-6-luna", input: 1, output: 2),
      ModelPrice(model: "new-1", input: 3, output: 4),
      ModelPrice(model: "gpt-4o-2024-08-06", input: 5, output: 6, search: 7),
    ]
    #expect(ModelTable.price(of: model, configured: configured) == price)
  }

  @Test func `every default model has a price and no day on which it stops`() {
    for provider in Provider.allCases {
      guard let choice = ProviderTable.description(of: provider)?.models else { continue }
      for model in [choice.identify, choice.review] {
        #expect(ModelTable.price(of: model) != nil)
        #expect(ModelTable.shutdown(of: model) == nil)
      }
    }
  }

  @Test(
    arguments: [
      ("http://localhost:11434", "localhost", 11434, true),
      ("http://127.0.0.1:80/v1", "127.0.0.1", 80, true),
      ("http://127.8.9.1", "127.8.9.1", 80, true), ("http://[::1]:8080/v1", "[::1]", 8080, true),
      ("http://[::1]", "[::1]", 80, true), ("http://[fd00::5]:1/v1", "[fd00::5]", 1, true),
      ("http://[fe80::1]", "[fe80::1]", 80, true),
      ("http://[2001:db8::1]:1", "[2001:db8::1]", 1, false),
      ("http://10.1.2.3", "10.1.2.3", 80, true),
      ("http://192.168.178.20:1234", "192.168.178.20", 1234, true),
      ("http://172.16.0.1", "172.16.0.1", 80, true),
      ("http://172.31.255.255", "172.31.255.255", 80, true),
      ("http://172.32.0.1", "172.32.0.1", 80, false),
      ("http://172.15.0.1", "172.15.0.1", 80, false),
      ("http://11.0.0.1", "11.0.0.1", 80, false), ("http://192.169.0.1", "192.169.0.1", 80, false),
      ("http://ollama:11434", "ollama", 11434, true), ("http://nas.local", "nas.local", 80, true),
      ("http://box.lan", "box.lan", 80, true),
      ("http://host.docker.internal:11434/v1", "host.docker.internal", 11434, true),
      ("http://100.100.1.2:1", "100.100.1.2", 1, true),
      ("http://me@nas.local:1", "nas.local", 1, true),
      ("http://nas.local@example.org", "example.org", 80, false),
      ("http://example.org?.local", "example.org", 80, false),
      ("http://example.org#.local", "example.org", 80, false),
      ("http://134744072", "134744072", 80, false),
      ("https://api.openai.com/v1", "api.openai.com", 443, false),
      ("https://10.evil.com", "10.evil.com", 443, false),
      ("https://127.0.0.1.evil.com", "127.0.0.1.evil.com", 443, false),
      ("https://10.0.0.1.x.evil.com", "10.0.0.1.x.evil.com", 443, false),
      ("https://local.com", "local.com", 443, false),
      ("https://10.0.0.1.5", "10.0.0.1.5", 443, false), ("https://8.8.8.8", "8.8.8.8", 443, false),
      ("https://evillocal.com", "evillocal.com", 443, false),
      ("https://10.a.0.b.0.1", "10.a.0.b.0.1", 443, false),
    ] as [(String, String, UInt16, Bool)])
  func `an address is private if it is in the installation's own network`(
    url: String, host: String, port: UInt16, isPrivate: Bool
  ) throws {
    let address = try #require(HostPort(url))
    #expect(address.host == host && address.port == port)
    #expect(address.isPrivate(further: []) == isPrivate)
    #expect(address.isPrivate(further: [host]))
  }

  @Test(arguments: ["", "http://", "https:///v1"])
  func `an address without a host is refused`(url: String) {
    #expect(HostPort(url) == nil)
  }
}
