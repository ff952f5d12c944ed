// What a route gives back, and how a failure becomes one: a page the build made, or JSON.

import Albums
import CGI
import Host
import Pictures
import Store
import Text

/// A response, and whether a worker should look at the queue now.
struct Answer {
  var response: Response
  var hasWork = false

  init(_ response: Response, hasWork: Bool = false) {
    self.response = response
    self.hasWork = hasWork
  }
}

/// Ends a route with a refusal of the closed list.
struct Refused: Error {
  let refusal: Albums.Refusal
  let status: Response.Status
  var allowed: [Request.Method] = []

  init(_ refusal: Albums.Refusal, _ status: Response.Status? = nil) {
    self.refusal = refusal
    self.status = status ?? refusal.code.status
  }

  /// A picture of a kind that is not read.
  init(_ kind: PictureKind) { self.init(.notJPEG(kind == .heic ? .heic : .other)) }

  init(_ error: CorrectionError) { self.init(.correction(error), .badRequest) }

  /// A page that was opened under another address learns the right one.
  init(_ reason: CGI.Refusal, home: String) {
    let isElsewhere = [.foreignOrigin, .foreignHost, .nullOrigin, .foreignFetch].contains(reason)
    self.init(isElsewhere ? .openedElsewhere(address: home) : .notAllowed)
  }

  init(_ error: StoreError) { self.init(error.isDiskFull ? .diskFull : .busy) }
}

extension House {
  func refusal(_ refused: Refused, asJSON: Bool) -> Response {
    var response = asJSON ? json(refused) : page(refused)
    if refused.status == .methodNotAllowed { response.allow(refused.allowed) }
    if [.serviceUnavailable, .tooManyRequests].contains(refused.status) {
      response.retryAfter(seconds: 10)
    }
    return response
  }

  /// A request the CGI room would not read.
  func refusal(of error: RequestError) -> Response {
    switch error {
    case .method:
      var refused = Refused(.badMethod)
      refused.allowed = [.get, .head, .post]
      return refusal(refused, asJSON: false)
    case .path: return refusal(Refused(.badRoute), asJSON: false)
    case .length: return refusal(Refused(.badLength, .badRequest), asJSON: false)
    case .host, .duplicate, .header: return refusal(Refused(.badRoute, .badRequest), asJSON: false)
    }
  }

  private func json(_ refused: Refused) -> Response {
    .json(
      refused.status,
      [
        "error": [
          "code": .string(refused.refusal.code.rawValue),
          "message": .string(text(refused.refusal)),
        ]
      ])
  }

  /// The file the build wrote; a plain sentence while there is none.
  private func page(_ refused: Refused) -> Response {
    let path = "\(configuration.site)/error/\(refused.refusal.page)/index.html"
    guard let bytes = try? Files.read(path, limit: 1 << 20) else {
      return .text(refused.status, text(refused.refusal))
    }
    return .page(refused.status, bytes)
  }
}

extension FailureCode {
  /// The HTTP status of a refused request. Source: RFC 9110; 429 RFC 6585; 507 RFC 4918.
  var status: Response.Status {
    switch self {
    case .notJPEG: .unsupportedMediaType
    case .unreadable, .empty, .notIdentified, .providerRefused, .review: .unprocessableContent
    case .tooLarge: .contentTooLarge
    case .noPhoto: .badRequest
    case .badLength: .lengthRequired
    case .badRoute, .notFound: .notFound
    case .badMethod: .methodNotAllowed
    case .notAllowed: .forbidden
    case .conflict: .conflict
    case .quota, .cap: .tooManyRequests
    case .queueFull, .busy, .providerFailed, .network: .serviceUnavailable
    case .diskFull: .insufficientStorage
    }
  }
}
