// Judges whether requests arrive too fast for a service that admits one in each interval.

/// The generic cell rate algorithm. A request is due one interval after the time at which the
/// former request was due, or after its arrival if that was later. A busy computer delays some
/// requests on their way, so the next gap seems shorter. One request may therefore arrive up to
/// `tolerance` before it is due. A client that always sends too fast soon exceeds this tolerance.
/// After a refusal, the next request is due one interval after the refused one. All times are in
/// microseconds.
package struct ArrivalPace: Sendable {
  private let spacing: Int64

  /// A fifth of the interval.
  private var tolerance: Int64 { spacing / 5 }
  private var last: Int64?
  private var due: Int64?

  package init(spacing: Int64) { self.spacing = spacing }

  /// How much too early a request arrives; nil for a request in time. Of two requests on two
  /// connections, a server may read the later one first. The earlier one then needs a full gap
  /// before the later one.
  package mutating func earliness(of arrival: Int64) -> Int64? {
    if let last, arrival < last {
      let early = spacing - (last - arrival)
      return early > tolerance ? early : nil
    }
    last = arrival
    let expected = due ?? arrival
    guard arrival >= expected - tolerance else {
      due = arrival + spacing
      return expected - arrival
    }
    due = max(arrival, expected) + spacing
    return nil
  }
}
