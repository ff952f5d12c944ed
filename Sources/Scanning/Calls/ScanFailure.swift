// A failure that a stage reports to its job: the reason, and the time of a useful next attempt.

package import Albums
import Host
import Store

/// The error that stages throw. Only `failure` is stored and shown.
package struct ScanFailure: Error, Equatable, Sendable {
  package let failure: Failure

  /// The earliest time at which another attempt may help.
  package let notBefore: Timestamp?

  /// Whether no further attempt can help.
  package let isFinal: Bool

  /// Whether an early call was not admitted. No request was sent, and the same call may be admitted
  /// after the identification.
  let isTooEarly: Bool

  package var code: FailureCode { failure.code }

  /// Whether a later attempt may succeed without a change by the host or the person.
  package var isRetryable: Bool { !isFinal && code.recovery == .byItself }

  package init(
    _ failure: Failure, notBefore: Timestamp? = nil, isFinal: Bool = false, isTooEarly: Bool = false
  ) {
    self.failure = failure
    self.notBefore = notBefore
    self.isFinal = isFinal
    self.isTooEarly = isTooEarly
  }
}

extension ScanFailure {
  /// The failure of a job that could not read or write a file or the database. Another attempt may succeed.
  package init(storing error: any Error) {
    let isFull = (error as? HostError)?.isDiskFull ?? (error as? StoreError)?.isDiskFull ?? false
    self.init(isFull ? .diskFull : .busy)
  }
}
