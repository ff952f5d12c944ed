// A schema in the form that Anthropic accepts. Source: docs/services.md §2, "Structured output".

import Text

extension JSON {
  /// The schema with each `{"type":["string","null"]}` replaced by an `anyOf`.
  var withoutUnions: JSON {
    guard case .object(let members) = self else { return self }
    let schema = JSON.object(
      members.map { Member($0.name, $0.value.withoutUnions(under: $0.name)) })
    let types = schema["type"].items
    if types.isEmpty { return schema }
    return ["anyOf": .array(types.map { schema.narrowed(to: $0) })]
  }

  /// The members of `properties` and `$defs` are schemas, with any name. `items` and the elements
  /// of `anyOf` are schemas too. Values of other keywords are data and stay unchanged.
  private func withoutUnions(under keyword: String) -> JSON {
    switch (keyword, self) {
    case ("properties", .object(let members)), ("$defs", .object(let members)):
      .object(members.map { Member($0.name, $0.value.withoutUnions) })
    case ("items", .object): withoutUnions
    case ("anyOf", .array(let schemas)): .array(schemas.map(\.withoutUnions))
    default: self
    }
  }

  /// The schema for one type of a union. For null, the schema has only its type. For another type,
  /// `enum` loses the value null.
  private func narrowed(to type: JSON) -> JSON {
    guard type != "null", case .object(let members) = self else { return ["type": type] }
    return .object(
      members.map { member in
        switch member.name {
        case "type": Member("type", type)
        case "enum": Member("enum", .array(member.value.items.filter { $0 != .null }))
        default: member
        }
      })
  }
}
