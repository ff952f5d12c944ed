// Reads a completion of a server with the Chat Completions API. Source: docs/services.md §1.2,
// §1.3, §3.

import HTTP
import Text

/// A completion, from one body or from the chunks of a stream.
struct Completion: Equatable {
  private(set) var text = ""
  private(set) var refusal = ""

  /// The thought that the server reports beside the text.
  private var thought = ""

  /// `stop`, `length`, …; nil if the server does not report it.
  private(set) var ending: String?
  private(set) var usage = Usage(inputTokens: 0, outputTokens: 0)

  /// The error beside the message of a choice.
  private var fault: CompletionFault?

  /// Adds a whole message or one chunk.
  mutating func add(_ choice: JSON, _ part: JSON) {
    text += Self.text(in: part["content"])
    thought += part["reasoning_content"].text ?? part["reasoning"].text ?? ""
    refusal += part["refusal"].text ?? ""
    ending = choice["finish_reason"].text ?? ending
    fault = CompletionFault(in: choice) ?? fault
  }

  mutating func add(usage json: JSON) {
    guard json.isObject else { return }
    usage = Usage(
      inputTokens: json["prompt_tokens"].count, outputTokens: json["completion_tokens"].count)
  }

  /// The text of a string, or of the parts that have text.
  static func text(in content: JSON) -> String {
    if let text = content.text { return text }
    return content.items.compactMap { $0.text ?? $0["text"].text }.joined()
  }

  /// The choice with index 0, or without an index; nil for an empty list.
  static func choice(in json: JSON) -> JSON? {
    json["choices"].items.first { $0.isObject && ($0["index"].integer ?? 0) == 0 }
  }

  func answer(after: Int?) throws(ModelError) -> ModelAnswer {
    if !refusal.isEmpty { throw .declined(refusal, usage: usage) }
    if let ending, Self.filters.contains(ending) { throw .declined(ending, usage: usage) }
    if let failure = failure(after) { throw failure }
    guard let said else {
      throw .nonsense("finish_reason \(ending ?? "missing"): no text", usage: usage)
    }
    return ModelAnswer(text: said, usage: usage)
  }

  /// The endings of an answer that a filter stopped: OpenAI's, and that of Z.ai.
  private static let filters: Set<String> = ["content_filter", "sensitive"]

  /// The endings of an answer that the server could not complete: OpenRouter and Mistral, vLLM and SGLang,
  /// DeepSeek, Z.ai. Source: docs/services.md §3, "Errors".
  private static let failures: Set<String> = [
    "error", "abort", "insufficient_system_resource", "network_error",
  ]

  /// The error of a completion that failed after it had begun. Without text nothing was answered, so it
  /// counts as an outage.
  private func failure(_ after: Int?) -> ModelError? {
    guard fault != nil || ending.map(Self.failures.contains) == true else { return nil }
    let words = ["finish_reason \(ending ?? "missing")", fault?.words].compactMap(\.self)
      .joined(separator: ": ")
    guard text.trimmed.isEmpty else { return .brokenOff("error in the answer: \(words)") }
    return fault?.error(status: 200, after: after) ?? .unavailable(words, after: after)
  }

  /// The text of the answer. Without a text, the object with which the thought ends is the answer. A thought
  /// that was cut off contains no answer.
  private var said: String? {
    if !text.trimmed.isEmpty { return text }
    guard ending != "length" else { return nil }
    return AnswerText.objectAtEnd(of: thought)?.written()
  }
}

extension OpenAICompatible {
  /// A body with status 200 may contain an error, or anything else.
  static func answer(in body: [UInt8], after: Int? = nil) throws(ModelError) -> ModelAnswer {
    guard let json = JSON(body) else { throw .nonsense("HTTP 200 that is no JSON") }
    if json["choices"] == .null || CompletionFault.isNamed(in: json) {
      guard let fault = CompletionFault(in: json) else {
        throw .nonsense("HTTP 200 that is no completion")
      }
      throw fault.error(status: 200, after: after) ?? .nonsense("HTTP 200: \(fault.words)")
    }
    var completion = Completion()
    guard let choice = Completion.choice(in: json) else {
      throw .nonsense("a completion without a choice")
    }
    completion.add(choice, choice["message"])
    completion.add(usage: json["usage"])
    return try completion.answer(after: after)
  }

  static func error(for response: HTTPResponse, after: Int? = nil) -> ModelError {
    let fault = CompletionFault(inBody: response.body)
    return fault.error(status: response.status, after: after)
      ?? .misconfigured("HTTP \(response.status) \(fault.words)")
  }
}
