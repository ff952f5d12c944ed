// Every reason for which this program does not accept a request, as one closed list.
// It gives each reason its status; code, sentences and page are those of `Albums.Refusal`.

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

  /// The reason as readers are told it: with its code, its sentences and its page.
  var reason: Albums.Refusal {
    switch self {
    case .notJPEG(let kind): .notJPEG(kind == .heic ? .heic : .other)
    case .tooLarge: .tooLarge
    case .empty: .empty
    case .noPhoto: .noPhoto
    case .noLength, .incompleteBody: .badLength
    case .malformedRequest, .unknownRoute: .badRoute
    case .invalidCorrection(let error): .correction(error)
    case .wrongMethod: .badMethod
    case .denied(let reason, let home):
      reason.isAboutAddress ? .openedElsewhere(address: home) : .notAllowed
    case .notFound: .notFound
    case .keyConflict: .conflict
    case .malformedKey: .malformedKey
    case .queueFull: .queueFull
    case .diskFull: .diskFull
    case .notWritable: .notWritable
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
