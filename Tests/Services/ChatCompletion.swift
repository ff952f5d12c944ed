// A chat completion of a local server, as a whole or as chunks. Source: docs/services.md §1.3, §3.

import Host

struct ChatCompletion: Sendable {
  let answer: ModelAnswer
  let call: CompatibleCall
  let ending: ModelEnding
  let flavour: CompatibleFlavour
  let id = hexadecimal(Randomness.bytes(8))
  let createdAt = Int(Clock.wallMilliseconds() / 1000)

  /// The prose with which a model answers if the request has no answer format.
  static let prose =
    "This is the front of a record sleeve. I would be happy to tell you more about it."

  static let refusal = "I'm sorry, I can't help with that."

  /// The answer after Ollama dropped the beginning of a long question. It does not refer to the
  /// question.
  static func truncated(_ flavour: CompatibleFlavour) -> Answer {
    Answer(
      200,
      json: [
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_795_000_000,
        "model": .string(flavour.model),
        "choices": [
          [
            "index": 0, "message": ["role": "assistant", "content": "{}"],
            "finish_reason": "stop",
          ]
        ],
        "usage": ["prompt_tokens": 4096, "completion_tokens": 2, "total_tokens": 4098],
      ])
  }

  func sent(_ latency: Latency) -> Answer {
    if call.request.isStreamed { return streamed(latency) }
    if case .failed = ending { return Answer(200, json: failure) }
    return Answer(200, json: completion)
  }

  /// An error that is reported after the response head.
  var failure: JSON { flavour.error(500, "the model runner stopped while it was answering") }

  private var completion: JSON {
    var message: JSON = ["role": "assistant", "content": .string(words)]
    if let thoughts { message = message.setting(flavour.reasoningField, to: .string(thoughts)) }
    let choice: JSON = ["index": 0, "message": message, "finish_reason": finish]
    let body = envelope("chat.completion").setting("choices", to: [choice])
      .setting("usage", to: usage)
    return flavour == .llamaCpp ? body.setting("timings", to: Self.timings) : body
  }

  static let timings: JSON = ["prompt_n": 1200, "predicted_n": 240, "predicted_per_second": 41.5]

  func envelope(_ object: String) -> JSON {
    let body: JSON = [
      "id": .string("chatcmpl-\(id)"), "object": .string(object), "created": .number(createdAt),
      "model": .string(call.request.model),
    ]
    switch flavour {
    case .ollama: return body.setting("system_fingerprint", to: "fp_ollama")
    case .llamaCpp: return body.setting("system_fingerprint", to: "b6945-0000000")
    case .lmStudio: return body.setting("system_fingerprint", to: .string(call.request.model))
    case .vLLM: return body
    }
  }

  /// The text of the message. The format has no field `refusal`, so a model refuses in the text.
  var words: String {
    switch ending {
    case .refused: Self.refusal
    case .incomplete: said.half
    default: said.text
    }
  }

  private var said: ModelAnswer { call.isUnconstrained ? answer.saying(Self.prose) : answer }

  var thoughts: String? {
    call.thinks && answer.reasoningTokens > 0 ? "A square with {blocks}. Let me see." : nil
  }

  var finish: JSON { ending == .incomplete ? "length" : "stop" }

  /// The usage: three counters, without details.
  var usage: JSON {
    [
      "prompt_tokens": .number(answer.inputTokens),
      "completion_tokens": .number(answer.outputTokens),
      "total_tokens": .number(answer.inputTokens + answer.outputTokens),
    ]
  }
}
