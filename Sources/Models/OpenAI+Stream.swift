// The events of a streamed response. Source: docs/services.md §1.5.

import Text

/// Takes the text of messages, but not of commentary, and not of refusals.
struct OpenAITextParser: StreamTextParser {
  private var commentary: Set<String> = []

  mutating func text(in event: JSON) -> String? {
    switch event["type"].text {
    case "response.output_item.added":
      let item = event["item"]
      if item["phase"].text == "commentary", let id = item["id"].text { commentary.insert(id) }
      return nil
    case "response.output_text.delta":
      let isComment = event["item_id"].text.map(commentary.contains) ?? false
      return isComment ? nil : event["delta"].text
    default: return nil
    }
  }
}

extension OpenAI {
  /// The answer is in the last event. Throws `brokenOff` for a stream without that event.
  static func answer(inEvents events: [JSON]) throws(ModelError) -> ModelAnswer {
    var hasBegun = false
    for event in events {
      switch event["type"].text {
      case "response.output_item.added": hasBegun = true
      case "response.completed", "response.incomplete", "response.failed":
        return try answer(in: event["response"])
      case "error": throw error(inEvent: event, hasBegun: hasBegun)
      default: continue
      }
    }
    throw .brokenOff("the stream ended without its last event")
  }

  /// The error in an event. The error is documented as flat, but it also comes nested, as in the
  /// body of an HTTP error.
  private static func error(inEvent event: JSON, hasBegun: Bool) -> ModelError {
    let error = event["error"].isObject ? event["error"] : event
    let words =
      "error in the stream: \(error["code"].text ?? "") \(error["message"].sentence ?? "")"
    if isQuota(error) { return .quota("\(words): no credit left") }
    if isBusy(error), !hasBegun { return .unavailable(words, after: nil) }
    return error["code"].text.map(PictureFault.isNamed) == true
      ? .declined(words) : .brokenOff(words)
  }
}
