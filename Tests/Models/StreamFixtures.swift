// Streams in the recorded form, with invented names. Source: docs/services.md §1.3, §1.5, §2, §10.3.

import Text

@testable import Models

enum StreamFixture {
  /// The text of all streams. It has an accent in another piece than its letter, an emoji and
  /// quotes.
  static let text = "{\"artist\":\"Zoe\u{301}\",\"a\":\"“宇” 🎺\"}"

  /// `text` in pieces of one to five scalars, each piece escaped for a JSON string.
  static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: rest.prefix(1 + pieces.count % 5))
      rest = rest.dropFirst(1 + pieces.count % 5)
      let quoted = JSON.string(String(piece)).bytes()
      pieces.append(String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self))
    }
    return pieces
  }

  static let openAI: String = {
    let quoted = JSON.string(text).written()
    var events: [(String, String)] = [
      (
        "response.created",
        #""response":{"id":"resp_7","status":"in_progress","output":[],"usage":null}"#
      ),
      ("response.in_progress", #""response":{"id":"resp_7","status":"in_progress","output":[]}"#),
      (
        "response.output_item.added",
        #""output_index":0,"item":{"id":"rs_7","type":"reasoning","summary":[]}"#
      ),
      (
        "response.output_item.done",
        #""output_index":0,"item":{"id":"rs_7","type":"reasoning","summary":[]}"#
      ),
      (
        "response.output_item.added",
        #""output_index":1,"item":{"id":"ws_7","type":"web_search_call","status":"in_progress"}"#
      ),
      ("response.web_search_call.in_progress", #""output_index":1,"item_id":"ws_7""#),
      ("response.web_search_call.searching", #""output_index":1,"item_id":"ws_7""#),
      ("response.web_search_call.completed", #""output_index":1,"item_id":"ws_7""#),
      (
        "response.output_item.done",
        #""output_index":1,"item":{"id":"ws_7","type":"web_search_call","status":"completed","action":{"type":"search","query":"null köln"}}"#
      ),
      (
        "response.output_item.added",
        #""output_index":2,"item":{"id":"msg_6","type":"message","role":"assistant","phase":"commentary","status":"in_progress","content":[]}"#
      ),
      (
        "response.output_text.delta",
        #""item_id":"msg_6","output_index":2,"content_index":0,"delta":"Let me look.","logprobs":[]"#
      ),
      (
        "response.output_item.added",
        #""output_index":3,"item":{"id":"msg_7","type":"message","role":"assistant","phase":"final_answer","status":"in_progress","content":[]}"#
      ),
      (
        "response.content_part.added",
        #""item_id":"msg_7","output_index":3,"content_index":0,"part":{"type":"output_text","annotations":[],"logprobs":[],"text":""}"#
      ),
    ]
    for piece in pieces(of: text) {
      events.append(
        (
          "response.output_text.delta",
          #""item_id":"msg_7","output_index":3,"content_index":0,"delta":"\#(piece)","logprobs":[]"#
        ))
    }
    events += [
      (
        "response.output_text.annotation.added",
        #""item_id":"msg_7","output_index":3,"content_index":0,"annotation_index":0,"annotation":null"#
      ),
      (
        "response.output_text.done",
        #""item_id":"msg_7","output_index":3,"content_index":0,"text":\#(quoted)"#
      ),
      (
        "response.completed",
        #""response":{"id":"resp_7","object":"response","status":"completed","error":null,"output":[{"id":"rs_7","type":"reasoning","summary":[]},{"id":"ws_7","type":"web_search_call","status":"completed","action":{"type":"search","query":"null köln"}},{"id":"msg_6","type":"message","phase":"commentary","content":[{"type":"output_text","annotations":[],"text":"Let me look."}]},{"id":"msg_7","type":"message","status":"completed","phase":"final_answer","content":[{"type":"output_text","annotations":[{"type":"url_citation","start_index":1,"end_index":9,"url":"https://reviews.example/null","title":"Null"}],"logprobs":[],"text":\#(quoted)}]}],"usage":{"input_tokens":9703,"input_tokens_details":{"cached_tokens":8576},"output_tokens":638,"total_tokens":10341}}"#
      ),
    ]
    return events.enumerated().map { number, event in
      "event: \(event.0)\ndata: {\"type\":\"\(event.0)\",\"sequence_number\":\(number),\(event.1)}\n\n"
    }.joined()
  }()

  static let openAIAnswer = ModelAnswer(
    text: text,
    citations: [Citation(url: "https://reviews.example/null", title: "Null", passage: 1..<9)],
    usage: Usage(inputTokens: 9703, outputTokens: 638, searches: 1))

  static let compatible: String = {
    func chunk(_ choice: String, _ rest: String = "") -> String {
      #"data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1795000000,"model":"m","choices":[\#(choice)]\#(rest)}"#
        + "\n\n"
    }
    var text = ": LOADING\n\n: LOADING\n\n"
    text += chunk(#"{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}"#)
    text += chunk(#"{"index":0,"delta":{"reasoning":"Hm. {\"artist\""},"finish_reason":null}"#)
    for piece in pieces(of: Self.text) {
      text += chunk(#"{"index":0,"delta":{"content":"\#(piece)"},"finish_reason":null}"#)
    }
    text += chunk(#"{"index":0,"delta":{},"finish_reason":"stop"}"#)
    text += chunk("", #","usage":{"prompt_tokens":53,"completion_tokens":15,"total_tokens":68}"#)
    return text + "data: [DONE]\n\n"
  }()

  static let compatibleAnswer = ModelAnswer(
    text: text, usage: Usage(inputTokens: 53, outputTokens: 15))

  static let anthropic: String = {
    func event(_ name: String, _ rest: String, padding: Int = 0) -> String {
      "event: \(name)\ndata: {\"type\":\"\(name)\"\(rest.isEmpty ? "" : ",")\(rest)"
        + String(repeating: " ", count: padding) + "}\n\n"
    }
    var text = event(
      "message_start",
      #""message":{"model":"m","id":"msg_7","type":"message","role":"assistant","content":[],"stop_reason":null,"usage":{"input_tokens":43,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1}}"#,
      padding: 4)
    text += event(
      "content_block_start",
      #""index":0,"content_block":{"type":"thinking","thinking":"","signature":""}"#)
    text += event("ping", "")
    text += event(
      "content_block_delta", #""index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}"#)
    text += event(
      "content_block_delta", #""index":0,"delta":{"type":"signature_delta","signature":"c2ln"}"#)
    text += event("content_block_stop", #""index":0"#, padding: 9)
    text += event(
      "content_block_start",
      #""index":1,"content_block":{"type":"server_tool_use","id":"srvtoolu_7","name":"web_search","input":{}}"#
    )
    for piece in ["", #"{\"query\":"#, #" \"null köln\"}"#] {
      text += event(
        "content_block_delta",
        #""index":1,"delta":{"type":"input_json_delta","partial_json":"\#(piece)"}"#)
    }
    text += event("content_block_stop", #""index":1"#)
    text += event(
      "content_block_start",
      #""index":2,"content_block":{"type":"web_search_tool_result","tool_use_id":"srvtoolu_7","content":[{"type":"web_search_result","title":"Null","url":"https://reviews.example/null","encrypted_content":"RQ==","page_age":null}]}"#
    )
    text += event("content_block_stop", #""index":2"#)
    let pieces = Self.pieces(of: Self.text)
    text += event("content_block_start", #""index":3,"content_block":{"type":"text","text":""}"#)
    text += pieces.prefix(4).map {
      event(
        "content_block_delta", #""index":3,"delta":{"type":"text_delta","text":"\#($0)"}"#,
        padding: 7)
    }.joined()
    text += event("content_block_stop", #""index":3"#)
    text += event(
      "content_block_start", #""index":4,"content_block":{"citations":[],"type":"text","text":""}"#)
    text += event(
      "content_block_delta",
      #""index":4,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","url":"https://reviews.example/null","title":"Null","cited_text":"…","encrypted_index":"RQ=="}}"#
    )
    text += pieces.dropFirst(4).map {
      event("content_block_delta", #""index":4,"delta":{"type":"text_delta","text":"\#($0)"}"#)
    }.joined()
    text += event("content_block_stop", #""index":4"#)
    text += event(
      "message_delta",
      #""delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":282,"server_tool_use":{"web_search_requests":2}}"#
    )
    return text + event("message_stop", "", padding: 12)
  }()

  /// The second block begins where the first four pieces (1 + 2 + 3 + 4 scalars) end.
  static let anthropicAnswer = ModelAnswer(
    text: text,
    citations: [
      Citation(
        url: "https://reviews.example/null", title: "Null",
        passage: 10..<text.unicodeScalars.count)
    ], usage: Usage(inputTokens: 43, outputTokens: 282, searches: 2))

  static let gemini: String = {
    func event(_ candidate: String, _ counts: String = "") -> String {
      #"data: {"candidates":[{\#(candidate),"index":0}],"usageMetadata":{"promptTokenCount":31\#(counts)},"modelVersion":"m","responseId":"r"}"#
        + "\n\n"
    }
    func content(_ parts: String) -> String { #""content":{"parts":[\#(parts)],"role":"model"}"# }
    var text = event(content(#"{"text":"Hm. {\"artist\"","thought":true}"#))
    for piece in pieces(of: Self.text) {
      text += event(content(#"{"text":"\#(piece)"}"#), #","candidatesTokenCount":2"#)
    }
    text += event(
      content(#"{"text":"","thoughtSignature":"c2ln"}"#) + #","finishReason":"STOP""#,
      #","candidatesTokenCount":20,"thoughtsTokenCount":5"#)
    return text
  }()

  static let geminiAnswer = ModelAnswer(
    text: text, usage: Usage(inputTokens: 31, outputTokens: 25))

  static let all: [(service: Service, body: String, answer: ModelAnswer)] = [
    (.openAI, openAI, openAIAnswer), (.compatible, compatible, compatibleAnswer),
    (.anthropic, anthropic, anthropicAnswer), (.gemini, gemini, geminiAnswer),
  ]
}
