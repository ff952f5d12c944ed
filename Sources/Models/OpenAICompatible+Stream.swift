// The chunks of a streamed completion. Source: CONTRACTS §1.3, §3.

import HTTP
import Text

/// Hears the content of the first choice; neither reasoning nor a refusal.
struct CompletionEar: Ear {
  func piece(of event: JSON) -> String? {
    Completion.choice(in: event).map { Completion.text(in: $0["delta"]["content"]) }
  }
}

extension OpenAICompatible {
  /// Over with the first `finish_reason` or with `[DONE]`: either may be missing. The last chunk may
  /// have the usage and no choice.
  static func answer(
    inEventsOf response: HTTPResponse, after: Int? = nil
  ) throws(ModelError) -> ModelAnswer {
    var (stream, completion, isOver) = (EventStream(), Completion(), false)
    for event in stream.feed(response.body) {
      if event.data == "[DONE]" { isOver = true }
      guard let json = JSON(Array(event.data.utf8)) else { continue }
      if let fault = CompletionFault(in: json) { throw error(of: fault, amid: completion, after) }
      if let choice = Completion.choice(in: json) { completion.add(choice, choice["delta"]) }
      completion.add(usage: json["usage"])
    }
    guard isOver || completion.ending != nil else {
      throw .brokenOff("the stream ended without its last event")
    }
    return try completion.answer()
  }

  /// Before the first word nothing was charged where the code says so; after it something may have been.
  private static func error(
    of fault: CompletionFault, amid completion: Completion, _ after: Int?
  ) -> ModelError {
    let broken = ModelError.brokenOff("error in the stream: \(fault.words)")
    guard let told = fault.error(status: 200, after: after) else { return broken }
    return completion.text.isEmpty ? told : broken
  }
}
