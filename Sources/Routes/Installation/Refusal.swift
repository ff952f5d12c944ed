// The refusals of this program: from errors of the database and of files, and their HTTP status.

import Albums
import CGI
import Host
import Store

extension Refusal {
  init(_ error: StoreError) {
    self =
      error.isDiskFull
      ? .diskFull : error.isNotWritable ? .notWritable : error.isUnreadable ? .noLog : .busy
  }

  init(_ error: HostError) {
    self = error.isDiskFull ? .diskFull : error.isNotWritable ? .notWritable : .internalError
  }

  /// `home` is the site's own address.
  init(_ reason: DenialReason, home: String) {
    switch reason {
    case .cookieWithoutOrigin: self = .noOrigin
    case .foreignOrigin, .foreignHost, .nullOrigin, .foreignFetch:
      // The same request would succeed at the site's own address.
      self = .openedElsewhere(address: home)
    case .notLoopback, .notLocalNetwork, .servesOthers, .forwarded: self = .notAllowed
    }
  }

  var answer: Response.Status { Response.Status(rawValue: status) ?? .internalServerError }
}

extension Installation {
  /// Throws `noModel` for a request that a model would have to answer.
  func refuseWithoutModel() throws {
    guard configuration.hasModel else { throw Refusal.noModel }
  }
}
