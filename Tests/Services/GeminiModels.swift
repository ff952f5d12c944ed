// The Gemini models on 2026-11-21. Source: docs/services.md §10.1.

enum GeminiModels {
  /// Models that answer questions and take a level of thinking.
  static let current: Set<String> = [
    "gemini-3.8-flash", "gemini-3.6-flash", "gemini-3.5-flash-lite", "gemini-3.1-flash-lite",
    "gemini-3.1-pro-preview", "gemini-4-argon",
  ]

  /// Models that do other tasks.
  private static let others = ["gemini-embedding-2": "embedContent"]

  /// The response to `GET /v1beta/models`.
  static var list: JSON {
    let methods = current.map { ($0, "generateContent") } + others.map { ($0.key, $0.value) }
    return [
      "models": .array(
        methods.sorted { $0.0 < $1.0 }.map { name, method in
          [
            "name": .string("models/\(name)"), "version": "001", "displayName": .string(name),
            "inputTokenLimit": 1_048_576, "outputTokenLimit": 65_536,
            "supportedGenerationMethods": [.string(method), "countTokens"], "thinking": true,
          ]
        })
    ]
  }
}
