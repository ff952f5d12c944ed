// The error of a lookup at a service that needs no key.

/// The reason why a lookup at a service failed; not for users.
package enum LookupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There was no answer, the service was busy, or the answer could not be read.
  case unreachable(String)
  /// The service refused the request, or has no such entry.
  case refused(status: Int)

  package var description: String {
    switch self {
    case .unreachable(let reason): "no answer (\(reason))"
    case .refused(let status): "refused with HTTP \(status)"
    }
  }
}
