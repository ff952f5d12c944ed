// The Claude models on 2026-11-21. Source: docs/services.md §2.

enum AnthropicModels {
  /// Models that always think. They accept only the default values of sampling parameters.
  static let current: Set<String> = [
    "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-fable-5-1",
    "claude-opus-5", "claude-sonnet-5", "claude-opus-4-8", "claude-opus-4-7",
  ]

  /// Models that accept sampling parameters and think only on request.
  static let older: Set<String> = [
    "claude-haiku-4-5", "claude-haiku-4-5-20251001", "claude-sonnet-4-6", "claude-opus-4-6",
  ]

  /// Models whose thinking cannot be switched off. A request cannot force them to use a tool.
  static let alwaysThinking: Set<String> = ["claude-opus-5-5", "claude-fable-5-1"]

  static let all = current.union(older)

  /// The response to `GET /v1/models`.
  static var list: JSON {
    let data = all.sorted().map { id -> JSON in
      [
        "type": "model", "id": .string(id), "display_name": .string(id),
        "created_at": "2026-09-01T00:00:00Z", "max_input_tokens": 1_000_000,
        "max_tokens": 128_000,
        "capabilities": [
          "image_input": ["supported": true], "structured_outputs": ["supported": true],
          "thinking": ["supported": true],
        ],
      ]
    }
    return [
      "data": .array(data), "has_more": false, "first_id": data.first?["id"] ?? nil,
      "last_id": data.last?["id"] ?? nil,
    ]
  }
}
