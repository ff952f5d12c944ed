// Chat Completions, as Ollama, llama.cpp, LM Studio, vLLM and others speak it: what is asked.
// Source: CONTRACTS §1.2, §3. No sampling parameters: a host sets them with the model.

import FoundationEssentials
import HTTP
import Text

package struct OpenAICompatible: ModelProvider {
  package let name = "openai-compatible"

  /// No such server searches by itself; what Ollama offers for it is another service.
  package let canSearch = false
  private let endpoint: Endpoint

  /// Most local servers have none.
  private let key: String?

  package init(at endpoint: Endpoint, key: String?) {
    self.endpoint = endpoint
    self.key = key
  }

  package func answer(
    _ question: Question, hearing: Hearing?
  ) async throws(ModelError) -> ModelAnswer {
    var headers = headers
    headers.add("content-type", "application/json")
    let response = try await endpoint.post(
      "chat/completions", headers: headers,
      body: Self.body(question, isStreamed: hearing != nil),
      received: listening(CompletionEar(), hearing))
    let after = endpoint.wait(after: response)
    guard response.status == 200 else { throw Self.error(for: response, after: after) }
    return response.isEventStream
      ? try Self.answer(inEventsOf: response, after: after)
      : try Self.answer(in: response.body, after: after)
  }

  package func models() async throws(ModelError) -> [ListedModel] {
    let response = try await endpoint.get("models", headers: headers)
    guard response.status == 200 else {
      throw Self.error(for: response, after: endpoint.wait(after: response))
    }
    return (JSON(response.body) ?? .null)["data"].items.compactMap { model in
      model["id"].text.map { ListedModel(id: $0, seesPictures: Self.seesPictures(model)) }
    }
  }

  private var headers: HTTPHeaders {
    key.map { ["authorization": "Bearer \($0)"] } ?? [:]
  }

  /// llama.cpp and OpenRouter tell; the others do not.
  private static func seesPictures(_ model: JSON) -> Bool? {
    let kinds = model["architecture"]["input_modalities"].items
    return kinds.isEmpty ? nil : kinds.contains("image")
  }

  /// The nested format alone constrains all of them, and `max_tokens` is the limit all of them know.
  /// `searches` is passed over: whoever asks knows `canSearch`.
  static func body(_ question: Question, isStreamed: Bool = false) -> [UInt8] {
    let format: JSON = [
      "type": "json_schema",
      "json_schema": [
        "name": .string(question.schemaName), "strict": true, "schema": question.schema,
      ],
    ]
    let body: JSON = [
      "model": .string(question.model),
      "messages": [
        ["role": "system", "content": .string(question.instructions)],
        ["role": "user", "content": content(of: question)],
      ],
      "response_format": format, "max_tokens": .integer(question.maxOutputTokens),
      "stream": .bool(isStreamed),
    ]
    // Ollama counts a stream's tokens only when asked to.
    return isStreamed
      ? body.setting("stream_options", to: ["include_usage": true]).bytes() : body.bytes()
  }

  /// Without a picture a plain string: servers without a model that sees know no other.
  private static func content(of question: Question) -> JSON {
    guard let jpeg = question.jpeg else { return .string(question.text) }
    let data = Data(jpeg).base64EncodedString()
    return [
      ["type": "text", "text": .string(question.text)],
      ["type": "image_url", "image_url": ["url": .string("data:image/jpeg;base64,\(data)")]],
    ]
  }
}
