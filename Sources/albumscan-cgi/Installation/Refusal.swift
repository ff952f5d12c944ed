// The closed list of reasons why this program refuses a request, each with its HTTP status.
// `Albums.Refusal` has the code, the sentences and the page of each reason.

import Albums
import CGI
import Host
import Pictures
import Store

/// The reason why a request was refused. A refused request changes nothing.
enum Refusal: Error, Equatable {
  /// The uploaded file is not a JPEG.
  case notJPEG(PictureKind)
  case tooLarge
  case empty
  case noPhoto
  /// The request does not state the length of its body.
  case noLength
  /// The body ended early, arrived too slowly, or has another length than announced.
  case incompleteBody
  /// A header, a variable or a form is malformed.
  case malformedRequest
  case unknownRoute
  /// The route exists, but does not accept this method.
  case wrongMethod(allowed: [Request.Method])
  case invalidCorrection(CorrectionError)
  case invalidEdit(FindEditError)
  /// The access policy denied the request. `home` is the site's own address.
  case denied(DenialReason, home: String)
  case notFound
  /// The idempotency key was used before for another photo.
  case keyConflict
  case malformedKey
  case queueFull
  /// The person has sent too many photos.
  case tooMany(retryAfterSeconds: Int)
  case diskFull
  case busy
  /// A reason about accounts that needs no value of the request.
  case account(Albums.Refusal)
  /// A file for an import is refused, or the form has none.
  case importFile(Albums.Refusal)
  /// The next guess of a passphrase is admitted after this time.
  case tooManyGuesses(retryAfterSeconds: Int)
  /// The data folder or the database cannot be written.
  case notWritable
  /// An error of the program or of the system. The log contains the details.
  case internalError

  init(_ error: StoreError) {
    self = error.isDiskFull ? .diskFull : error.isNotWritable ? .notWritable : .busy
  }

  init(_ error: HostError) {
    self = error.isDiskFull ? .diskFull : error.isNotWritable ? .notWritable : .internalError
  }

  /// The same reason with its code, its sentences and its page.
  var reason: Albums.Refusal {
    switch self {
    case .notJPEG(let kind): .notJPEG(kind == .heic ? .heic : .other)
    case .tooLarge: .tooLarge
    case .empty: .empty
    case .noPhoto: .noPhoto
    case .noLength, .incompleteBody: .badLength
    case .malformedRequest, .unknownRoute: .badRoute
    case .invalidCorrection(let error): .correction(error)
    case .invalidEdit(let error): .edit(error)
    case .wrongMethod: .badMethod
    case .denied(let reason, let home):
      reason == .cookieWithoutOrigin
        ? .noOrigin : reason.isAboutAddress ? .openedElsewhere(address: home) : .notAllowed
    case .notFound: .notFound
    case .keyConflict: .conflict
    case .malformedKey: .malformedKey
    case .queueFull: .queueFull
    case .tooMany: .tooMany
    case .account(let reason), .importFile(let reason): reason
    case .tooManyGuesses: .tooManyGuesses
    case .diskFull: .diskFull
    case .notWritable: .notWritable
    case .busy, .internalError: .busy
    }
  }

  /// The HTTP status. Source: RFC 9110 §15; for 507, RFC 4918 §11.5.
  var status: Response.Status {
    switch self {
    case .notJPEG: .unsupportedMediaType
    case .tooLarge: .contentTooLarge
    case .empty: .unprocessableContent
    case .noPhoto, .incompleteBody, .malformedRequest, .invalidCorrection, .invalidEdit,
      .malformedKey:
      .badRequest
    case .noLength: .lengthRequired
    case .unknownRoute, .notFound: .notFound
    case .wrongMethod: .methodNotAllowed
    case .denied: .forbidden
    case .keyConflict: .conflict
    case .queueFull, .busy: .serviceUnavailable
    case .tooMany, .tooManyGuesses: .tooManyRequests
    case .account(let reason), .importFile(let reason): Self.status(of: reason)
    case .diskFull: .insufficientStorage
    case .notWritable, .internalError: .internalServerError
    }
  }

  private static func status(of reason: Albums.Refusal) -> Response.Status {
    switch reason {
    case .signIn, .wrongCode, .wrongPassphrase: .unauthorized
    case .plainHTTP, .notYours, .ownersOnly, .unknownUser, .notAllowed, .staleSignIn,
      .wrongOldPassphrase, .noOrigin:
      .forbidden
    case .person(.unknown): .notFound
    case .person, .noModel: .conflict
    case .importTooLarge: .contentTooLarge
    case .noImportFile: .unprocessableContent
    case .importsFull: .serviceUnavailable
    default: .badRequest
    }
  }
}

extension DenialReason {
  /// Whether the same request would succeed at the site's own address.
  fileprivate var isAboutAddress: Bool {
    switch self {
    case .foreignOrigin, .foreignHost, .nullOrigin, .foreignFetch: true
    case .notLoopback, .notLocalNetwork, .servesOthers, .forwarded, .cookieWithoutOrigin: false
    }
  }
}

extension Installation {
  /// Throws `noModel` for a request that a model would have to answer.
  func refuseWithoutModel() throws {
    guard configuration.hasModel else { throw Refusal.account(.noModel) }
  }
}
