// Anthropic's errors, by HTTP status and within a stream. Source: docs/services.md §2, "Errors".

import HTTP
import Text

/// The body of an error: `{"type":"error","error":{"type","message","details"}}`.
struct MessageFault: Equatable {
  let type: String
  let message: String
  let detail: String?

  init?(in json: JSON) {
    let error = json["error"]
    guard error.isObject else { return nil }
    type = error["type"].text ?? ""
    message = error["message"].sentence ?? ""
    detail = error["details"]["error_code"].text
  }

  /// The HTTP status for each type of error, for errors that come without a status.
  private static let statuses = [
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402,
    "permission_error": 403, "not_found_error": 404, "request_too_large": 413,
    "rate_limit_error": 429, "api_error": 500, "timeout_error": 504, "overloaded_error": 529,
  ]

  /// The error in a stream or in a body with status 200.
  func error(after: Int?) -> ModelError {
    Self.statuses[type].map { Anthropic.error(status: $0, self, after: after) }
      ?? .nonsense("an error of type \(type): \(message)")
  }

  /// Whether the spend limit of the account is reached, or its credit is used up. The type, the
  /// code, or the message of a 400 or 429 shows it.
  var isQuota: Bool {
    if type == "billing_error" || detail == "enforced_spend_limit_reached" { return true }
    let words = message.lowercased()
    return ["spend limit", "spending limit", "usage limit", "credit balance"].contains {
      words.contains($0)
    }
  }
}

extension Anthropic {
  static func error(for response: HTTPResponse, after: Int? = nil) -> ModelError {
    error(
      status: response.status, JSON(response.body).flatMap { MessageFault(in: $0) },
      after: after)
  }

  static func error(status: Int, _ fault: MessageFault?, after: Int?) -> ModelError {
    let line = "HTTP \(status) \(fault?.type ?? "")"
    let words = "\(line): \(fault?.message ?? "")"
    switch status {
    case 402: return .quota("\(words) (no credit left)")
    case 400..<500 where fault?.isQuota == true:
      return .quota("\(words) (the spend limit is reached, or no credit is left)")
    case 408, 409, 429, 500...599: return .unavailable(words, after: after)
    case 401: return .misconfigured("\(words) (the key is not accepted)")
    case 403: return .misconfigured("\(words) (the key may not do this)")
    case 400 where PictureFault.isDescribed(in: fault?.message): return .unusable(words)
    case 404: return .misconfigured("\(words) (no such model, or not for this key)")
    default: return .misconfigured(words)
    }
  }
}
