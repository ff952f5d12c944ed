// How a completion is read, whoever wrote it. Source: CONTRACTS §1.2, §1.3, §3.

import HTTP
import Text

/// What a completion says, from one body or gathered from the chunks of a stream.
struct Completion: Equatable {
  private(set) var text = ""
  private(set) var refusal = ""

  /// `stop`, `length`, …; nil where the server does not tell.
  private(set) var ending: String?
  private(set) var usage = Usage(inputTokens: 0, outputTokens: 0)

  /// A whole message, or what one chunk adds to it; `reasoning` is not the answer.
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

  /// A string, or parts of which those with text count.
  static func text(in content: JSON) -> String {
    if let text = content.text { return text }
    return content.items.compactMap { $0.text ?? $0["text"].text }.joined()
  }

  /// The first choice; a list may be empty, and none may be numbered.
  static func choice(in json: JSON) -> JSON? {
    json["choices"].items.first { $0.isObject && ($0["index"].integer ?? 0) == 0 }
  }

  func answer() throws(ModelError) -> ModelAnswer {
    if !refusal.isEmpty { throw .declined(refusal, took: usage) }
    if ending == "content_filter" { throw .declined("content_filter", took: usage) }
    guard !text.isEmpty else {
      throw .nonsense("finish_reason \(ending ?? "missing"): no text", took: usage)
    }
    return ModelAnswer(text: text, usage: usage)
  }
}

extension OpenAICompatible {
  /// An error may come with HTTP 200, and so may what is no completion at all.
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
