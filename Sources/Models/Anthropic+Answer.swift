// How a message, and an error in place of one, is read. Source: CONTRACTS §2.

import HTTP
import Text

/// What the model said so far: one message, or several where the service paused.
struct MessageTurn: Equatable {
  /// As they came: a paused turn is sent again as it is.
  private(set) var content: [JSON]

  /// `end_turn`, `pause_turn`, …
  private(set) var ending: String?

  /// Why it was refused.
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

  func followed(by next: MessageTurn) -> MessageTurn {
    MessageTurn(
      content: content + next.content, ending: next.ending, details: next.details,
      usage: Usage(
        inputTokens: usage.inputTokens + next.usage.inputTokens,
        outputTokens: usage.outputTokens + next.usage.outputTokens,
        searches: usage.searches + next.usage.searches))
  }

  /// Text in blocks, each with its own sources; a search that failed is not the answer's business.
  func answer() throws(ModelError) -> ModelAnswer {
    switch ending {
    case "refusal":
      let reason = details["explanation"].text ?? details["category"].text ?? "refusal"
      throw .declined(reason, took: usage)
    case nil: throw .nonsense("stop_reason missing", took: usage)
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
      throw .nonsense("stop_reason \(ending ?? ""): no text", took: usage)
    }
    return ModelAnswer(text: text, citations: citations, usage: usage)
  }
}

extension Usage {
  /// What went to and came from the cache was read as well; the price of it is never higher by more
  /// than a quarter, and nothing here asks for a cache.
  init(anthropic json: JSON) {
    self.init(
      inputTokens: json["input_tokens"].count + json["cache_creation_input_tokens"].count
        + json["cache_read_input_tokens"].count,
      outputTokens: json["output_tokens"].count,
      searches: json["server_tool_use"]["web_search_requests"].count)
  }
}
