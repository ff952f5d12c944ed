// The events of a streamed response. Source: CONTRACTS §1.5.

import Text

/// Hears the text of messages; not of those announced as commentary, and no refusal.
struct OpenAIEar: Ear {
  private var commentary: Set<String> = []

  mutating func piece(of event: JSON) -> String? {
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
  /// The answer stands whole in the last event; without one the stream broke off.
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

  /// Flat as documented; nested as in the body of an HTTP error, too.
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
