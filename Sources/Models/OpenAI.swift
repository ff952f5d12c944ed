// Requests to OpenAI's Responses API. Source: docs/services.md §1.4.
// The requests have no sampling parameters, because reasoning models refuse them, and `store:
// false`, so that the service keeps nothing.

import FoundationEssentials
import HTTP
import Text

package struct OpenAI: ModelProvider {
  package let name = "openai"
  package let canSearch = true
  private let endpoint: Endpoint
  private let key: String
  private let refusals = PartRefusals()

  /// Source: docs/services.md §1, §1.1.
  static let described = ProviderDescription(
    company: "OpenAI", url: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY",
    keyBeginnings: ["sk-proj-", "sk-"], models: ModelChoice(all: "gpt-6-luna"),
    access: .withKey { OpenAI(at: $0, key: $1) })

  package init(at endpoint: Endpoint, key: String) {
    self.endpoint = endpoint
    self.key = key
  }

  package func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer {
    let parts: Set<QuestionPart> = onText == nil ? [] : [.stream]
    let response = try await refusals.response(of: question.model, parts: parts) {
      (parts) async throws(ModelError) -> HTTPResponse in
      let isStreamed = parts.contains(.stream)
      return try await endpoint.post(
        "responses",
        headers: ["authorization": "Bearer \(key)", "content-type": "application/json"],
        body: Self.body(question, isStreamed: isStreamed),
        received: isStreamed ? textReader(OpenAITextParser(), onText) : nil)
    }
    guard response.status == 200 else {
      throw Self.error(for: response, after: endpoint.pause(after: response))
    }
    return response.isEventStream
      ? try Self.answer(inEvents: response.events) : try Self.answer(in: response.body)
  }

  package func models() async throws(ModelError) -> [ListedModel] {
    let response = try await endpoint.get(
      "models", headers: ["authorization": "Bearer \(key)"])
    guard response.status == 200 else {
      throw Self.error(for: response, after: endpoint.pause(after: response))
    }
    return (JSON(response.body) ?? .null)["data"].items.compactMap { model in
      model["id"].text.map { ListedModel(id: $0, shutdown: model["shutdown_date"].text) }
    }
  }

  static func body(_ question: Question, isStreamed: Bool = false) -> [UInt8] {
    let format: JSON = [
      "type": "json_schema", "name": .string(question.schemaName), "strict": true,
      "schema": question.schema,
    ]
    var body: JSON = [
      "model": .string(question.model), "instructions": .string(question.instructions),
      "input": [["role": "user", "content": .array(content(of: question))]],
      "text": ["format": format], "max_output_tokens": .integer(question.maxOutputTokens),
      "store": false,
    ]
    if question.searches > 0 {
      // OpenAI does not document how to force `web_search`; the prompt asks for a search.
      body = body.setting("tools", to: [["type": "web_search", "search_context_size": "low"]])
        .setting("tool_choice", to: "auto")
        .setting("max_tool_calls", to: .integer(question.searches))
    }
    if isStreamed {
      body = body.setting("stream", to: true)
        .setting("stream_options", to: ["include_obfuscation": false])
    }
    return body.bytes()
  }

  private static func content(of question: Question) -> [JSON] {
    let text: JSON = ["type": "input_text", "text": .string(question.text)]
    guard let jpeg = question.jpeg else { return [text] }
    let data = Data(jpeg).base64EncodedString()
    return [
      text,
      [
        "type": "input_image", "image_url": .string("data:image/jpeg;base64,\(data)"),
        "detail": "high",
      ],
    ]
  }
}
