// Which provider, which key, which models: read from the configuration and the key files.

package import Albums
package import HTTP
package import Host

/// Why no model can be asked, in words for the host.
package struct NoModel: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
}

package struct ModelSetup: Sendable {
  /// Source: CONTRACTS §1.
  static let openAIURL = "https://api.openai.com/v1"

  package let choice: ModelChoice
  package let provider: any ModelProvider

  /// A server of the host's own: a model without a price costs electricity there, nothing else.
  package let isPrivate: Bool

  package init(_ configuration: Configuration, transport: Transport) throws(NoModel) {
    let settings = configuration.services
    let kind = Self.provider(of: configuration)
    guard let choice = ModelTable.choice(for: kind, settings) else {
      throw NoModel(
        description: kind == .sample
          ? "no model is configured"
          : "set identify-model: there is no default for \(kind.rawValue)")
    }
    self.choice = choice
    switch kind {
    case .openAI:
      let url = settings.openAIURL ?? Self.openAIURL
      isPrivate = Place(url)?.isPrivate ?? false
      provider = OpenAI(
        at: Endpoint(
          transport: transport, url: url, destination: .of(settings.openAIURL),
          timeoutMilliseconds: settings.modelTimeoutSeconds * 1000),
        key: try Self.key("openai", configuration))
    case .openAICompatible, .anthropic, .sample:
      throw NoModel(description: "the provider \(kind.rawValue) is not built in yet; use openai")
    }
  }

  /// In millionths of a dollar; nil for a model nobody told the price of.
  package func price(of model: String) -> Price? { ModelTable.price(of: model) }

  /// The one configured, else the first with a key, else `sample`.
  static func provider(of configuration: Configuration) -> Provider {
    if let provider = configuration.provider { return provider }
    return Provider.allCases.first { $0 != .sample && keyText($0.rawValue, configuration) != nil }
      ?? .sample
  }

  private static func key(_ name: String, _ configuration: Configuration) throws(NoModel) -> String
  {
    guard let key = keyText(name, configuration) else {
      throw NoModel(description: "there is no key in \(configuration.keys)/\(name)")
    }
    guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw NoModel(
        description: "the key in \(configuration.keys)/\(name) has odd characters in it")
    }
    return key
  }

  /// One line of a 0600 file, else the worker's own environment. Source: INTERFACE "Keys".
  private static func keyText(_ name: String, _ configuration: Configuration) -> String? {
    let file = try? Files.read("\(configuration.keys)/\(name)", limit: 4096)
    let line = file.map { String(decoding: $0, as: UTF8.self) }?
      .split(whereSeparator: \.isNewline).first.map(String.init)
    let variables = ["openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"]
    return line ?? variables[name].flatMap { Programs.environment($0) }
  }
}
