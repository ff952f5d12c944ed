// The plan of a person: the number of scans, and the permitted calls. The host assigns plans;
// AlbumScan sells nothing.

/// A person's plan. Source: docs/product.md "Plans".
package enum Plan: String, CaseIterable, Hashable, Sendable {
  /// 5 scans in all, call 1 only.
  case free
  /// 120 scans a calendar month, call 1 only.
  case base
  /// 120 scans a calendar month, call 2 and advanced search.
  case ultra
  /// No limit on scans; only the monthly cap applies.
  case owner
}
