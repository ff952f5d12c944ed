// The undo of the last change of a shelf, as a JSON object in the column `undo`.

import Albums
import Text

extension ShelfUndo {
  var stored: String {
    switch self {
    case .remove(let numbers): Self.object("remove", numbers)
    case .add(let numbers): Self.object("add", numbers)
    case .restore(let numbers, let finds):
      JSON.object([
        .init("do", "restore"), .init("items", .array(numbers.map { .integer($0) })),
        .init("finds", .array(finds.map { .integer($0) })),
      ]).written()
    case .dismiss(let numbers): Self.object("dismiss", numbers)
    case .join(let number): Self.object("join", [number])
    case .unclear: Self.object("unclear", [])
    case .erase(let number): Self.object("erase", [number])
    case .unreview(let numbers): Self.object("unreview", numbers)
    case .item(let number, let former, let isMove):
      JSON.object([
        .init("do", "item"), .init("items", .array([.integer(number)])),
        .init("former", .string(former)), .init("move", .bool(isMove)),
      ]).written()
    }
  }

  /// Nil for a text that `stored` does not produce.
  init?(stored: String) {
    guard let json = JSON(Array(stored.utf8)), let name = json["do"].text else { return nil }
    let numbers = json["items"].items.compactMap(\.integer)
    switch (name, numbers.first) {
    case ("remove", _): self = .remove(numbers)
    case ("add", _): self = .add(numbers)
    case ("restore", _):
      self = .restore(numbers, finds: json["finds"].items.compactMap(\.integer))
    case ("dismiss", _): self = .dismiss(numbers)
    case ("join", let number?): self = .join(number)
    case ("unclear", _): self = .unclear
    case ("unreview", _): self = .unreview(numbers)
    case ("erase", let number?): self = .erase(number)
    case ("item", let number?):
      guard let former = json["former"].text else { return nil }
      self = .item(number, former: former, isMove: json["move"] == true)
    default: return nil
    }
  }

  private static func object(_ name: String, _ numbers: [Int]) -> String {
    JSON.object([
      .init("do", .string(name)), .init("items", .array(numbers.map { .integer($0) })),
    ]).written()
  }
}
