// What writing a review would take: for who decides whether to have many written again.

package import Albums
import Models

package struct Reviewing: Sendable {
  package let model: String

  /// Its version.
  package let prompt: String

  /// Of one review.
  package let worstCase: Money
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
    let price = review.call.price(review.writer.model) ?? Price(input: 0, output: 0)
    return Reviewing(
      model: review.writer.model, prompt: review.writer.prompt.version,
      worstCase: price.cost(
        inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens,
        searches: question.searches))
  }
}
