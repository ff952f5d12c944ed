// The second question of a stage, after an answer that could not be read.

import Models

extension Question {
  /// The same question with the reason for the second attempt. It does not repeat the first answer,
  /// which may contain any text.
  func again(because reason: String) -> Question {
    Question(
      model: model, instructions: instructions,
      text: "\(text)\n\nYour last answer could not be used. \(reason) "
        + "Answer with exactly one JSON object of the form asked for, and nothing else.",
      jpeg: jpeg, pictureSidePixels: pictureSidePixels, schemaName: schemaName, schema: schema,
      maxOutputTokens: maxOutputTokens, searches: searches)
  }
}
