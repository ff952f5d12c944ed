// The model, prompt and cost of a review. The host sees them before many reviews are rewritten.

package import Albums
import Models

package struct Reviewing: Sendable {
  package let model: String

  /// The version of the prompt.
  package let prompt: String

  /// The maximum cost of one review. Nil if the price of the model is not known; then no review can
  /// be written.
  package let worstCase: Money?

  /// The maximum cost of `count` reviews; nil if the price is not known.
  package func worstCase(of count: Int) -> Money? {
    worstCase.map { Money(microdollars: $0.microdollars * Int64(count)) }
  }
}

extension Services {
  /// The model and cost of reviews; nil if no model is configured. `isSearchOn` says whether the
  /// person who asks for the reviews uses advanced search (`SearchRights.isAdvanced`).
  package func reviewing(isSearchOn: Bool) -> Reviewing? {
    guard let review else { return nil }
    let method = review.method(isSearchOn: isSearchOn)
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
      // If the first answer cannot be shown, a second call follows.
      worstCase: call.map { $0 + $0 })
  }
}
