// The schema for the answers of models is as strict as providers require. Source: docs/services.md
// §1.2.

import Models
import Testing
import Text

@testable import Scanning

@Suite struct AnswerSchemaTests {
  @Test(arguments: [IdentificationReader.schema, ReviewReader.schema, ShelfQuestion.schema])
  func `every object of a schema requires all it has and allows no more`(schema: JSON) {
    #expect(Self.isStrict(schema))
    #expect(schema["type"].text == "object")
  }

  private static func isStrict(_ json: JSON) -> Bool {
    switch json {
    case .object(let members):
      guard json["type"].text == "object", case .object(let properties) = json["properties"] else {
        return json["default"] == .null && members.allSatisfy { isStrict($0.value) }
      }
      return json["additionalProperties"] == .bool(false)
        && json["required"].items.compactMap(\.text).sorted() == properties.map(\.name).sorted()
        && properties.allSatisfy { isStrict($0.value) }
    case .array(let items): return items.allSatisfy(isStrict)
    case .string, .number, .bool, .null: return true
    }
  }
}
