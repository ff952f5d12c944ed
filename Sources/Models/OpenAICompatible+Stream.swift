// The chunks of a streamed completion. Source: docs/services.md §1.3, §3.

import HTTP
import Text

/// Takes the content of the first choice, but no reasoning and no refusal.
struct CompletionTextParser: StreamTextParser {
  func text(in event: JSON) -> String? {
    Completion.choice(in: event).map { Completion.text(in: $0["delta"]["content"]) }
  }
}

extension OpenAICompatible {
  /// The answer in the chunks of a stream. A stream is complete if it has a `finish_reason` or
  /// `[DONE]`; servers may leave out one of them. The last chunk may have the usage without a
  /// choice.
  static func answer(
    inEventsOf response: HTTPResponse, after: Int? = nil
  ) throws(ModelError) -> ModelAnswer {
    var (stream, completion, isDone) = (EventStream(), Completion(), false)
    for event in stream.feed(response.body) {
      if event.data == "[DONE]" { isDone = true }
      guard let json = JSON(Array(event.data.utf8)) else { continue }
      if let fault = CompletionFault(in: json) { throw error(of: fault, amid: completion, after) }
      if let choice = Completion.choice(in: json) { completion.add(choice, choice["delta"]) }
      completion.add(usage: json["usage"])
    }
    guard isDone || completion.ending != nil else {
      throw .brokenOff("the stream ended without its last event")
    }
    return try completion.answer(after: after)
  }

  /// The error in a stream. Before the first text, its code decides whether the call may be
  /// charged. After the first text, the call may always be charged.
  private static func error(
    of fault: CompletionFault, amid completion: Completion, _ after: Int?
  ) -> ModelError {
    let broken = ModelError.brokenOff("error in the stream: \(fault.words)")
    guard let error = fault.error(status: 200, after: after) else { return broken }
    return completion.text.isEmpty ? error : broken
  }
}
