// OpenAI's Responses API. Source: CONTRACTS §1.4, §1.6.
// No sampling parameters (reasoning models refuse them), nothing stored there, no redirect followed.

import FoundationEssentials
import HTTP

package struct OpenAI: ModelProvider {
  package let name = "openai"
  package let canSearch = true
  private let endpoint: Endpoint
  private let key: String

  package init(at endpoint: Endpoint, key: String) {
    self.endpoint = endpoint
    self.key = key
  }

  package func answer(
    _ question: Question, hearing: Hearing?
  ) async throws(ModelError) -> ModelAnswer {
    let response = try await endpoint.post(
      "responses",
      headers: ["authorization": "Bearer \(key)", "content-type": "application/json"],
      body: Self.body(question))
    guard response.status == 200 else { throw Self.error(for: response) }
    return try Self.answer(in: response.body)
  }

  package func models() async throws(ModelError) -> [ListedModel] {
    let response = try await endpoint.get(
      "models", headers: ["authorization": "Bearer \(key)"])
    guard response.status == 200 else { throw Self.error(for: response) }
    return (LooseJSON(response.body) ?? .null)["data"].items.compactMap { model in
      model["id"].text.map { ListedModel(id: $0, shutdown: model["shutdown_date"].text) }
    }
  }

  static func body(_ question: Question) -> [UInt8] {
    var content: [LooseJSON] = [["type": "input_text", "text": .string(question.text)]]
    if let jpeg = question.jpeg {
      let data = Data(jpeg).base64EncodedString()
      content.append([
        "type": "input_image", "image_url": .string("data:image/jpeg;base64,\(data)"),
        "detail": "high",
      ])
    }
    let format: LooseJSON = [
      "type": "json_schema", "name": .string(question.schemaName), "strict": true,
      "schema": question.schema,
    ]
    let body: LooseJSON = [
      "model": .string(question.model), "instructions": .string(question.instructions),
      "input": [["role": "user", "content": .array(content)]], "text": ["format": format],
      "max_output_tokens": .number(Double(question.maxOutputTokens)), "store": false,
    ]
    return body.bytes
  }

  /// Walks `output[]`; unknown items are skipped. A failed response can arrive with HTTP 200.
  static func answer(in body: [UInt8]) throws(ModelError) -> ModelAnswer {
    guard let json = LooseJSON(body), !json["output"].items.isEmpty || json["status"].text != nil
    else { throw .nonsense("HTTP 200 that is no response") }
    let messages = json["output"].items.filter { $0["type"].text == "message" }
    let final = messages.filter { $0["phase"].text != "commentary" }
    let parts = (final.isEmpty ? messages : final).flatMap { $0["content"].items }
    if let refusal = parts.lazy.compactMap({ $0["refusal"].text }).first {
      throw .declined(refusal)
    }
    let text = parts.filter { $0["type"].text == "output_text" }.compactMap { $0["text"].text }
      .joined()
    guard json["status"].text == "completed", !text.isEmpty else {
      let reason = json["error"]["message"].text ?? json["incomplete_details"]["reason"].text
      let words = "status \(json["status"].text ?? "missing"): \(reason ?? "no text")"
      throw declines(json) ? .declined(words) : .nonsense(words)
    }
    return ModelAnswer(
      text: text,
      usage: Usage(
        inputTokens: json["usage"]["input_tokens"].integer ?? 0,
        outputTokens: json["usage"]["output_tokens"].integer ?? 0))
  }

  /// Asked again, it would decline again. Source: CONTRACTS §1.4, `incomplete_details` and `error`.
  private static func declines(_ json: LooseJSON) -> Bool {
    json["incomplete_details"]["reason"].text == "content_filter"
      || json["error"]["code"].text == "image_content_policy_violation"
  }

  /// Source: CONTRACTS §1.6. The message is the service's and may be shown to the host, never to a user.
  static func error(for response: HTTPResponse) -> ModelError {
    let error = LooseJSON(response.body)?["error"] ?? .null
    let message = "HTTP \(response.status) \(error["code"].text ?? error["type"].text ?? "")"
    let isQuota =
      error["type"].text == "insufficient_quota" || error["code"].text == "insufficient_quota"
    switch response.status {
    case 429 where isQuota: return .quota("\(message): no credit left")
    case 408, 409, 429, 500...599:
      return .unavailable(message, after: nil)
    case 401: return .misconfigured("\(message): the key is not accepted")
    default: return .misconfigured(message)
    }
  }
}
