// The closed list of codes that requests are refused with and that jobs fail with.

/// The codes of `{"error":{"code"}}` and of `failure.code`. Source: docs/interface.md "HTTP".
package enum FailureCode: String, CaseIterable, Hashable, Sendable {
  case notJPEG, unreadable, tooLarge, empty, noPhoto, badLength, badRoute, badMethod, notAllowed
  case notFound, conflict, quota, cap, queueFull, diskFull, busy, notIdentified, providerRefused
  case providerFailed, network, review

  /// What happened, as a heading.
  package var heading: Sentence { Sentence("code.\(rawValue)") }
}
