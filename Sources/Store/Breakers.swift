// A provider that keeps failing is left alone for a while, by every scan, process and restart.
// Source: FAULTS B5 and §6 "breaker". The table is the breaker; nobody holds one in memory.

package import Albums

extension Trouble {
  /// Failures in a row that open the breaker.
  var failureLimit: Int64 { self == .outage ? Self.outageLimit : 1 }

  /// How long it is left alone.
  var restMilliseconds: Int64 { self == .quota ? Self.longestRest : 300_000 }

  static let outageLimit: Int64 = 5
  static let longestRest: Int64 = 3_600_000
}

/// What is known of a provider that failed last time.
package struct Breaker: Hashable, Sendable {
  package let provider: String

  /// One after the other, without an answer between.
  package let failures: Int64

  /// Nothing is sent before while it is open, nor somebody's last call while it is not; zero once the
  /// provider answered something free.
  package let until: Timestamp
  package let trouble: Trouble

  /// In the service's words, for the doctor and the log; no page shows it.
  package let reason: String

  package var isOpen: Bool { failures >= trouble.failureLimit }

  /// A rest that is longer than any was written while the clock was wrong (FAULTS J3).
  func hasRested(at now: Timestamp) -> Bool {
    until <= now || until > now.advanced(byMilliseconds: Trouble.longestRest)
  }
}

/// What a breaker says to a call.
enum Gate: Equatable {
  case open
  case probe(Trouble)
  case resting(Breaker)
}

extension Store {
  /// The providers that failed last time, by name.
  package func breakers() throws(StoreError) -> [Breaker] {
    try breakers("TRUE ORDER BY provider", [])
  }

  /// A call or a probe failed; until when nothing is sent now, or nil.
  @discardableResult
  package func countFailure(
    of provider: String, _ trouble: Trouble, reason: String, at now: Timestamp
  ) throws(StoreError) -> Timestamp? {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      let before = try breaker(of: provider)
      let failures = (before?.failures ?? 0) + 1
      let isOpen = failures >= trouble.failureLimit
      let until = now.advanced(byMilliseconds: trouble.restMilliseconds)
      // A call that was under way does not shorten the rest its provider was given meanwhile.
      if let before, before.isOpen, !before.hasRested(at: now), before.until > until {
        return before.until
      }
      try write(
        Breaker(
          provider: provider, failures: failures, until: until, trouble: trouble, reason: reason))
      return isOpen ? until : nil
    }
  }

  /// The provider answered something free. The breaker closes; but as this says little of paid calls,
  /// one failure more opens it again.
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

  /// The provider answered a paid call, be it with a no: it is well.
  package func heal(_ provider: String, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try forget(provider, at: now)
    }
  }

  // MARK: Inside a transaction

  /// One caller is let through when the rest is over; for the others it begins anew.
  ///
  /// Whoever has one call left (`isLast`) takes any failure for an open breaker: three calls within a
  /// minute would meet the same outage, and then nobody asks any more when it is over.
  func gate(
    of provider: String, isLast: Bool = false, at now: Timestamp
  ) throws(StoreError) -> Gate {
    guard let breaker = try breaker(of: provider),
      breaker.isOpen || (isLast && breaker.until > Self.never)
    else { return .open }
    guard breaker.hasRested(at: now) else { return .resting(breaker) }
    try write(
      Breaker(
        provider: provider, failures: breaker.failures,
        until: now.advanced(byMilliseconds: breaker.trouble.restMilliseconds),
        trouble: breaker.trouble, reason: breaker.reason))
    return breaker.trouble == .quota ? .open : .probe(breaker.trouble)
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

  /// Jobs that wait for a model are due now, not when the pause that they were told of is over.
  private func wakeWaitingJobs(at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      UPDATE jobs SET next_attempt = ?1
      WHERE state = 'queued' AND next_attempt > ?1 AND failure_code IN ('providerFailed', 'network')
        AND (kind IN ('scan', 'review') OR payload ->> '$.hint' IS NOT NULL)
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
