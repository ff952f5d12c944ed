// Requests to Anthropic's Messages API. Source: docs/services.md §2.
// The requests have no sampling parameters, because newer models refuse them, and no `thinking`,
// because the models decide about it themselves.

import FoundationEssentials
import HTTP
import Text

package struct Anthropic: ModelProvider {
  package let name = "anthropic"
  package let canSearch = true
  private let endpoint: Endpoint
  private let key: String

  /// Source: docs/services.md §2.
  static let described = ProviderDescription(
    company: "Anthropic", url: "https://api.anthropic.com/v1", keyVariable: "ANTHROPIC_API_KEY",
    keyBeginnings: ["sk-ant-api03-", "sk-ant-"], models: ModelChoice(all: "claude-sonnet-5-5"),
    access: .withKey { Anthropic(at: $0, key: $1) })

  package init(at endpoint: Endpoint, key: String) {
    self.endpoint = endpoint
    self.key = key
  }

  /// The maximum number of pauses of the service within one answer. After each pause, the message
  /// so far is sent again.
  private static let maxPauses = 2

  package func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer {
    var message = try await message(question, after: nil, onText)
    var pauses = 0
    while message.isPaused {
      pauses += 1
      guard pauses <= Self.maxPauses, question.hasRoom(after: message) else {
        throw .nonsense("the model paused and came to no end", usage: message.usage)
      }
      message = message.followed(by: try await self.message(question, after: message, onText))
    }
    return try message.answer()
  }

  private func message(
    _ question: Question, after earlier: AnthropicMessage?, _ onText: TextHandler?
  ) async throws(ModelError) -> AnthropicMessage {
    var headers = headers
    headers.add("content-type", "application/json")
    do throws(ModelError) {
      let response = try await endpoint.post(
        "messages", headers: headers,
        body: Self.body(question, after: earlier, isStreamed: onText != nil),
        received: textReader(AnthropicTextParser(), onText))
      let pause = endpoint.pause(after: response)
      guard response.status == 200 else { throw Self.error(for: response, after: pause) }
      return response.isEventStream
        ? try AnthropicMessage(events: response.events, after: pause)
        : try AnthropicMessage(body: response.body, after: pause)
    } catch {
      if earlier == nil || error.mayBeCharged { throw error }
      // The part before the pause was answered and is charged, even if this request costs nothing.
      throw .brokenOff("after a pause: \(error)")
    }
  }

  /// The newest twenty models: the service's first page.
  package func models() async throws(ModelError) -> [ListedModel] {
    let response = try await endpoint.get("models", headers: headers)
    guard response.status == 200 else {
      throw Self.error(for: response, after: endpoint.pause(after: response))
    }
    return (JSON(response.body) ?? .null)["data"].items.compactMap { model in
      model["id"].text.map { id in
        let sight = model["capabilities"]["image_input"]["supported"]
        return ListedModel(id: id, seesPictures: sight == .null ? nil : sight == true)
      }
    }
  }

  private var headers: HTTPHeaders {
    ["x-api-key": key, "anthropic-version": "2023-06-01"]
  }

  static func body(
    _ question: Question, after earlier: AnthropicMessage? = nil, isStreamed: Bool = false
  ) -> [UInt8] {
    var messages: [JSON] = [["role": "user", "content": .array(content(of: question))]]
    if let earlier { messages.append(["role": "assistant", "content": .array(earlier.content)]) }
    let used = earlier?.usage
    var body: JSON = [
      "model": .string(question.model),
      "max_tokens": .integer(question.maxOutputTokens - (used?.outputTokens ?? 0)),
      "system": .string(instructions(of: question)), "messages": .array(messages),
    ]
    if question.searches > 0 {
      let rest = earlier.map { max(1, question.searchesLeft(after: $0)) } ?? question.searches
      body = body.setting(
        "tools",
        to: [["type": "web_search_20250305", "name": "web_search", "max_uses": .integer(rest)]])
    } else {
      let format: JSON = ["type": "json_schema", "schema": question.schema.withoutUnions]
      body = body.setting("output_config", to: ["format": format])
    }
    return isStreamed ? body.setting("stream", to: true).bytes() : body.bytes()
  }

  /// If the model may search, the instructions contain the schema, and the answer is read
  /// leniently. The service does not document a schema together with the search tool, and does not
  /// allow a schema together with citations.
  private static func instructions(of question: Question) -> String {
    question.searches > 0 ? question.instructionsWithSchema : question.instructions
  }

  /// The picture comes first, as the service advises.
  private static func content(of question: Question) -> [JSON] {
    let text: JSON = ["type": "text", "text": .string(question.text)]
    guard let jpeg = question.jpeg else { return [text] }
    let source: JSON = [
      "type": "base64", "media_type": "image/jpeg",
      "data": .string(Data(jpeg).base64EncodedString()),
    ]
    return [["type": "image", "source": source], text]
  }
}

extension Question {
  /// Whether the booked worst case covers another request, which sends everything again and may search.
  fileprivate func hasRoom(after message: AnthropicMessage) -> Bool {
    message.usage.outputTokens < maxOutputTokens
      && 2 * message.usage.inputTokens + Self.searchTokens <= worstInputTokens
  }

  /// The searches that the booked worst case still covers.
  fileprivate func searchesLeft(after message: AnthropicMessage) -> Int {
    min(
      searches - message.usage.searches,
      (worstInputTokens - 2 * message.usage.inputTokens) / Self.searchTokens)
  }
}
