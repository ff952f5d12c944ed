// Every reason for which this program does not accept a request, as one closed list.
// It gives each reason its code, status, sentence and page; the words themselves stand in Albums.

import Albums
import CGI
import Host
import Pictures
import Store

/// Why a request was not accepted. Nothing was changed by the request.
enum Refusal: Error, Equatable {
  /// The upload is a file of another kind.
  case notJPEG(PictureKind)
  case tooLarge
  case empty
  case noPhoto
  /// The request does not say how long its body is.
  case noLength
  /// The body ended early, came too slowly, or contradicts its length.
  case incompleteBody
  /// A header, a variable or a form is malformed.
  case malformedRequest
  case unknownRoute
  /// The route exists, but not for this method.
  case wrongMethod(allowed: [Request.Method])
  case invalidCorrection(CorrectionError)
  /// The access policy denied it. `home` is the site's own address.
  case denied(DenialReason, home: String)
  case notFound
  /// The idempotency key was used before, with another photo.
  case keyConflict
  case malformedKey
  case queueFull
  case diskFull
  case busy
  /// The data folder or the database cannot be written.
  case notWritable
  /// An error of the program or of the system; the log has it.
  case internalError

  init(_ error: StoreError) {
    self = error.isDiskFull ? .diskFull : error.isNotWritable ? .notWritable : .busy
  }

  init(_ error: HostError) {
    self = error.isDiskFull ? .diskFull : error.isNotWritable ? .notWritable : .internalError
  }

  /// The code in the JSON. Source: docs/interface.md "HTTP".
  var code: FailureCode {
    switch self {
    case .notJPEG: .notJPEG
    case .tooLarge: .tooLarge
    case .empty: .empty
    case .noPhoto: .noPhoto
    case .noLength, .incompleteBody: .badLength
    case .malformedRequest, .unknownRoute, .invalidCorrection: .badRoute
    case .wrongMethod: .badMethod
    case .denied: .notAllowed
    case .notFound: .notFound
    case .keyConflict: .conflict
    case .malformedKey: RefusalDetail.malformedKey.code
    case .queueFull: .queueFull
    case .diskFull: .diskFull
    case .notWritable: RefusalDetail.notWritable.code
    case .busy, .internalError: .busy
    }
  }

  /// Source: RFC 9110 §15; 507 RFC 4918 §11.5.
  var status: Response.Status {
    switch self {
    case .notJPEG: .unsupportedMediaType
    case .tooLarge: .contentTooLarge
    case .empty: .unprocessableContent
    case .noPhoto, .incompleteBody, .malformedRequest, .invalidCorrection, .malformedKey:
      .badRequest
    case .noLength: .lengthRequired
    case .unknownRoute, .notFound: .notFound
    case .wrongMethod: .methodNotAllowed
    case .denied: .forbidden
    case .keyConflict: .conflict
    case .queueFull, .busy: .serviceUnavailable
    case .diskFull: .insufficientStorage
    case .notWritable, .internalError: .internalServerError
    }
  }

  /// The page below `error/` that shows it.
  var page: String {
    switch self {
    case .notJPEG(let kind): "\(code.rawValue)/\(kind.rawValue)"
    case .invalidCorrection(let error): "\(code.rawValue)/\(error.rawValue)"
    default: detail.map { "\(code.rawValue)/\($0.rawValue)" } ?? code.rawValue
    }
  }

  /// The failure, as a heading.
  var headline: String {
    if case .invalidCorrection(let error) = self { return error.headline }
    return detail?.headline ?? code.headline
  }

  /// The reason and the advice.
  var message: String {
    switch self {
    case .notJPEG(let kind): "This is \(kind.inWords). \(code.advice)"
    case .invalidCorrection(let error): error.advice
    case .denied(let reason, let home) where reason.isAboutAddress:
      "This page was not opened at \(home)/, which is AlbumScan's own address."
    default: detail?.advice ?? code.advice
    }
  }

  /// The detail of a reason whose code alone would be misleading.
  private var detail: RefusalDetail? {
    switch self {
    case .malformedKey: .malformedKey
    case .notWritable: .notWritable
    default: nil
    }
  }
}

extension DenialReason {
  /// Whether opening the page at the site's own address helps.
  fileprivate var isAboutAddress: Bool {
    switch self {
    case .foreignOrigin, .foreignHost, .nullOrigin, .foreignFetch: true
    case .notLoopback, .notLocalNetwork, .servesOthers, .forwarded, .cookieWithoutOrigin: false
    }
  }
}
