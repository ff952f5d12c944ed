// A schema as Anthropic wants it. Source: CONTRACTS §2, "Structured output".

import Text

extension JSON {
  /// `{"type":["string","null"]}` as `anyOf`, everywhere in a schema.
  var withoutUnions: JSON {
    guard case .object(let members) = self else { return self }
    let schema = JSON.object(
      members.map { Member($0.name, $0.value.withoutUnions(under: $0.name)) })
    let types = schema["type"].items
    if types.isEmpty { return schema }
    return ["anyOf": .array(types.map { schema.narrowed(to: $0) })]
  }

  /// Below `properties` names are anybody's; below these others are schemas; all else is data.
  private func withoutUnions(under keyword: String) -> JSON {
    switch (keyword, self) {
    case ("properties", .object(let members)), ("$defs", .object(let members)):
      .object(members.map { Member($0.name, $0.value.withoutUnions) })
    case ("items", .object): withoutUnions
    case ("anyOf", .array(let schemas)): .array(schemas.map(\.withoutUnions))
    default: self
    }
  }

  /// One type of a union; null has no members but its type, and is none of the others' choices.
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
