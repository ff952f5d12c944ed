// The names of the providers, as the control file and the key files have them.
// `Models/ProviderTable.swift` describes each provider.

/// The service whose model identifies covers and writes reviews.
package enum Provider: String, CaseIterable, Sendable {
  case openAI = "openai"
  case openAICompatible = "openai-compatible"
  case anthropic
  case gemini
  /// No model: only known covers are recognised.
  case sample

  /// All providers with a model. If several of them have a key, the first one is used.
  package static let withModel = allCases.filter { $0 != .sample }

  /// The setting with the address of another server.
  package var urlSetting: String { "\(rawValue)-url" }
}
