// The forms in which public servers send an answer and an error, whole and streamed. The words are ours; the
// members are those of the named pages.

import HTTP
import Testing
import Text

@testable import Models

@Suite struct ServerFormTests {
  static let text = #"{"artist":"Can"}"#
  private static let quoted = #""{\"artist\":\"Can\"}""#

  struct Form: Sendable {
    let server: String

    /// Where the members are documented.
    let source: String
    var service = Service.compatible
    let whole: String
    let chunks: [String]
    var isDone = true
    var type = "text/event-stream"
  }

  private static func chunk(_ choice: String, _ rest: String = "") -> String {
    #"{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[\#(choice)]\#(rest)}"#
  }

  private static func whole(
    _ message: String, _ ending: String = #""stop""#, _ rest: String = ""
  ) -> String {
    #"{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant",\#(message)},"finish_reason":\#(ending)}]\#(rest)}"#
  }

  static let forms: [Form] = [
    Form(
      server: "llama.cpp",
      source: "https://github.com/ggml-org/llama.cpp/tree/master/tools/server",
      whole: whole(
        #""reasoning_content":"Hm. {\"artist\":\"Neu!\"}","content":\#(quoted)"#, #""stop""#,
        #","usage":{"prompt_tokens":5,"completion_tokens":7},"timings":{"prompt_n":5}"#),
      chunks: [
        chunk(#"{"index":0,"delta":{"role":"assistant","content":null},"finish_reason":null}"#),
        chunk(#"{"index":0,"delta":{"reasoning_content":"Hm."},"finish_reason":null}"#),
        chunk(#"{"index":0,"delta":{"content":\#(quoted)},"finish_reason":null}"#),
        chunk(#"{"index":0,"delta":{},"finish_reason":"stop"}"#, #","timings":{"prompt_n":5}"#),
      ]),
    Form(
      server: "Ollama", source: "https://docs.ollama.com/api/openai-compatibility",
      whole: whole(#""content":\#(quoted),"reasoning":"Hm.""#),
      chunks: [
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":"","reasoning":"Hm."},"finish_reason":null}"#
        ),
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":\#(quoted)},"finish_reason":"stop"}"#),
      ]),
    Form(
      server: "vLLM: the schema makes the model answer within its thought",
      source: "https://docs.vllm.ai/en/latest/features/reasoning_outputs.html",
      whole: whole(#""content":null,"reasoning":\#(quoted),"tool_calls":[]"#),
      chunks: [
        chunk(#"{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}"#),
        chunk(#"{"index":0,"delta":{"reasoning":\#(quoted)},"finish_reason":"stop"}"#),
      ]),
    Form(
      server: "SGLang: the same, with the other name",
      source:
        "https://docs.sglang.ai/advanced_features/separate_reasoning.html",
      whole: whole(#""content":"\n","reasoning_content":\#(quoted)"#),
      chunks: [
        chunk(#"{"index":0,"delta":{"reasoning_content":\#(quoted)},"finish_reason":null}"#),
        chunk(#"{"index":0,"delta":{"content":""},"finish_reason":"stop"}"#),
      ]),
    Form(
      server: "LM Studio", source: "https://lmstudio.ai/docs/developer/openai-compat",
      whole: whole(#""content":\#(quoted),"reasoning_content":"","tool_calls":[]"#),
      chunks: [
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":\#(quoted)},"finish_reason":null}"#),
        chunk(#"{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}"#),
      ], isDone: false),
    Form(
      server: "OpenRouter", source: "https://openrouter.ai/docs/api-reference/streaming",
      whole: whole(
        #""content":\#(quoted),"refusal":null,"reasoning":"Hm.","reasoning_details":[{"type":"reasoning.text","text":"Hm."}]"#,
        #""stop","native_finish_reason":"STOP""#),
      chunks: [
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":"","reasoning":"Hm.","reasoning_details":[{"type":"reasoning.text","text":"Hm."}]},"finish_reason":null,"native_finish_reason":null}"#
        ),
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":\#(quoted)},"finish_reason":"stop"}"#),
      ]),
    Form(
      server: "LiteLLM behind a proxy that names another type",
      source: "https://docs.litellm.ai/docs/completion/output",
      whole: whole(
        #""content":\#(quoted),"tool_calls":null,"function_call":null,"provider_specific_fields":{"refusal":null}"#
      ),
      chunks: [
        chunk(#"{"index":0,"delta":{"role":"assistant","content":\#(quoted)}}"#),
        chunk(#"{"finish_reason":"stop","index":0,"delta":{}}"#),
      ], type: "application/octet-stream"),
    Form(
      server: "Mistral", source: "https://docs.mistral.ai/capabilities/reasoning",
      whole: whole(
        #""content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm. {\"artist\":\"Neu!\"}"}]},{"type":"text","text":\#(quoted)}],"tool_calls":null"#
      ),
      chunks: [
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm."}]}]},"finish_reason":null}"#
        ),
        chunk(#"{"index":0,"delta":{"content":\#(quoted)},"finish_reason":"stop"}"#),
      ]),
    Form(
      server: "Groq", source: "https://console.groq.com/docs/api-reference",
      whole: whole(
        #""content":\#(quoted)"#, #""stop""#,
        #","usage":{"queue_time":0.1,"prompt_tokens":5,"completion_tokens":7},"x_groq":{"id":"r"}"#),
      chunks: [
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}"#,
          #","x_groq":{"id":"r"}"#),
        chunk(#"{"index":0,"delta":{"content":\#(quoted)},"finish_reason":null}"#),
        chunk(#"{"index":0,"delta":{},"finish_reason":"stop"}"#, #","x_groq":{"id":"r"}"#),
      ], type: "text/plain; charset=utf-8"),
    Form(
      server: "TGI", source: "https://huggingface.co/docs/text-generation-inference/messages_api",
      whole: whole(#""content":\#(quoted)"#, #""eos_token""#),
      chunks: [
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":\#(quoted)},"logprobs":null,"finish_reason":null}"#
        ),
        chunk(
          #"{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"eos_token"}"#
        ),
      ], type: "application/json"),
    Form(
      server: "Anthropic", source: "https://platform.claude.com/docs/en/api/messages",
      service: .anthropic,
      whole:
        #"{"id":"m","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"c2ln"},{"type":"text","text":\#(quoted)}],"stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":7}}"#,
      chunks: [
        #"{"type":"message_start","message":{"usage":{"input_tokens":5,"output_tokens":1}}}"#,
        #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":\#(quoted)}}"#,
        #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}"#,
      ], isDone: false, type: "application/octet-stream"),
    Form(
      server: "Google", source: "https://ai.google.dev/api/generate-content", service: .gemini,
      whole:
        #"{"candidates":[{"content":{"parts":[{"text":"Hm.","thought":true},{"text":\#(quoted)}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":7}}"#,
      chunks: [
        #"{"candidates":[{"content":{"parts":[{"text":\#(quoted)}],"role":"model"}}]}"#,
        #"{"candidates":[{"content":{"parts":[{"text":""}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":7}}"#,
      ], isDone: false, type: ""),
  ]

  static func asked(
    _ form: Form, _ response: HTTPResponse, isStreamed: Bool
  ) async -> Outcome {
    let played = Played([response], cuts: Played.cuts(of: response.body, every: 50))
    return await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await form.service.provider(played.transport)
        .answer(.sample(), onText: isStreamed ? ReceivedText().onText : nil)
    }
  }

  @Test(arguments: forms) func `the answer of each server is read, whole and streamed`(
    form: Form
  ) async {
    let stream =
      form.chunks.map { "data: \($0)\n\n" }.joined() + (form.isDone ? "data: [DONE]\n\n" : "")
    let streamed = HTTPResponse(
      status: 200, headers: ["content-type": form.type], body: Array(stream.utf8))
    let wrongly = HTTPResponse(
      status: 200, headers: ["content-type": "text/event-stream"], body: Array(form.whole.utf8))
    for (response, isStreamed) in [
      (HTTPResponse.json(form.whole), false), (streamed, true), (wrongly, true),
    ] {
      guard case .answer(let answer) = await Self.asked(form, response, isStreamed: isStreamed)
      else {
        Issue.record("\(form.server): no answer, streamed: \(isStreamed)")
        continue
      }
      #expect(answer.text == Self.text, "\(form.server)")
    }
  }
}
