// The plan of a person: the number of scans, and the permitted calls. The host assigns plans;
// AlbumScan sells nothing. `PlanLimits` has the numbers.

/// A person's plan. Source: docs/product.md "Plans".
package enum Plan: String, CaseIterable, Hashable, Sendable {
  /// Few scans in all, call 1 only.
  case free
  /// Scans for each calendar month, call 1 only.
  case base
  /// Scans for each calendar month, call 2 and advanced search.
  case ultra
  /// No limit on scans; only the monthly cap applies.
  case owner

  /// Whether the plan includes call 2 and advanced search.
  package var includesSearch: Bool {
    switch self {
    case .free, .base: false
    case .ultra, .owner: true
    }
  }
}
