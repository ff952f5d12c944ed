// Reading a response, whole or joined from the events of a stream. Source: docs/services.md §10.3.

import Text

/// Takes the text of an event, but no thoughts.
struct GeminiTextParser: StreamTextParser {
  func text(in event: JSON) -> String? {
    GeminiResponse.parts(of: event).compactMap(GeminiResponse.text).joined()
  }
}

/// The first candidate of a response. A stream is a list of responses, each with the next part of the text.
struct GeminiResponse: Equatable {
  private var text = ""

  /// The reason why the candidate ended: `STOP`, `MAX_TOKENS`, …
  private var ending: String?
  private var endingMessage: String?

  /// The reason why the question was refused, before there was a candidate.
  private var block: String?
  private var counts = JSON.object([])

  init(body: [UInt8], after: Int? = nil) throws(ModelError) {
    guard let json = JSON(body) else { throw .nonsense("HTTP 200 that is no JSON") }
    if let fault = GeminiFault(in: json) { throw fault.error(status: fault.code, after: after) }
    // Without `alt=sse`, a stream is a list.
    for response in json.items.isEmpty ? [json] : json.items { take(response) }
    guard ending != nil || block != nil else {
      let reason = "HTTP 200 without a finishReason"
      throw .nonsense(reason, usage: usage)
    }
  }

  /// Throws `brokenOff` for a stream whose candidate did not end.
  init(events: [JSON], after: Int? = nil) throws(ModelError) {
    var hasBegun = false
    for event in events {
      if let fault = GeminiFault(in: event) {
        throw hasBegun
          ? .brokenOff("error in the stream: \(fault.words)")
          : fault.error(status: fault.code, after: after)
      }
      hasBegun = hasBegun || event["candidates"] != .null
      take(event)
    }
    guard ending != nil || block != nil else {
      throw .brokenOff("the stream ended without its last event")
    }
  }

  static func parts(of json: JSON) -> [JSON] {
    (json["candidates"].items.first ?? .null)["content"]["parts"].items
  }

  /// The text of a part; nil for a thought, and for a part of another kind.
  static func text(of part: JSON) -> String? { part["thought"] == true ? nil : part["text"].text }

  private mutating func take(_ json: JSON) {
    block = json["promptFeedback"]["blockReason"].text ?? block
    text += Self.parts(of: json).compactMap(Self.text).joined()
    let candidate = json["candidates"].items.first ?? .null
    ending = candidate["finishReason"].text ?? ending
    endingMessage = candidate["finishMessage"].sentence ?? endingMessage
    takeCounts(json["usageMetadata"])
  }

  private static let countNames = [
    "promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount",
  ]

  /// The counts of a stream are cumulative: a later value replaces an earlier one.
  private mutating func takeCounts(_ json: JSON) {
    for name in Self.countNames where json[name] != .null {
      counts = counts.setting(name, to: json[name])
    }
  }

  /// Thoughts cost as much as the answer's tokens.
  private var usage: Usage {
    Usage(
      inputTokens: counts["promptTokenCount"].count,
      outputTokens: counts["candidatesTokenCount"].count + counts["thoughtsTokenCount"].count)
  }

  /// The endings of an answer that Google's filters stopped. A retry would be stopped, too.
  private static let refusals: Set<String> = [
    "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "ESCALATION",
    "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION",
  ]

  /// The text may be cut off at the limit of tokens.
  func answer() throws(ModelError) -> ModelAnswer {
    if let block { throw .declined("blockReason \(block)", usage: usage) }
    let ending = ending ?? ""
    let words = ["finishReason \(ending)", endingMessage].compactMap(\.self).joined(separator: ": ")
    if Self.refusals.contains(ending) { throw .declined(words, usage: usage) }
    guard ["STOP", "MAX_TOKENS"].contains(ending) else { throw .nonsense(words, usage: usage) }
    guard !text.isEmpty else { throw .nonsense("\(words), no text", usage: usage) }
    return ModelAnswer(text: text, usage: usage)
  }
}
