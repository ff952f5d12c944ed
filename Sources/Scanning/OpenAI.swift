// OpenAI's Responses API. Source: CONTRACTS §1.4, §1.6.
// No sampling parameters (reasoning models refuse them), nothing stored there, no redirect followed.

import Albums
import FoundationEssentials
import HTTP

struct OpenAI: ModelProvider {
  let name = "openai"
  private let transport: Transport
  private let url: String
  private let destination: Destination
  private let key: String
  private let timeoutMilliseconds: Int

  init(
    transport: Transport, url: String, destination: Destination, key: String,
    timeoutMilliseconds: Int
  ) {
    self.transport = transport
    self.url = url
    self.destination = destination
    self.key = key
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  func answer(_ question: Question) async throws(ModelError) -> ModelAnswer {
    let request = HTTPRequest(
      .post, "\(url)/responses",
      headers: ["authorization": "Bearer \(key)", "content-type": "application/json"],
      body: Self.body(question), limits: limits, destination: destination,
      acceptsCompression: true)
    let response: HTTPResponse
    do {
      response = try await transport.send(request, nil)
    } catch {
      throw Self.error(for: error)
    }
    guard response.status == 200 else { throw Self.error(for: response) }
    return try Self.answer(in: response.body)
  }

  /// An answer has at most 1 MB. Source: FAULTS §6 "LLM".
  private var limits: HTTPLimits {
    HTTPLimits(
      totalMilliseconds: timeoutMilliseconds, idleMilliseconds: timeoutMilliseconds,
      leastBytesPerSecond: 0, bodyBytes: 1 << 20)
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
      text: text, inputTokens: json["usage"]["input_tokens"].integer ?? 0,
      outputTokens: json["usage"]["output_tokens"].integer ?? 0)
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
    case 429 where isQuota: return .misconfigured("\(message): no credit left")
    case 408, 409, 429, 500...599:
      return .unavailable(message)
    case 401: return .misconfigured("\(message): the key is not accepted")
    default: return .misconfigured(message)
    }
  }

  /// Before a connection there was nothing to charge; after it there may have been.
  static func error(for error: HTTPError) -> ModelError {
    switch error {
    case .resolve, .connect, .tls, .refusedAddress, .refusedRedirect, .badURL:
      .network("\(error)")
    case .badHeader: .misconfigured("\(error)")
    default: .brokenOff("\(error)")
    }
  }
}
