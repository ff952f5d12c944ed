// The models on 2026-11-21. Source: docs/services.md §1.1.

enum OpenAIModels {
  /// Models that reason before they answer. They refuse sampling parameters while reasoning is on.
  static let reasoning: Set<String> = [
    "gpt-6-astra", "gpt-6.1-sol", "gpt-6-sol", "gpt-6-luna", "gpt-5.6-sol", "gpt-5.6-terra",
    "gpt-5.6-luna", "gpt-5.5", "gpt-5.4", "gpt-5.4-mini", "gpt-5.4-nano", "gpt-5.2", "gpt-5.1",
  ]

  /// Models that will be switched off, and the date.
  static let ends = [
    "gpt-4o": "2027-01-14", "gpt-4o-2024-08-06": "2027-01-14", "gpt-4o-2024-11-20": "2027-01-14",
    "gpt-4o-mini": "2027-01-14", "gpt-4.1": "2027-01-14", "gpt-4.1-mini": "2027-01-14",
    "gpt-5.1": "2027-04-01",
  ]

  /// Models without built-in tools.
  static let withoutSearch: Set<String> = ["gpt-5.4-nano"]

  static let current = reasoning.union(ends.keys)

  /// The response to `GET /v1/models`.
  static var list: JSON {
    [
      "object": "list",
      "data": .array(
        current.sorted().map { id in
          let model: JSON = [
            "id": .string(id), "object": "model", "created": 1_715_367_049, "owned_by": "system",
          ]
          return ends[id].map { model.setting("shutdown_date", to: .string($0)) } ?? model
        }),
    ]
  }
}
