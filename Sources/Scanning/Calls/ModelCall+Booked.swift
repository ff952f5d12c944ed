// Calls that are booked together before the first one is sent: the sheets of a shelf.

import Albums
import Host
import Models
import Store

extension ModelCall {
  /// A booking for each call, in order: see `Store.reserve(_:cap:personCap:plans:shelfCalls:at:)`. If
  /// the pause of the provider is over, sends a probe first. If the probe fails, the provider is
  /// paused again, and so is each call without an answer.
  func book(_ calls: [PlannedCall]) async throws(ScanFailure) -> [Booking] {
    let bookings = try await reserve(calls)
    guard let first = calls.first, let trouble = bookings.lazy.compactMap(\.trouble).first else {
      return bookings
    }
    do {
      try await probe(after: trouble, for: first.owner)
    } catch {
      // The log and the breaker already have the reason why the probe failed.
    }
    return try await reserve(calls)
  }

  /// The answer to a question whose call was booked with others. If the task was cancelled, releases
  /// the booking and sends nothing.
  func answer(
    _ question: Question, booked planned: PlannedCall, _ booking: Booking,
    onText: TextHandler? = nil
  ) async throws(ScanFailure) -> ModelAnswer {
    guard case .reserved(let reservation) = booking else {
      return try await answer(question, planned, booking, onText)
    }
    if Task.isCancelled {
      try await release(reservation, wasSent: false)
      throw ScanFailure(.noAnswer)
    }
    let now = now()
    let begun = try await storing { (store) throws(StoreError) in
      try store.begin(reservation, at: now)
    }
    guard let begun else { throw ScanFailure(.notBooked) }
    return try await answer(question, planned, begun, onText)
  }

  private func reserve(_ calls: [PlannedCall]) async throws(ScanFailure) -> [Booking] {
    let (cap, personCap, plans, shelfCalls, now) = (cap, personCap, plans, shelfCalls, now())
    return try await storing { (store) throws(StoreError) in
      try store.reserve(
        calls, cap: cap, personCap: personCap, plans: plans, shelfCalls: shelfCalls, at: now)
    }
  }
}

extension Booking {
  /// The trouble after which the provider needs a probe first; nil if no probe is needed.
  fileprivate var trouble: Trouble? {
    guard case .probeFirst(let trouble) = self else { return nil }
    return trouble
  }
}
