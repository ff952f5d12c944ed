// Judges whether requests arrive too fast for a service that admits one in each interval.

/// The generic cell rate algorithm: each request is due one interval after the one before it was due, or arrived.
/// A busy computer measures an arrival late, which makes the next gap shorter. So one request may arrive up to
/// `tolerance` before it is due, but requests that are always too fast soon arrive earlier than that.
/// After a refused request, the next one is due one interval after it. All times are in microseconds.
package struct ArrivalPace: Sendable {
  private let spacing: Int64

  /// A fifth of the interval.
  private var tolerance: Int64 { spacing / 5 }
  private var due: Int64?

  package init(spacing: Int64) { self.spacing = spacing }

  /// How much too early a request arrives; nil for a request in time.
  package mutating func earliness(of arrival: Int64) -> Int64? {
    let expected = due ?? arrival
    guard arrival >= expected - tolerance else {
      due = arrival + spacing
      return expected - arrival
    }
    due = max(arrival, expected) + spacing
    return nil
  }
}
