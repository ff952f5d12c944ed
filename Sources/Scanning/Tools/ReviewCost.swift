// The model, prompt and cost of a review, for a host who decides whether to have many reviews
// rewritten.

package import Albums
import Models
import Reviews

package struct Reviewing: Sendable {
  package let model: String

  /// The version of the prompt.
  package let prompt: String

  /// The highest cost of one review; nil if the price of the model is not known. Then no review can
  /// be written.
  package let worstCase: Money?
}

extension Services {
  /// Nil if no model is configured.
  package var reviewing: Reviewing? {
    guard let review else { return nil }
    let method = review.usualMethod
    let writer = method.writer
    let question = Question(
      model: writer.model, instructions: writer.prompt.text,
      text: String(repeating: " ", count: 2000), schemaName: "review",
      schema: ReviewReader.schema, maxOutputTokens: ReviewStage.maxOutputTokens,
      searches: method.searches)
    let call = review.call.knownPrice(of: writer.model)?.cost(
      inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens,
      searches: question.searches)
    return Reviewing(
      model: writer.model, prompt: writer.prompt.version,
      // An answer that cannot be shown leads to a second call.
      worstCase: call.map { $0 + $0 })
  }
}
