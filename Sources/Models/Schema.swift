// Parts of JSON schemas, as strict as all providers require. Source: docs/services.md §1.2, §2 on structured
// output.

package import Text

extension Question {
  /// The instructions with the schema in words, for a service that gets no schema.
  var instructionsWithSchema: String {
    """
    \(instructions)

    Answer with one JSON object and nothing else, as this JSON schema wants it:
    \(schema.written())
    """
  }
}

extension JSON {
  /// An object that requires all its properties and allows no others. A model answers in their order.
  package static func strictObject(_ properties: KeyValuePairs<String, JSON>) -> JSON {
    [
      "type": "object", "additionalProperties": false,
      "properties": .object(properties.map { Member($0.key, $0.value) }),
      "required": .array(properties.map { .string($0.key) }),
    ]
  }

  /// A string that is one of `names`.
  package static func choice(_ names: [String]) -> JSON {
    ["type": "string", "enum": .array(names.map { .string($0) })]
  }

  package static func list(of item: JSON) -> JSON { ["type": "array", "items": item] }

  /// A value of `type` or null: strict schemas have no properties that may be missing.
  package static func optional(_ type: String) -> JSON {
    ["type": [.string(type), "null"]]
  }

  package static let textSchema: JSON = ["type": "string"]
}
