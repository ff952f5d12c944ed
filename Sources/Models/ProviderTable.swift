// The facts about each provider that the program knows without a request. A new provider needs a
// case of `Provider` and a row of this table; its description is in its own files.

import Host

/// One provider: its company, its address, its key and its models.
struct ProviderDescription: Sendable {
  /// The company that gets the pictures, as the privacy page names it; nil for servers that the host
  /// has chosen.
  let company: String?

  /// The base URL without a setting: the public address of the company, or one on this computer.
  let url: String

  /// The variable of the environment that can hold the key; nil if only the key file can.
  let keyVariable: String?

  /// The beginnings that all keys share.
  let keyBeginnings: [String]

  /// The default models; nil if the owner of the server decides which models exist.
  let models: ModelChoice?

  let access: Access

  enum Access: Sendable {
    case withKey(@Sendable (Endpoint, _ key: String) -> any ModelProvider)
    case withOrWithoutKey(@Sendable (Endpoint, _ key: String?) -> any ModelProvider)
  }

  /// The provider at an address; nil if the provider needs a key and `key` is nil.
  func provider(at endpoint: Endpoint, key: String?) -> (any ModelProvider)? {
    switch access {
    case .withKey(let make): key.map { make(endpoint, $0) }
    case .withOrWithoutKey(let make): make(endpoint, key)
    }
  }
}

enum ProviderTable {
  /// Nil for `sample`, which is no service.
  static func description(of provider: Provider) -> ProviderDescription? {
    switch provider {
    case .openAI: OpenAI.described
    case .openAICompatible: OpenAICompatible.described
    case .anthropic: Anthropic.described
    case .gemini: Gemini.described
    case .sample: nil
    }
  }
}
