// Requests to Google's Gemini API. Source: docs/services.md §10.
// The requests have no sampling parameters, because newer models refuse them, and `store: false`, so that the service
// keeps nothing for the owner of the key.

import FoundationEssentials
import HTTP
import Text

package struct Gemini: ModelProvider {
  package let name = "gemini"

  /// Google's terms do not allow pages to keep and publish an answer with a search (docs/services.md §10.4).
  package let canSearch = false
  private let endpoint: Endpoint
  private let key: String

  /// Source: docs/services.md §10, §10.1.
  static let described = ProviderDescription(
    company: "Google", url: "https://generativelanguage.googleapis.com/v1beta",
    keyVariable: "GEMINI_API_KEY", keyBeginnings: ["AIza", "AQ."],
    models: ModelChoice(all: "gemini-3.8-flash"),
    access: .withKey { Gemini(at: $0, key: $1) })

  package init(at endpoint: Endpoint, key: String) {
    self.endpoint = endpoint
    self.key = key
  }

  package func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer {
    let method = onText == nil ? "generateContent" : "streamGenerateContent?alt=sse"
    let response = try await endpoint.post(
      "models/\(Self.pathName(of: question.model)):\(method)",
      headers: ["x-goog-api-key": key, "content-type": "application/json"],
      body: Self.body(question), received: textReader(GeminiTextParser(), onText))
    let after = endpoint.pause(after: response)
    guard response.status == 200 else { throw Self.error(for: response, after: after) }
    let whole =
      response.isEventStream
      ? try GeminiResponse(events: response.events, after: after)
      : try GeminiResponse(body: response.body, after: after)
    return try whole.answer()
  }

  /// The models that answer questions, in one page: the service lists at most 1,000. The list does not
  /// say whether a model sees pictures.
  package func models() async throws(ModelError) -> [ListedModel] {
    let response = try await endpoint.get("models?pageSize=1000", headers: ["x-goog-api-key": key])
    guard response.status == 200 else {
      throw Self.error(for: response, after: endpoint.pause(after: response))
    }
    return (JSON(response.body) ?? .null)["models"].items.compactMap { model in
      guard model["supportedGenerationMethods"].items.contains("generateContent") else {
        return nil
      }
      return model["name"].text.map { ListedModel(id: Self.plainName(of: $0)) }
    }
  }

  /// The name without the collection that precedes it in the service's list: `models/gemini-3.8-flash`.
  private static func plainName(of model: String) -> String {
    let collection = "models/"
    return model.hasPrefix(collection) ? String(model.dropFirst(collection.count)) : model
  }

  private static func pathName(of model: String) -> String { plainName(of: model).percentEncoded }

  /// `searches` is ignored, as `canSearch` says.
  static func body(_ question: Question) -> [UInt8] {
    let body: JSON = [
      "systemInstruction": ["parts": [["text": .string(question.instructions)]]],
      "contents": [["role": "user", "parts": .array(parts(of: question))]],
      "generationConfig": configuration(for: question), "store": false,
    ]
    return body.bytes()
  }

  private static func configuration(for question: Question) -> JSON {
    let configuration: JSON = [
      "maxOutputTokens": .integer(question.maxOutputTokens),
      "responseMimeType": "application/json", "responseJsonSchema": question.schema,
    ]
    return takesThinkingLevel(plainName(of: question.model))
      ? configuration.setting("thinkingConfig", to: ["thinkingLevel": "LOW"]) : configuration
  }

  /// Whether a model takes `thinkingLevel`. Thoughts count as output, so the usual level could use up the
  /// output before the answer begins. Models before Gemini 3, and those of other families, refuse the
  /// member (docs/services.md §10.2).
  private static func takesThinkingLevel(_ model: String) -> Bool {
    model.hasPrefix("gemini-") && !model.hasPrefix("gemini-1") && !model.hasPrefix("gemini-2")
  }

  /// The picture comes first, as the service advises.
  private static func parts(of question: Question) -> [JSON] {
    let text: JSON = ["text": .string(question.text)]
    guard let jpeg = question.jpeg else { return [text] }
    let data = Data(jpeg).base64EncodedString()
    return [["inlineData": ["mimeType": "image/jpeg", "data": .string(data)]], text]
  }
}
