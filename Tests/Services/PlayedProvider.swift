// The played model services by name, for tests that run with each of them.

/// One of the played model services.
package enum PlayedProvider: Hashable, Sendable, CustomStringConvertible {
  case openAI, anthropic, gemini
  case compatible(CompatibleFlavour)
  /// A server that refuses to stream.
  case unstreamed(CompatibleFlavour)

  package static let all: [PlayedProvider] =
    [.openAI, .anthropic, .gemini] + CompatibleFlavour.allCases.map { .compatible($0) }

  /// The services that can search the web.
  package static let searching: [PlayedProvider] = [.openAI, .anthropic]

  package func model(
    _ answers: ModelAnswers = ModelAnswers(), port: UInt16 = 0,
    watch: (@Sendable (LoggedRequest) -> Void)? = nil
  ) throws -> any PlayedModel {
    switch self {
    case .openAI: try OpenAIService(answers, port: port, watch: watch)
    case .anthropic: try AnthropicService(answers, port: port, watch: watch)
    case .gemini: try GeminiService(answers, port: port, watch: watch)
    case .compatible(let flavour):
      try CompatibleService(flavour, answers, port: port, watch: watch)
    case .unstreamed(let flavour):
      try CompatibleService(flavour, answers, streams: false, port: port, watch: watch)
    }
  }

  package var description: String {
    switch self {
    case .openAI: "openai"
    case .anthropic: "anthropic"
    case .gemini: "gemini"
    case .compatible(let flavour): flavour.rawValue
    case .unstreamed(let flavour): "\(flavour.rawValue) without streams"
    }
  }
}
