// Server-sent events as they came, read strictly.

import Services
import Testing

struct Events {
  let name: String
  let data: JSON

  /// Two lines each, the name repeated in the data.
  static func read(_ text: String) throws -> [Events] {
    try text.split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n")
      try #require(
        lines.count == 2 && lines[0].hasPrefix("event: ") && lines[1].hasPrefix("data: "))
      let data = try #require(JSON(String(lines[1].dropFirst(6))))
      let name = String(lines[0].dropFirst(7))
      #expect(data["type"]?.text == name)
      return Events(name: name, data: data)
    }
  }

  /// `data:` lines alone, with `[DONE]` at the end.
  static func chunks(_ text: String) throws -> [JSON] {
    let lines = text.split(separator: "\n\n")
    try #require(lines.last == "data: [DONE]")
    return try lines.dropLast().map { try #require(JSON(String($0.dropFirst(6)))) }
  }
}
