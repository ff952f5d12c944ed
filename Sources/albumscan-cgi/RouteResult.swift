// What a route gives back, and how a failure becomes one: a page the build made, or JSON.

import Albums
import CGI
import Host
import Pictures
import Store

/// A response, and whether a worker should look at the queue now.
struct Answer {
  var response: Response
  var hasWork = false

  init(_ response: Response, hasWork: Bool = false) {
    self.response = response
    self.hasWork = hasWork
  }
}

/// Ends a route with a failure of the closed list.
struct Refused: Error {
  let failure: ScanFailure
  let status: Response.Status

  /// What happened, as a heading.
  let headline: String

  /// The page under `error/` that shows it.
  let page: String
  var allowed: [Request.Method] = []

  init(_ code: FailureCode, _ status: Response.Status? = nil) {
    failure = ScanFailure(code)
    headline = code.headline
    self.status = status ?? code.status
    page = code.rawValue
  }

  /// A picture of a kind we do not read, named for what it is.
  init(_ kind: PictureKind) {
    failure = ScanFailure(.notJPEG, "This is \(kind.inWords). \(FailureCode.notJPEG.advice)")
    headline = FailureCode.notJPEG.headline
    status = FailureCode.notJPEG.status
    page = "notJPEG/\(kind.rawValue)"
  }

  /// A correction that is none.
  init(_ error: CorrectionError) {
    failure = ScanFailure(.badRoute, error.advice)
    headline = error.headline
    status = .badRequest
    page = "badRoute/\(error.rawValue)"
  }

  /// The door stayed shut; a page opened under another address is told the right one.
  init(_ reason: Refusal, home: String) {
    let isElsewhere = [.foreignOrigin, .foreignHost, .nullOrigin, .foreignFetch].contains(reason)
    failure = ScanFailure(
      .notAllowed,
      isElsewhere ? "This page was not opened at \(home)/, which is AlbumScan's own address." : nil)
    headline = FailureCode.notAllowed.headline
    status = FailureCode.notAllowed.status
    page = FailureCode.notAllowed.rawValue
  }

  init(_ error: StoreError) {
    let code: FailureCode = error.isDiskFull ? .diskFull : .busy
    self.init(code)
  }
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
          "code": .string(refused.failure.code.rawValue),
          "message": .string("\(refused.headline). \(refused.failure.message)"),
        ]
      ])
  }

  /// The file the build wrote; a plain sentence while there is none.
  private func page(_ refused: Refused) -> Response {
    let path = "\(configuration.site)/error/\(refused.page)/index.html"
    guard let bytes = try? Files.read(path, limit: 1 << 20) else {
      return .text(refused.status, "\(refused.headline). \(refused.failure.message)")
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
