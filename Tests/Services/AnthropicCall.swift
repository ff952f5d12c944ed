// A request to the Messages API. It is checked as strictly as the real service checks it. Source: docs/services.md §2.

/// A valid request.
struct AnthropicCall: Sendable {
  let request: ModelRequest
  let maxSearches: Int
  /// Whether the answer begins with a thinking block.
  let thinks: Bool
  /// Whether the request sends a paused turn back. Then the model does not search again.
  let continues: Bool
}

/// The reason why a request is refused: the status, the type and the message of an error.
struct AnthropicRefusal: Error, Equatable, Sendable {
  let status: Int
  let type: String
  let message: String
  var details: JSON?
  var headers: [Header] = []

  init(_ status: Int, _ type: String, _ message: String) {
    self.status = status
    self.type = type
    self.message = message
  }

  var body: JSON {
    let error: JSON = ["type": .string(type), "message": .string(message)]
    return [
      "type": "error", "error": details.map { error.setting("details", to: $0) } ?? error,
    ]
  }

  var answer: Answer {
    let common = AnthropicService.headers
    let id = common.first { $0.name == "request-id" }?.value
    return Answer(status, common + headers, json: body.setting("request_id", to: .text(id)))
  }

  static func invalid(_ message: String) -> Self {
    Self(400, "invalid_request_error", message)
  }

  static func extra(_ place: String) -> Self {
    invalid("\(place): Extra inputs are not permitted")
  }

  static func missing(_ place: String) -> Self { invalid("\(place): Field required") }

  static let overloaded = Self(529, "overloaded_error", "Overloaded")

  static func rateLimit(_ seconds: Int?) -> Self {
    var refusal = Self(
      429, "rate_limit_error",
      "This request would exceed your organization's rate limit of 4,000 requests per minute.")
    refusal.headers = seconds.map { [Header("retry-after", "\($0)")] } ?? []
    return refusal
  }

  /// The monthly limit is reached. The error has no `retry-after`.
  static var spendLimit: Self {
    var refusal = Self(
      429, "rate_limit_error", "You have reached your specified API usage limits for this month.")
    refusal.details = ["error_code": "enforced_spend_limit_reached"]
    return refusal
  }
}
