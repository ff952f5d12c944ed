// The status codes of our responses, as a closed list. 303 is the only redirect: other redirects repeat
// a POST, or browsers cache them.

extension Response {
  /// A status code of RFC 9110 §15 (429: RFC 6585 §4; 507: RFC 4918 §11.5).
  package enum Status: Int, CaseIterable, Sendable {
    case ok = 200
    case accepted = 202
    case noContent = 204
    case seeOther = 303
    case notModified = 304
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case lengthRequired = 411
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case unprocessableContent = 422
    case tooManyRequests = 429
    case internalServerError = 500
    case serviceUnavailable = 503
    case insufficientStorage = 507

    /// The reason phrase.
    package var reason: String {
      switch self {
      case .ok: "OK"
      case .accepted: "Accepted"
      case .noContent: "No Content"
      case .seeOther: "See Other"
      case .notModified: "Not Modified"
      case .badRequest: "Bad Request"
      case .unauthorized: "Unauthorized"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .conflict: "Conflict"
      case .lengthRequired: "Length Required"
      case .contentTooLarge: "Content Too Large"
      case .unsupportedMediaType: "Unsupported Media Type"
      case .unprocessableContent: "Unprocessable Content"
      case .tooManyRequests: "Too Many Requests"
      case .internalServerError: "Internal Server Error"
      case .serviceUnavailable: "Service Unavailable"
      case .insufficientStorage: "Insufficient Storage"
      }
    }
  }
}
