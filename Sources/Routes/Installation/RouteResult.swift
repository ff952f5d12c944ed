// The result of a route, and the response to a refused request: a page that the build made, or
// JSON.

import Albums
import CGI
import Host
import Text

/// The response of a route. `needsWorker` is true if a worker is started after the response is
/// sent.
struct RouteResult {
  var response: Response
  var needsWorker = false

  /// The file that follows the headers (`Response.fileLength`).
  var file: String?

  init(_ response: Response, needsWorker: Bool = false) {
    self.response = response
    self.needsWorker = needsWorker
  }
}

extension Installation {
  func response(to refusal: Refusal, asJSON: Bool) -> Response {
    var response = asJSON ? json(refusal) : page(refusal)
    if refusal.answer == .serviceUnavailable { response.retryAfter(seconds: 10) }
    switch refusal {
    case .wrongMethod(let allowed): response.allow(allowed)
    case .tooMany(let seconds), .tooManyGuesses(let seconds): response.retryAfter(seconds: seconds)
    default: break
    }
    return response
  }

  /// The response to an unreadable request. The log names the invalid variable, because a wrong
  /// configuration of the web server is often the cause.
  func response(to error: RequestError) -> Response {
    switch error {
    case .method:
      let methods = Request.Method.allCases.map(\.rawValue)
      return response(to: .wrongMethod(allowed: methods), asJSON: false)
    case .path: return response(to: .unknownRoute, asJSON: false)
    case .length: return response(to: .incompleteBody, asJSON: false)
    case .host: return response(to: .malformedRequest, asJSON: false)
    case .duplicate(let name):
      logRefusal(
        "duplicate", "the environment has \(name) twice; check the web server's settings")
      return response(to: .malformedRequest, asJSON: false)
    case .header(let name):
      logRefusal("header", "\(name) holds a byte it may not hold, or is too long")
      return response(to: .malformedRequest, asJSON: false)
    }
  }

  /// Logs a refusal. Writes at most one line a minute for each `reason`, because any client can
  /// cause refusals.
  func logRefusal(_ reason: String, _ text: String) {
    let counter = RefusalCounter(path: "\(configuration.data)/refusals")
    guard let count = counter.count(reason, at: now) else { return }
    log("refused", count == 1 ? text : "\(text) (\(count) times since the last line)")
  }

  private func json(_ refusal: Refusal) -> Response {
    .json(
      refusal.answer,
      [
        "error": [
          "code": .string(refusal.code.rawValue),
          "message": .string(text(refusal)),
        ]
      ])
  }

  /// The error page that the build wrote; plain text if the page does not exist.
  private func page(_ refusal: Refusal) -> Response {
    let path = "\(configuration.site)/error/\(refusal.page)/index.html"
    guard let bytes = try? Files.read(path, limit: 1 << 20) else {
      return .text(refusal.answer, text(refusal))
    }
    return .page(refusal.answer, bytes)
  }
}
