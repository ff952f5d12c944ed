// Requests for Chat Completions, as Ollama, llama.cpp, LM Studio, vLLM and others accept them.
// Source: docs/services.md §1.2, §3. The requests have no sampling parameters, because the server's
// owner sets them with the model.

import FoundationEssentials
import HTTP
import Text

package struct OpenAICompatible: ModelProvider {
  package let name = "openai-compatible"

  /// These servers do not search by themselves; Ollama's search is another service.
  package let canSearch = false
  private let endpoint: Endpoint

  /// Nil for most local servers.
  private let key: String?
  private let refusals = PartRefusals()

  /// A server has the models that its owner pulled, so no default is certain to exist. The address is that
  /// of Ollama. Source: docs/services.md §3.
  static let described = ProviderDescription(
    company: nil, url: "http://localhost:11434/v1", keyVariable: nil, keyBeginnings: [],
    models: nil,
    access: .withOrWithoutKey { OpenAICompatible(at: $0, key: $1) })

  package init(at endpoint: Endpoint, key: String?) {
    self.endpoint = endpoint
    self.key = key
  }

  package func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer {
    var headers = headers
    headers.add("content-type", "application/json")
    let (allHeaders, endpoint) = (headers, endpoint)
    let response = try await refusals.response(
      of: question.model, parts: Self.parts(isStreamed: onText != nil),
      replacement: { $0 == .limit ? .newLimit : nil },
      // Without a limit, an answer could cost more than the ledger has booked.
      isNeeded: { $0 == .newLimit && !endpoint.isPrivate }
    ) { (parts) async throws(ModelError) -> HTTPResponse in
      try await endpoint.post(
        "chat/completions", headers: allHeaders, body: Self.body(question, with: parts),
        received: parts.contains(.stream) ? textReader(CompletionTextParser(), onText) : nil)
    }
    let after = endpoint.pause(after: response)
    guard response.status == 200 else { throw Self.error(for: response, after: after) }
    return response.isEventStream
      ? try Self.answer(inEventsOf: response, after: after)
      : try Self.answer(in: response.body, after: after)
  }

  package func models() async throws(ModelError) -> [ListedModel] {
    let response = try await endpoint.get("models", headers: headers)
    guard response.status == 200 else {
      throw Self.error(for: response, after: endpoint.pause(after: response))
    }
    return (JSON(response.body) ?? .null)["data"].items.compactMap { model in
      model["id"].text.map { ListedModel(id: $0, seesPictures: Self.seesPictures(model)) }
    }
  }

  private var headers: HTTPHeaders {
    key.map { ["authorization": "Bearer \($0)"] } ?? [:]
  }

  /// Whether a model sees pictures. llama.cpp and OpenRouter report it; for other servers the value
  /// is nil.
  private static func seesPictures(_ model: JSON) -> Bool? {
    let kinds = model["architecture"]["input_modalities"].items
    return kinds.isEmpty ? nil : kinds.contains("image")
  }

  /// The parts of the first request. Most servers understand all of them.
  private static func parts(isStreamed: Bool) -> Set<QuestionPart> {
    isStreamed ? [.limit, .instructions, .schema, .stream] : [.limit, .instructions, .schema]
  }

  static func body(_ question: Question, isStreamed: Bool = false) -> [UInt8] {
    body(question, with: parts(isStreamed: isStreamed))
  }

  /// `searches` is ignored, as `canSearch` says.
  private static func body(_ question: Question, with parts: Set<QuestionPart>) -> [UInt8] {
    var body: JSON = [
      "model": .string(question.model), "messages": .array(messages(of: question, parts)),
    ]
    if parts.contains(.schema) {
      body = body.setting("response_format", to: format(of: question))
    }
    let limit = JSON.integer(question.maxOutputTokens)
    if parts.contains(.limit) { body = body.setting("max_tokens", to: limit) }
    if parts.contains(.newLimit) { body = body.setting("max_completion_tokens", to: limit) }
    guard parts.contains(.stream) else { return body.setting("stream", to: false).bytes() }
    // Ollama reports the tokens of a stream only on request.
    return body.setting("stream", to: true)
      .setting("stream_options", to: ["include_usage": true]).bytes()
  }

  private static func format(of question: Question) -> JSON {
    [
      "type": "json_schema",
      "json_schema": [
        "name": .string(question.schemaName), "strict": true, "schema": question.schema,
      ],
    ]
  }

  private static func messages(of question: Question, _ parts: Set<QuestionPart>) -> [JSON] {
    let instructions =
      parts.contains(.schema) ? question.instructions : question.instructionsWithSchema
    guard parts.contains(.instructions) else {
      let text = "\(instructions)\n\n\(question.text)"
      return [["role": "user", "content": content(text, question.jpeg)]]
    }
    return [
      ["role": "system", "content": .string(instructions)],
      ["role": "user", "content": content(question.text, question.jpeg)],
    ]
  }

  /// The text and the picture. Without a picture, the content is a plain string, because servers
  /// with models that see no pictures accept nothing else.
  private static func content(_ text: String, _ jpeg: [UInt8]?) -> JSON {
    guard let jpeg else { return .string(text) }
    let data = Data(jpeg).base64EncodedString()
    return [
      ["type": "text", "text": .string(text)],
      ["type": "image_url", "image_url": ["url": .string("data:image/jpeg;base64,\(data)")]],
    ]
  }
}
