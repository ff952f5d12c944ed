// Call 1: which album is in the crop? One vision call, no web search. Source: PRODUCT step 4.

import Albums
import Models
import Store

struct IdentifyStage: Sendable {
  /// Room for four candidates with reasons, and for a reasoning model to think.
  static let maxOutputTokens = 2000

  let call: ModelCall
  let model: String
  let prompt: Prompt

  func identification(
    of crop: Crop, for scan: ScanID
  ) async throws(ScanFailure) -> Identification {
    let question = Question(
      model: model, instructions: prompt.text, text: "Which album is this?", jpeg: crop.jpeg,
      schemaName: "identification", schema: IdentificationReader.schema,
      maxOutputTokens: Self.maxOutputTokens)
    let answer = try await call.answer(
      question, for: Asker(scan), .identify, prompt: prompt.version)
    guard let identification = IdentificationReader.identification(in: answer.text) else {
      throw ScanFailure(
        .notIdentified,
        "The model’s answer made no sense. \(FailureCode.notIdentified.advice)")
    }
    return identification
  }
}
