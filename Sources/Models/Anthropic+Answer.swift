// Reading a message, or the error in its place. Source: docs/services.md §2.

import HTTP
import Text

/// The model's message; after a pause of the service, all messages so far, joined.
struct AnthropicMessage: Equatable {
  /// The blocks as received. After a pause, the next request repeats them unchanged.
  private(set) var content: [JSON]

  /// The reason why the message ended: `end_turn`, `pause_turn`, …
  private(set) var ending: String?

  /// The reason of a refusal.
  private(set) var details: JSON
  private(set) var usage: Usage

  init(content: [JSON], ending: String?, details: JSON, usage: Usage) {
    self.content = content
    self.ending = ending
    self.details = details
    self.usage = usage
  }

  init(body: [UInt8], after: Int? = nil) throws(ModelError) {
    guard let json = JSON(body) else { throw .nonsense("HTTP 200 that is no JSON") }
    if let fault = MessageFault(in: json) { throw fault.error(after: after) }
    guard json["content"] != .null else { throw .nonsense("HTTP 200 that is no message") }
    self.init(
      content: json["content"].items, ending: json["stop_reason"].text,
      details: json["stop_details"],
      usage: Usage(anthropic: json["usage"]))
  }

  var isPaused: Bool { ending == "pause_turn" }

  /// This message joined with `next`, the message after the pause.
  func followed(by next: AnthropicMessage) -> AnthropicMessage {
    AnthropicMessage(
      content: content + next.content, ending: next.ending, details: next.details,
      usage: Usage(
        inputTokens: usage.inputTokens + next.usage.inputTokens,
        outputTokens: usage.outputTokens + next.usage.outputTokens,
        searches: usage.searches + next.usage.searches))
  }

  /// The text of all text blocks, with the sources of each block. A failed search is ignored.
  func answer() throws(ModelError) -> ModelAnswer {
    switch ending {
    case "refusal":
      let reason = details["explanation"].text ?? details["category"].text ?? "refusal"
      throw .declined(reason, usage: usage)
    case nil: throw .nonsense("stop_reason missing", usage: usage)
    default: break
    }
    var (text, length, citations) = ("", 0, [Citation]())
    for block in content where block["type"].text == "text" {
      guard let words = block["text"].text else { continue }
      let passage = length..<length + words.unicodeScalars.count
      text += words
      length = passage.upperBound
      citations += block["citations"].items.compactMap { citation in
        citation["url"].text.map {
          Citation(url: $0, title: citation["title"].text ?? "", passage: passage)
        }
      }
    }
    guard !text.isEmpty else {
      throw .nonsense("stop_reason \(ending ?? ""): no text", usage: usage)
    }
    return ModelAnswer(text: text, citations: citations, usage: usage)
  }
}

extension Usage {
  /// Tokens written to and read from the cache count as input. Their price is at most a quarter higher, and
  /// no request of ours asks for a cache.
  init(anthropic json: JSON) {
    self.init(
      inputTokens: json["input_tokens"].count + json["cache_creation_input_tokens"].count
        + json["cache_read_input_tokens"].count,
      outputTokens: json["output_tokens"].count,
      searches: json["server_tool_use"]["web_search_requests"].count)
  }
}
