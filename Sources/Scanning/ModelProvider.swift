// What is asked of a vision model and what comes back, whoever makes it. One file a provider implements it.

import Albums
import HTTP

/// One call to a model.
struct Question: Equatable, Sendable {
  let model: String
  let instructions: String
  let text: String

  /// The straightened cover; nil where only facts are asked about.
  let jpeg: [UInt8]?

  /// What the answer must look like.
  let schemaName: String
  let schema: LooseJSON
  let maxOutputTokens: Int

  /// Tokens the question itself may take at most, for the worst case of its cost. A token is at
  /// least two bytes of our English; an image of 1024 px is 1,536 tokens at most with the providers
  /// of CONTRACTS, doubled here.
  var worstInputTokens: Int {
    (instructions.utf8.count + text.utf8.count + schema.bytes.count) / 2 + (jpeg == nil ? 0 : 3072)
  }
}

/// What a model said.
struct ModelAnswer: Equatable, Sendable {
  let text: String
  let inputTokens: Int
  let outputTokens: Int
}

/// Why a model gave no answer. Whether it may have been charged decides what the ledger keeps.
package enum ModelError: Error, Equatable, Sendable {
  /// The model declines this picture or text; the call was answered and is charged.
  case declined(String)
  /// The service took the call, but what came back is no answer; it may be charged.
  case nonsense(String)
  /// The call broke off after it was sent; it may be charged.
  case brokenOff(String)
  /// The service did not take the call: too many at once, or an error of its own. Try again later.
  case unavailable(String)
  /// The host has to do something first: key, model, quota. Nothing was charged.
  case misconfigured(String)
  /// Nothing was reached. Nothing was charged.
  case network(String)

  /// Whether the provider may have charged for the call.
  var mayBeCharged: Bool {
    switch self {
    case .declined, .nonsense, .brokenOff: true
    case .unavailable, .misconfigured, .network: false
    }
  }
}

/// A provider of models.
protocol ModelProvider: Sendable {
  /// As `provider:` in the control file spells it.
  var name: String { get }

  /// One call, one answer; nothing is retried here.
  func answer(_ question: Question) async throws(ModelError) -> ModelAnswer
}
