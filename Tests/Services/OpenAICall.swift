// A request to the Responses API. It is checked as strictly as the real service checks it. Source: docs/services.md
// §1.4, §1.6.

/// A valid request.
struct OpenAICall: Sendable {
  let request: ModelRequest
  let hasObfuscation: Bool
  let stores: Bool
  let tools: Tools
}

/// The reason why a request is refused: the status, and the four fields of an OpenAI error.
struct OpenAIRefusal: Error, Equatable, Sendable {
  var status = 400
  var type = "invalid_request_error"
  let code: String?
  let parameter: String?
  let message: String

  var answer: Answer {
    Answer(
      status, OpenAIService.headers,
      json: [
        "error": [
          "message": .string(message), "type": .string(type), "param": .text(parameter),
          "code": .text(code),
        ]
      ])
  }

  static func unknown(_ parameter: String) -> Self {
    Self(
      code: "unknown_parameter", parameter: parameter,
      message: "Unknown parameter: '\(parameter)'.")
  }

  static func missing(_ parameter: String) -> Self {
    Self(
      code: "missing_required_parameter", parameter: parameter,
      message: "Missing required parameter: '\(parameter)'.")
  }

  static func wrongType(_ parameter: String, _ expected: String, got value: JSON) -> Self {
    Self(
      code: "invalid_type", parameter: parameter,
      message:
        "Invalid type for '\(parameter)': expected \(expected), but got \(value.kind) instead.")
  }

  static func wrongValue(_ parameter: String, _ value: String, _ supported: [String]) -> Self {
    Self(
      code: "invalid_value", parameter: parameter,
      message:
        "Invalid value: '\(value)'. Supported values are: \(supported.map { "'\($0)'" }.joined(separator: ", "))."
    )
  }

  static func schema(_ name: String, at path: [String], _ problem: String) -> Self {
    let context = path.map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      code: "invalid_json_schema", parameter: "text.format.schema",
      message: "Invalid schema for response_format '\(name)': In context=(\(context)), \(problem)")
  }

  /// The error for a parameter in the form of Chat Completions. This API expects it at another
  /// place.
  static func moved(_ parameter: String, to place: String) -> Self {
    Self(
      code: "unsupported_parameter", parameter: parameter,
      message:
        "Unsupported parameter: '\(parameter)'. In the Responses API, this parameter has moved to '\(place)'."
    )
  }

  static func tooSmall(_ parameter: String, _ least: Int, got number: Int) -> Self {
    Self(
      code: "integer_below_min_value", parameter: parameter,
      message:
        "Invalid '\(parameter)': integer below minimum value. Expected a value >= \(least), but got \(number) instead."
    )
  }

  static func image(_ code: String, at parameter: String, _ message: String) -> Self {
    Self(code: code, parameter: parameter, message: message)
  }
}
