// The closed list of codes of refused requests and of failed jobs.

/// The codes of `{"error":{"code"}}` and of `failure.code`. Source: docs/interface.md "HTTP".
package enum FailureCode: String, CaseIterable, Hashable, Sendable {
  case notJPEG, unreadable, tooLarge, empty, noPhoto, badLength, badRoute, badMethod, notAllowed
  case notFound, conflict, quota, cap, queueFull, diskFull, busy, notIdentified, providerRefused
  case providerFailed, network, review, tooMany, signIn, publish

  /// The heading that names the event.
  package var heading: Sentence { Sentence("code.\(rawValue)") }

  /// The event after which a job that failed for this reason may succeed. A job never fails with some
  /// of the codes, because only refused requests have them.
  package var recovery: Recovery {
    switch self {
    case .providerFailed, .network, .busy, .diskFull, .publish: .byItself
    case .cap, .quota: .withBudget
    case .notJPEG, .unreadable, .tooLarge, .empty, .noPhoto, .badLength, .badRoute, .badMethod,
      .notAllowed, .signIn, .notFound, .conflict, .queueFull, .tooMany, .notIdentified,
      .providerRefused, .review:
      .never
    }
  }
}

/// The event after which a failed job may succeed.
package enum Recovery: Hashable, Sendable {
  /// The service, the disk or the database works again.
  case byItself
  /// The next month begins, or the host raises a cap or a plan.
  case withBudget
  /// No event: the photo or the request itself must change.
  case never
}
