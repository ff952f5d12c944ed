// The closed list of codes of refused requests and of failed jobs.

/// The codes of `{"error":{"code"}}` and of `failure.code`. Source: docs/interface.md "HTTP".
package enum FailureCode: String, CaseIterable, Hashable, Sendable {
  case notJPEG, unreadable, tooLarge, empty, noPhoto, badLength, badRoute, badMethod, notAllowed
  case notFound, conflict, quota, cap, queueFull, diskFull, busy, notIdentified, providerRefused
  case providerFailed, network, review, tooMany, signIn, publish

  /// The heading that names the event.
  package var heading: Sentence { Sentence("code.\(rawValue)") }
}
