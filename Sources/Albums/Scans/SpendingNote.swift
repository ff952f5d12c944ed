// The note about the month's spending on the owner's pages, shown from 80 % of the cap on.

/// Source: docs/product.md "Plans": at 80 % the pages say so, at 100 % new scans wait, with the
/// date.
package enum SpendingNote {
  /// Nil below 80 % of the cap, and if nothing was spent. `spent` includes the worst cases of open calls;
  /// `next` is the beginning of the next month.
  package static func sentence(spent: Money, cap: Money, next: Timestamp) -> Sentence? {
    guard spent > .zero, spent.microdollars >= cap.microdollars / 5 * 4 else { return nil }
    if spent >= cap {
      return Sentence("spending.used", ["limit": .money(cap), "day": .day(next)])
    }
    return Sentence(
      "spending.near", ["spent": .money(spent), "limit": .money(cap), "day": .day(next)])
  }
}
