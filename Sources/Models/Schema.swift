// JSON schemas as providers are strict about them. Source: CONTRACTS §1.2, §2 on structured output.

extension LooseJSON {
  /// A strict object: every property is required, none other is allowed. A model answers in this order.
  package static func strictObject(_ properties: KeyValuePairs<String, LooseJSON>) -> LooseJSON {
    [
      "type": "object", "additionalProperties": false,
      "properties": .object(properties.map { Member($0.key, $0.value) }),
      "required": .array(properties.map { .string($0.key) }),
    ]
  }

  package static func choice(_ names: [String]) -> LooseJSON {
    ["type": "string", "enum": .array(names.map { .string($0) })]
  }

  package static func list(of item: LooseJSON) -> LooseJSON { ["type": "array", "items": item] }

  /// Optional is a union with null: nothing may be left out.
  package static func optional(_ type: String) -> LooseJSON {
    ["type": [.string(type), "null"]]
  }

  package static let text: LooseJSON = ["type": "string"]
}
