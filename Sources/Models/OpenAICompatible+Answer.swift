// Reads a completion of a server with the Chat Completions API. Source: docs/services.md §1.2,
// §1.3, §3.

import HTTP
import Text

/// A completion, from one body or from the chunks of a stream.
struct Completion: Equatable {
  private(set) var text = ""
  private(set) var refusal = ""

  /// `stop`, `length`, …; nil if the server does not report it.
  private(set) var ending: String?
  private(set) var usage = Usage(inputTokens: 0, outputTokens: 0)

  /// Adds a whole message or one chunk. Its `reasoning` is not part of the answer.
  mutating func add(_ choice: JSON, _ part: JSON) {
    text += Self.text(in: part["content"])
    refusal += part["refusal"].text ?? ""
    ending = choice["finish_reason"].text ?? ending
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

  func answer() throws(ModelError) -> ModelAnswer {
    if !refusal.isEmpty { throw .declined(refusal, usage: usage) }
    if ending == "content_filter" { throw .declined("content_filter", usage: usage) }
    guard !text.isEmpty else {
      throw .nonsense("finish_reason \(ending ?? "missing"): no text", usage: usage)
    }
    return ModelAnswer(text: text, usage: usage)
  }
}

extension OpenAICompatible {
  /// A body with status 200 may contain an error, or anything else.
  static func answer(in body: [UInt8], after: Int? = nil) throws(ModelError) -> ModelAnswer {
    guard let json = JSON(body) else { throw .nonsense("HTTP 200 that is no JSON") }
    if let fault = CompletionFault(in: json) {
      throw fault.error(status: 200, after: after) ?? .nonsense("HTTP 200: \(fault.words)")
    }
    guard json["choices"] != .null else { throw .nonsense("HTTP 200 that is no completion") }
    var completion = Completion()
    guard let choice = Completion.choice(in: json) else {
      throw .nonsense("a completion without a choice")
    }
    completion.add(choice, choice["message"])
    completion.add(usage: json["usage"])
    return try completion.answer()
  }

  static func error(for response: HTTPResponse, after: Int? = nil) -> ModelError {
    let fault =
      JSON(response.body).flatMap { CompletionFault(in: $0) }
      ?? CompletionFault(code: nil, type: nil, message: nil)
    return fault.error(status: response.status, after: after)
      ?? .misconfigured("HTTP \(response.status) \(fault.words)")
  }
}
