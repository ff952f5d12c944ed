// Anthropic's Messages API: what is asked. Source: CONTRACTS §2.
// No sampling parameters and no `thinking`: newer models refuse the ones, and decide the other.

import FoundationEssentials
import HTTP
import Text

package struct Anthropic: ModelProvider {
  package let name = "anthropic"
  package let canSearch = true
  private let endpoint: Endpoint
  private let key: String

  package init(at endpoint: Endpoint, key: String) {
    self.endpoint = endpoint
    self.key = key
  }

  /// Turns that are sent again as they are when the service pauses in the middle of one.
  private static let mostPauses = 2

  package func answer(
    _ question: Question, hearing: Hearing?
  ) async throws(ModelError) -> ModelAnswer {
    var turn = try await turn(question, after: nil, hearing)
    var pauses = 0
    while turn.isPaused {
      pauses += 1
      guard pauses <= Self.mostPauses, question.hasRoom(after: turn) else {
        throw .nonsense("the model paused and came to no end", took: turn.usage)
      }
      turn = turn.followed(by: try await self.turn(question, after: turn, hearing))
    }
    return try turn.answer()
  }

  private func turn(
    _ question: Question, after earlier: MessageTurn?, _ hearing: Hearing?
  ) async throws(ModelError) -> MessageTurn {
    var headers = headers
    headers.add("content-type", "application/json")
    do throws(ModelError) {
      let response = try await endpoint.post(
        "messages", headers: headers,
        body: Self.body(question, after: earlier, isStreamed: hearing != nil),
        received: listening(MessageEar(), hearing))
      let wait = endpoint.wait(after: response)
      guard response.status == 200 else { throw Self.error(for: response, after: wait) }
      return response.isEventStream
        ? try MessageTurn(events: response.events, after: wait)
        : try MessageTurn(body: response.body, after: wait)
    } catch {
      if earlier == nil || error.mayBeCharged { throw error }
      // What came before the pause was answered and is charged, whatever becomes of the rest.
      throw .brokenOff("after a pause: \(error)")
    }
  }

  /// The newest twenty models, which is what the service gives without being asked for more.
  package func models() async throws(ModelError) -> [ListedModel] {
    let response = try await endpoint.get("models", headers: headers)
    guard response.status == 200 else {
      throw Self.error(for: response, after: endpoint.wait(after: response))
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
    _ question: Question, after earlier: MessageTurn? = nil, isStreamed: Bool = false
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

  /// Whether a schema and the search may be asked for together is not documented (documents' citations
  /// and a schema may not), so a search gets the schema in words, and its answer is read leniently.
  private static func instructions(of question: Question) -> String {
    guard question.searches > 0 else { return question.instructions }
    let schema = question.schema.written()
    return """
      \(question.instructions)

      Answer with one JSON object and nothing else, as this JSON schema wants it:
      \(schema)
      """
  }

  /// The picture first, as the service advises.
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
  /// Whether what was booked for this question holds a turn that goes on, reads all again and searches.
  fileprivate func hasRoom(after turn: MessageTurn) -> Bool {
    turn.usage.outputTokens < maxOutputTokens
      && 2 * turn.usage.inputTokens + Self.searchTokens <= worstInputTokens
  }

  /// How many searches that holds.
  fileprivate func searchesLeft(after turn: MessageTurn) -> Int {
    min(
      searches - turn.usage.searches,
      (worstInputTokens - 2 * turn.usage.inputTokens) / Self.searchTokens)
  }
}
