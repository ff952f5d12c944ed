// Google's errors, by HTTP status and within a stream. Source: docs/services.md §10.5.

import HTTP
import Text

/// The body of an error: `{"error":{"code","message","status","details":[…]}}`, or a list with one such
/// object.
struct GeminiFault: Equatable {
  /// The HTTP status that the error repeats; 0 if it is missing.
  let code: Int
  private let status: String
  private let message: String

  /// The reasons in the details: `API_KEY_INVALID`, `BILLING_DISABLED`, …
  private let reasons: Set<String>

  /// The names of the limits that were reached: `GenerateRequestsPerDayPerProjectPerModel-FreeTier`.
  private let limits: [String]

  /// The pause that the service asks for in milliseconds; nil if it asks for none.
  let pause: Int?

  init?(in json: JSON) {
    let error = (json.items.first ?? json)["error"]
    guard error.isObject else { return nil }
    let details = error["details"].items
    code = error["code"].integer.flatMap { (400...599).contains($0) ? $0 : nil } ?? 0
    status = error["status"].text ?? ""
    message = error["message"].sentence ?? ""
    reasons = Set(details.compactMap { $0["reason"].text })
    limits = details.flatMap { $0["violations"].items }.compactMap { $0["quotaId"].text }
    pause = details.lazy.compactMap { $0["retryDelay"].text }.first.flatMap(Self.milliseconds)
  }

  /// For the log.
  var words: String { "\(status) \(message)" }

  /// The milliseconds of a duration such as `33s` or `0.5s`, or the long pause for more than two
  /// minutes; nil for anything else.
  private static func milliseconds(_ duration: String) -> Int? {
    guard duration.hasSuffix("s"), let seconds = Double(duration.dropLast()), seconds.isFinite,
      seconds > 0
    else { return nil }
    return seconds <= 120 ? Int((seconds * 1000).rounded(.up)) : Endpoint.longPauseMilliseconds
  }

  /// Whether a limit is reached that lasts longer than minutes: a limit of the day, a limit of the
  /// account's spending, or a limit of 0 for a model that the account may not use. The message does
  /// not count, because it mentions the plan and billing even for a limit of requests in a minute.
  private var isQuota: Bool {
    if reasons.contains("BILLING_DISABLED") || limits.contains(where: { $0.contains("PerDay") }) {
      return true
    }
    let words = message.lowercased()
    return ["credits are depleted", "spending cap", "spend cap", "spending limit", "limit: 0,"]
      .contains { words.contains($0) }
  }

  /// Whether the service cannot read the picture.
  private var isAboutPicture: Bool {
    let words = message.lowercased()
    return PictureFault.isDescribed(in: message) || words.contains("unable to process input image")
      || words.contains("image is not valid")
  }

  private var isAboutKey: Bool {
    reasons.contains { $0.hasPrefix("API_KEY_") }
      || message.lowercased().contains("api key expired")
  }

  /// The error to throw. With a failed status nothing is charged. Source: docs/services.md §10.5.
  func error(status: Int, after: Int?) -> ModelError {
    let line = "HTTP \(status) \(words)"
    switch status {
    case 402: return .quota("\(line) (no credit left)")
    case 400 where isQuota, 403 where isQuota, 429 where isQuota:
      return .quota("\(line) (a limit of the day or of spending is reached, or no credit is left)")
    case 408, 409, 429, 499, 500...599: return .unavailable(line, after: after ?? pause)
    case 0: return .nonsense("an error without a code: \(words)")
    case 400 where isAboutKey, 401: return .misconfigured("\(line) (the key is not accepted)")
    case 403: return .misconfigured("\(line) (the key may not do this)")
    case 400 where isAboutPicture: return .unusable(line)
    case 404: return .misconfigured("\(line) (no such model, or not for this key)")
    default: return .misconfigured(line)
    }
  }
}

extension Gemini {
  static func error(for response: HTTPResponse, after: Int? = nil) -> ModelError {
    let fault = JSON(response.body).flatMap { GeminiFault(in: $0) } ?? GeminiFault.unknown
    return fault.error(status: response.status, after: after)
  }
}

extension GeminiFault {
  /// The error for a body that names no error.
  fileprivate static let unknown = GeminiFault()

  private init() {
    (code, status, message, reasons, limits, pause) = (0, "", "", [], [], nil)
  }
}
