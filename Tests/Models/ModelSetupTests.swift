// The provider and its settings from a control file and key files.

import Albums
import HTTP
import Host
import Support
import Testing

@testable import Models

@Suite struct ModelSetupTests {
  /// A setup of this control file, with these key files.
  static func setup(
    _ settings: String, keys: [String: String] = [:], _ played: Played = Played([])
  ) throws -> ModelSetup {
    let folder = try TemporaryFolder()
    for (name, key) in keys { try folder.write(key, to: "data/keys/\(name)") }
    let configuration = try Configuration(
      Array("data: data\nsite: site\n\(settings)\n".utf8), file: folder.file("albumscan"),
      installation: folder.path)
    return try withExtendedLifetime(folder) {
      try ModelSetup(configuration, transport: played.transport)
    }
  }

  static let receivers: [(settings: String, key: String?, name: String?, address: String?)] = [
    ("", nil, nil, nil), ("provider: sample", "openai", nil, nil),
    ("", "openai", "OpenAI", "https://api.openai.com"),
    ("", "anthropic", "Anthropic", "https://api.anthropic.com"),
    ("", "gemini", "Google", "https://generativelanguage.googleapis.com"),
    ("openai-url: http://127.0.0.1:9/v1", "openai", nil, "http://127.0.0.1:9"),
    ("gemini-url: https://models.example/v1beta/", "gemini", nil, "https://models.example"),
    ("provider: openai-compatible", nil, nil, "http://localhost:11434"),
    (
      "provider: openai-compatible\nopenai-compatible-url: https://models.example/v1", nil, nil,
      "https://models.example"
    ),
  ]

  @Test(arguments: receivers)
  func `the privacy page can name the service that gets the pictures`(
    settings: String, key: String?, name: String?, address: String?
  ) throws {
    let folder = try TemporaryFolder()
    if let key { try folder.write("k\n", to: "data/keys/\(key)") }
    let configuration = try Configuration(
      Array("data: data\nsite: site\n\(settings)\n".utf8), file: folder.file("albumscan"),
      installation: folder.path)
    let receiver = ModelSetup.receiver(of: configuration)
    #expect(receiver?.name == name && receiver?.address == address)
    withExtendedLifetime(folder) {}
  }

  static let setups:
    [(
      settings: String, keys: [String: String], kind: Provider, url: String, models: [String],
      isPrivate: Bool
    )] = [
      (
        "", ["openai": "k\n"], .openAI, "https://api.openai.com/v1",
        Array(repeating: "gpt-6-luna", count: 4), false
      ),
      (
        "", ["anthropic": "k", "openai": "k"], .openAI, "https://api.openai.com/v1",
        Array(repeating: "gpt-6-luna", count: 4), false
      ),
      (
        "provider: anthropic", ["anthropic": "k", "openai": "k"], .anthropic,
        "https://api.anthropic.com/v1", Array(repeating: "claude-sonnet-5-5", count: 4), false
      ),
      (
        "anthropic-url: http://127.0.0.1:8/v1\nreview-search-model: b", ["anthropic": "k"],
        .anthropic, "http://127.0.0.1:8/v1",
        ["claude-sonnet-5-5", "claude-sonnet-5-5", "claude-sonnet-5-5", "b"], true
      ),
      (
        "", ["gemini": "k"], .gemini, "https://generativelanguage.googleapis.com/v1beta",
        Array(repeating: "gemini-3.8-flash", count: 4), false
      ),
      (
        "provider: gemini\ngemini-url: http://127.0.0.1:8/v1beta\nidentify-model: gemini-4-argon",
        ["gemini": "k", "openai": "k"], .gemini, "http://127.0.0.1:8/v1beta",
        ["gemini-4-argon", "gemini-3.8-flash", "gemini-3.8-flash", "gemini-3.8-flash"], true
      ),
      (
        "provider: openai-compatible\nidentify-model: m\nopenai-compatible-url: http://gpu.example.org/v1\nown-network: .example.net, GPU.example.org",
        [:], .openAICompatible, "http://gpu.example.org/v1", Array(repeating: "m", count: 4), true
      ),
      (
        "provider: openai-compatible\nidentify-model: m\nopenai-compatible-url: http://host.docker.internal:11434/v1",
        [:], .openAICompatible, "http://host.docker.internal:11434/v1",
        Array(repeating: "m", count: 4), true
      ),
      (
        "provider: openai-compatible\nidentify-model: llava", [:], .openAICompatible,
        "http://localhost:11434/v1", Array(repeating: "llava", count: 4), true
      ),
      (
        "identify-model: a/b\nreview-model: c/d\nopenai-compatible-url: https://models.example/v1",
        ["openai-compatible": "k"], .openAICompatible, "https://models.example/v1",
        ["a/b", "a/b", "c/d", "c/d"], false
      ),
    ]

  @Test(arguments: setups)
  func `a provider is the one configured, else the first with a key`(
    settings: String, keys: [String: String], kind: Provider, url: String, models: [String],
    isPrivate: Bool
  ) throws {
    let setup = try Self.setup(settings, keys: keys)
    #expect(setup.kind == kind && setup.provider.name == kind.rawValue)
    #expect(setup.url == url && setup.isPrivate == isPrivate)
    #expect(setup.choice.all == models)
    #expect(setup.provider.canSearch == [.openAI, .anthropic].contains(kind))
  }

  static let lacks: [(settings: String, keys: [String: String], words: String)] = [
    ("provider: sample", ["openai": "k"], "no model is configured"),
    ("provider: openai", [:], "there is no key in"),
    ("provider: anthropic", ["openai": "k"], "data/keys/anthropic"),
    ("provider: gemini", ["openai": "k"], "data/keys/gemini"),
    ("provider: openai", ["openai": "k k"], "characters that no key has"),
    (
      "provider: openai-compatible\nidentify-model: a", ["openai-compatible": "ü"],
      "characters that no key has"
    ),
    (
      "provider: openai-compatible", [:],
      "set identify-model to a model of http://localhost:11434/v1"
    ),
    ("", ["openai-compatible": "k"], "set identify-model"),
    ("openai-url: http://models.example/v1", ["openai": "k"], "plain http"),
  ]

  @Test(arguments: lacks)
  func `a missing setting is named`(settings: String, keys: [String: String], words: String) {
    // The environment of the test process may contain keys.
    let variables = Provider.withModel.compactMap {
      ProviderTable.description(of: $0)?.keyVariable
    }
    guard variables.allSatisfy({ Environment[$0] == nil }) else { return }
    do {
      let setup = try Self.setup(settings, keys: keys)
      Issue.record("\(setup.kind) was set up")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test func `a price of the control file wins over the table`() throws {
    let setup = try Self.setup(
      "model-prices: gpt-6-luna 1 2 5, other 0.25 4", keys: ["openai": "k"])
    #expect(
      setup.price(of: "gpt-6-luna") == Price(input: 1_000_000, output: 2_000_000, search: 5000))
    #expect(setup.price(of: "other") == Price(input: 250_000, output: 4_000_000, search: 10_000))
    #expect(setup.price(of: "gpt-4o")?.input == 2_500_000)
    #expect(setup.price(of: "unknown") == nil)
  }

  @Test func `every provider with a company has an address over https and a variable`() throws {
    for provider in Provider.withModel {
      let description = try #require(ProviderTable.description(of: provider))
      #expect((description.company != nil) == description.url.hasPrefix("https://"))
      #expect((description.company != nil) == (description.keyVariable != nil))
      #expect((description.company != nil) == (description.models != nil))
    }
    #expect(ProviderTable.description(of: .sample) == nil)
  }

  @Test func `a local server gets requests without a key, at its exact address`() async throws {
    let played = Played([.json(#"{"choices":[{"message":{"content":"a"}}]}"#)])
    let setup = try Self.setup("provider: openai-compatible\nidentify-model: llava", played)
    _ = try await setup.provider.answer(.sample(), onText: nil)
    let request = try #require(played.requests.first)
    #expect(request.destination == .configured(host: "localhost", port: 11434))
    #expect(request.headers["authorization"] == nil)
  }

  static let waits: [(headers: HTTPHeaders, after: Int?)] = [
    ([:], nil), (["retry-after": "0"], nil), (["retry-after": "7"], 7000),
    (["retry-after-ms": "250", "retry-after": "9"], 250), (["retry-after": "120"], 120_000),
    (["retry-after": "121"], 600_000), (["retry-after": "soon"], nil),
    // The played time is 2026-11-18 11:06:40 GMT. The dates are a minute later and long ago.
    (["retry-after": "Wed, 18 Nov 2026 11:07:40 GMT"], 60_000),
    (["retry-after": "Wed, 18 Nov 2020 11:07:40 GMT"], nil),
  ]

  @Test(arguments: waits, [429, 503])
  func `a service states the length of the pause that it wants`(
    wait: (headers: HTTPHeaders, after: Int?), status: Int
  ) async {
    for service in Service.allCases {
      let played = Played([HTTPResponse(status: status, headers: wait.headers)])
      let outcome = await Outcome { () async throws(ModelError) -> ModelAnswer in
        try await service.provider(played.transport).answer(.sample(), onText: nil)
      }
      guard case .error(.unavailable(_, let after)) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(after == wait.after, "\(service)")
    }
  }
}
