// What writing a review would take: for who decides whether to have many written again.

package import Albums
import Models

package struct Reviewing: Sendable {
  package let model: String

  /// Its version.
  package let prompt: String

  /// Of one review; nil where the price of the model is not known, and none can be written.
  package let worstCase: Money?
}

extension Services {
  /// Nil where no model is configured.
  package var reviewing: Reviewing? {
    guard let review else { return nil }
    let question = Question(
      model: review.writer.model, instructions: review.writer.prompt.text,
      text: String(repeating: " ", count: 2000), schemaName: "review",
      schema: ReviewReader.schema, maxOutputTokens: ReviewStage.maxOutputTokens,
      searches: review.searches)
    let call = review.call.knownPrice(of: review.writer.model)?.cost(
      inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens,
      searches: question.searches)
    return Reviewing(
      model: review.writer.model, prompt: review.writer.prompt.version,
      // What could not be shown is asked for once more.
      worstCase: call.map { $0 + $0 })
  }
}
