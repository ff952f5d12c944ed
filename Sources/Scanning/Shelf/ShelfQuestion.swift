// The question about a sheet of a shelf: which names stand on the numbered spines and covers.

import Albums
import Models
import Text

enum ShelfQuestion {
  /// The strict schema that the model has to follow. Source: docs/services.md §1.2, "Strict schemas".
  static let schema: JSON = .strictObject([
    "items": .list(
      of: .strictObject([
        "number": ["type": "integer"], "title": .optional("string"),
        "creator": .optional("string"), "publisher": .optional("string"),
        "kind": .choice(SpineReading.Kind.allCases.map(\.rawValue)),
        "confidence": ["type": "number"],
      ]))
  ])

  /// Enough for the thinking of a reasoning model.
  static let baseOutputTokens = 1000

  /// Enough for three long names with the members of an item.
  static let outputTokensPerItem = 200

  static func question(about sheet: ShelfSheet, model: String, prompt: Prompt) -> Question {
    let numbers = sheet.numbers.map(String.init).joined(separator: ", ")
    return Question(
      model: model, instructions: prompt.text,
      text: "The numbers in the picture: \(numbers)\nWhat stands on each?", jpeg: sheet.jpeg,
      pictureSidePixels: ShelfSheet.sidePixels, schemaName: "shelf", schema: schema,
      maxOutputTokens: baseOutputTokens + outputTokensPerItem * sheet.numbers.count)
  }
}
