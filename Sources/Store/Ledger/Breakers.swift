// Pauses a provider that keeps failing. The pause applies to every scan and process, and survives
// restarts. Source: docs/faults.md B5, docs/limits.md "Breaker". The table holds the whole state of
// the breakers; no process keeps a copy in memory.

package import Albums

extension Trouble {
  /// The number of failures in a row that opens the breaker.
  var failureLimit: Int64 { self == .outage ? Self.outageLimit : 1 }

  /// The length of the pause, in milliseconds.
  var restMilliseconds: Int64 { self == .quota ? Self.longestRest : 300_000 }

  static let outageLimit: Int64 = 5
  static let longestRest: Int64 = 3_600_000
}

/// The state of a provider whose last call failed.
package struct Breaker: Hashable, Sendable {
  package let provider: String

  /// The number of failures in a row, without a success between them.
  package let failures: Int64

  /// The end of the pause. Before this time, an open breaker stops every call, and a closed breaker
  /// stops only the last call of a job. The value is zero after the provider has answered a free
  /// request.
  package let until: Timestamp
  package let trouble: Trouble

  /// The error message of the service, for the doctor and the log. No page shows it.
  package let reason: String

  /// The beginning of the pause.
  var began: Timestamp { until.advanced(byMilliseconds: -trouble.restMilliseconds) }

  package var isOpen: Bool { failures >= trouble.failureLimit }

  /// Whether the pause is over. A pause longer than the maximum was written while the clock was
  /// wrong, so it counts as over (docs/faults.md J3).
  func isPauseOver(at now: Timestamp) -> Bool {
    until <= now || until > now.advanced(byMilliseconds: Trouble.longestRest)
  }
}

/// The decision of a breaker about a call. `open`: the call may be made.
enum BreakerDecision: Equatable {
  case open
  case probe(Trouble)
  case paused(Breaker)
}

extension Store {
  /// The providers whose last call failed, sorted by name.
  package func breakers() throws(StoreError) -> [Breaker] {
    try breakers("TRUE ORDER BY provider", [])
  }

  /// The breaker that stops all calls to the provider now; nil if calls may be sent.
  package func openBreaker(
    of provider: String, at now: Timestamp
  ) throws(StoreError) -> Breaker? {
    guard let breaker = try breaker(of: provider), breaker.isOpen, !breaker.isPauseOver(at: now)
    else { return nil }
    return breaker
  }

  /// Records a failed call or probe. Returns the end of the pause, or nil if the breaker is not
  /// open.
  @discardableResult
  package func countFailure(
    of provider: String, _ trouble: Trouble, reason: String, at now: Timestamp
  ) throws(StoreError) -> Timestamp? {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let before = try breaker(of: provider)
      let failures = (before?.failures ?? 0) + 1
      let isOpen = failures >= trouble.failureLimit
      let until = now.advanced(byMilliseconds: trouble.restMilliseconds)
      // A call that was already running must not shorten the pause that began meanwhile.
      if let before, before.isOpen, !before.isPauseOver(at: now), before.until > until {
        return before.until
      }
      try write(
        Breaker(
          provider: provider, failures: failures, until: until, trouble: trouble, reason: reason))
      return isOpen ? until : nil
    }
  }

  /// Records that the provider answered a free request. The breaker closes. A free request is no
  /// proof that paid calls work, so a single further failure opens the breaker again.
  package func noteProbe(of provider: String, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        "UPDATE breakers SET failures = ?, until = 0, trouble = ? WHERE provider = ?",
        [
          .integer(Trouble.outageLimit - 1), .text(Trouble.outage.rawValue), .text(provider),
        ])
      try wakeWaitingJobs(at: now)
    }
  }

  /// The provider has answered a paid call, perhaps with a refusal. Removes its breaker.
  package func heal(_ provider: String, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try forget(provider, at: now)
    }
  }

  /// Ends the pauses that a wrong key, a wrong model or an empty account caused before a setting
  /// changed. Makes the jobs due that began to wait before that change. The setting may have been
  /// the reason for both.
  package func endWaits(before change: Timestamp, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      for trouble in [Trouble.setup, .quota] {
        try connection.run(
          "DELETE FROM breakers WHERE trouble = ? AND until - ? < ?",
          [
            .text(trouble.rawValue), .integer(trouble.restMilliseconds),
            .integer(change.milliseconds),
          ])
      }
      try connection.run(
        """
        UPDATE jobs SET next_attempt = ?1
        WHERE state = 'queued' AND next_attempt > ?1 AND updated < ?2
          AND failure_code IN ('providerFailed', 'network', 'cap')
        """, [.integer(now.milliseconds), .integer(change.milliseconds)])
    }
  }

  // MARK: Inside a transaction

  /// Decides about a call. When a pause is over, the first caller may continue: with its call if
  /// the trouble was `.quota`, otherwise with a free probe. A new pause then begins for all other
  /// callers.
  ///
  /// For the last call of a job (`isLast`), the breaker also counts as open after a single failure.
  /// Otherwise a job could make its three calls within one minute, during the same outage, and have
  /// no call left after the outage.
  func breakerDecision(
    of provider: String, isLast: Bool = false, at now: Timestamp
  ) throws(StoreError) -> BreakerDecision {
    guard let breaker = try breaker(of: provider),
      breaker.isOpen || (isLast && breaker.until > Self.never)
    else { return .open }
    guard breaker.isPauseOver(at: now) else { return .paused(breaker) }
    // The new pause begins 1 ms before `now`, because `begin` would otherwise stop this very call.
    try write(
      Breaker(
        provider: provider, failures: breaker.failures,
        until: now.advanced(byMilliseconds: breaker.trouble.restMilliseconds - 1),
        trouble: breaker.trouble, reason: breaker.reason))
    return breaker.trouble == .quota ? .open : .probe(breaker.trouble)
  }

  /// Whether the provider's last call failed.
  func hasTrouble(_ provider: String) throws(StoreError) -> Bool {
    try breaker(of: provider) != nil
  }

  private static var never: Timestamp { Timestamp(milliseconds: 0) }

  func heal(providerOf reservation: Reservation, at now: Timestamp) throws(StoreError) {
    let provider = try connection.row(
      "SELECT provider FROM calls WHERE id = ?", [.integer(reservation.id)]
    ) { (row) in row.text(0) }
    if let provider { try forget(provider, at: now) }
  }

  private func forget(_ provider: String, at now: Timestamp) throws(StoreError) {
    guard let breaker = try breaker(of: provider) else { return }
    try connection.run("DELETE FROM breakers WHERE provider = ?", [.text(provider)])
    if breaker.isOpen { try wakeWaitingJobs(at: now) }
  }

  /// Makes jobs that wait for a model due now, instead of at the end of the provider's pause.
  private func wakeWaitingJobs(at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      UPDATE jobs SET next_attempt = ?1
      WHERE state = 'queued' AND next_attempt > ?1 AND failure_code IN ('providerFailed', 'network')
        AND (\(JobKind.sql { $0.asksModel }) OR payload ->> '$.hint' IS NOT NULL)
      """, [.integer(now.milliseconds)])
  }

  private func write(_ breaker: Breaker) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO breakers (provider, failures, until, trouble, reason) VALUES (?, ?, ?, ?, ?)",
      [
        .text(breaker.provider), .integer(breaker.failures), .integer(breaker.until.milliseconds),
        .text(breaker.trouble.rawValue), .text(breaker.reason),
      ])
  }

  private func breaker(of provider: String) throws(StoreError) -> Breaker? {
    try breakers("provider = ?", [.text(provider)]).first
  }

  private func breakers(
    _ condition: String, _ values: [Value]
  ) throws(StoreError) -> [Breaker] {
    try connection.rows(
      "SELECT provider, failures, until, trouble, reason FROM breakers WHERE \(condition)", values
    ) { (row) throws(StoreError) in
      guard let trouble = Trouble(rawValue: row.text(3)) else {
        throw .damaged("trouble \(row.text(3))")
      }
      return Breaker(
        provider: row.text(0), failures: row.integer(1),
        until: Timestamp(milliseconds: row.integer(2)), trouble: trouble, reason: row.text(4))
    }
  }
}
