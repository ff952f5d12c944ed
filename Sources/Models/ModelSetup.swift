// Which provider, which key, which models: read from the configuration and the key files.

package import Albums
package import HTTP
package import Host

/// Why no model can be asked, in words for the host.
package struct NoModel: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
}

package struct ModelSetup: Sendable {
  package let kind: Provider
  package let choice: ModelChoice
  package let provider: any ModelProvider

  /// Where it is asked.
  package let url: String

  /// A server of the host's own: a model without a price costs electricity there, nothing else.
  package let isPrivate: Bool

  private let told: [ModelPrice]

  package init(_ configuration: Configuration, transport: Transport) throws(NoModel) {
    let settings = configuration.services
    kind = Self.provider(of: configuration)
    guard let address = Self.address(of: kind, settings) else {
      throw NoModel(
        description: "no model is configured: put a key into \(configuration.keys)/openai, "
          + "or set provider: openai-compatible and identify-model")
    }
    guard let choice = ModelTable.choice(for: kind, settings) else {
      throw NoModel(
        description: "set identify-model to a model of \(address.url) that sees pictures: "
          + "there is no default for \(kind.rawValue)")
    }
    self.choice = choice
    url = address.url
    told = settings.modelPrices
    isPrivate = Place(url)?.isPrivate ?? false
    guard isPrivate || url.hasPrefix("https://") else {
      throw NoModel(
        description: "\(url) is asked over plain http, where anybody could read the key and the "
          + "pictures; only a server of one’s own may be")
    }
    let endpoint = Endpoint(
      transport: transport, url: url, destination: address.destination,
      timeoutMilliseconds: settings.modelTimeoutSeconds * 1000)
    let key = try Self.key(of: kind, configuration)
    switch (kind, key) {
    case (.openAICompatible, _): provider = OpenAICompatible(at: endpoint, key: key)
    case (.anthropic, let key?): provider = Anthropic(at: endpoint, key: key)
    case (.openAI, let key?): provider = OpenAI(at: endpoint, key: key)
    case (.openAI, nil), (.anthropic, nil), (.sample, _):
      throw NoModel(description: "there is no key in \(configuration.keys)/\(kind.rawValue)")
    }
  }

  /// Nil for a model nobody told the price of.
  package func price(of model: String) -> Price? { ModelTable.price(of: model, told) }
}

extension ModelSetup {
  /// The one configured, else the first with a key, else `sample`.
  static func provider(of configuration: Configuration) -> Provider {
    if let provider = configuration.provider { return provider }
    return Provider.allCases.first { $0 != .sample && keyText($0.rawValue, configuration) != nil }
      ?? .sample
  }

  /// Where a provider is asked; nil for `sample`. Source: CONTRACTS §1, §2, §3: Ollama's own port.
  private static func address(
    of kind: Provider, _ settings: ServiceSettings
  ) -> (url: String, destination: Destination)? {
    switch kind {
    case .openAI:
      return (settings.openAIURL ?? "https://api.openai.com/v1", .of(settings.openAIURL))
    case .anthropic:
      return (settings.anthropicURL ?? "https://api.anthropic.com/v1", .of(settings.anthropicURL))
    case .openAICompatible:
      let url = settings.openAICompatibleURL ?? "http://localhost:11434/v1"
      return (url, .of(url))
    case .sample: return nil
    }
  }

  /// Nil where there is none, which only a local server does not mind.
  private static func key(
    of kind: Provider, _ configuration: Configuration
  ) throws(NoModel) -> String? {
    guard let key = keyText(kind.rawValue, configuration) else { return nil }
    guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw NoModel(
        description: "the key in \(configuration.keys)/\(kind.rawValue) has odd characters in it")
    }
    return key
  }

  /// One line of a 0600 file, else the worker's own environment. Source: INTERFACE "Keys".
  private static func keyText(_ name: String, _ configuration: Configuration) -> String? {
    let file = try? Files.read("\(configuration.keys)/\(name)", limit: 4096)
    let line = file.map { String(decoding: $0, as: UTF8.self) }?
      .split(whereSeparator: \.isNewline).first.map(String.init)
    let variables = ["openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"]
    let variable = variables[name].flatMap { Programs.environment($0) }
    return line ?? variable.flatMap { $0.isEmpty ? nil : $0 }
  }
}
