// A failure on its way from a stage to the end of its job: why, and when another attempt makes sense.

package import Albums

/// What a stage throws. Only `failure` is stored and shown.
package struct ScanFailure: Error, Equatable, Sendable {
  package let failure: Failure

  /// An earlier attempt cannot help.
  package let notBefore: Timestamp?

  /// No further attempt can help.
  package let isFinal: Bool

  package var code: FailureCode { failure.code }

  package init(_ failure: Failure, notBefore: Timestamp? = nil, isFinal: Bool = false) {
    self.failure = failure
    self.notBefore = notBefore
    self.isFinal = isFinal
  }
}
