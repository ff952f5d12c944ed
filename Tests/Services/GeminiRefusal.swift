// The errors of Google's services: `{"error":{"code","message","status","details"}}`. Source: docs/services.md §10.5.

/// The reason why a request is refused.
struct GeminiRefusal: Error, Equatable, Sendable {
  let code: Int
  let status: String
  let message: String
  var details: [JSON] = []

  init(_ code: Int, _ status: String, _ message: String, details: [JSON] = []) {
    self.code = code
    self.status = status
    self.message = message
    self.details = details
  }

  var body: JSON {
    let error: JSON = [
      "code": .number(code), "message": .string(message), "status": .string(status),
    ]
    return ["error": details.isEmpty ? error : error.setting("details", to: .array(details))]
  }

  var answer: Answer { Answer(code, GeminiService.headers, json: body) }

  static func invalid(_ message: String) -> Self { Self(400, "INVALID_ARGUMENT", message) }

  /// A member that does not exist. The real service writes the path with underscores.
  static func unknown(_ name: String, at place: String = "") -> Self {
    let words =
      place.isEmpty ? "Unknown name \"\(name)\"" : "Unknown name \"\(name)\" at '\(place)'"
    return invalid("Invalid JSON payload received. \(words): Cannot find field.")
  }

  static func wrongType(_ place: String) -> Self {
    invalid("Invalid value at '\(place)': the type is wrong.")
  }

  static let noKey = Self(
    403, "PERMISSION_DENIED",
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API."
  )

  static let wrongKey = Self(
    400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.",
    details: [
      [
        "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
        "domain": "googleapis.com", "metadata": ["service": "generativelanguage.googleapis.com"],
      ]
    ])

  static func noModel(_ name: String) -> Self {
    Self(
      404, "NOT_FOUND",
      "models/\(name) is not found for API version v1beta, or is not supported for generateContent. Call ModelService.ListModels to see the list of available models and their supported methods."
    )
  }

  /// Too many requests in a minute or in a day. The pause that the service asks for is in the body only.
  static func quota(_ limit: String, seconds: Int?) -> Self {
    var details: [JSON] = [
      [
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [
          [
            "quotaMetric":
              "generativelanguage.googleapis.com/generate_content_paid_tier_requests",
            "quotaId": .string("GenerateRequestsPer\(limit)PerProjectPerModel-PaidTier"),
            "quotaDimensions": ["location": "global", "model": "gemini-3.8-flash"],
            "quotaValue": "1000",
          ]
        ],
      ]
    ]
    if let seconds {
      details.append(
        [
          "@type": "type.googleapis.com/google.rpc.RetryInfo",
          "retryDelay": .string("\(seconds)s"),
        ])
    }
    return Self(
      429, "RESOURCE_EXHAUSTED",
      "You exceeded your current quota, please check your plan and billing details.",
      details: details)
  }

  static let noCredit = Self(
    402, "RESOURCE_EXHAUSTED",
    "Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project and billing."
  )

  static let overloaded = Self(
    503, "UNAVAILABLE", "The model is overloaded. Please try again later.")

  static let broken = Self(500, "INTERNAL", "An internal error has occurred. Please retry.")
}
