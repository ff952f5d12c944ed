// The note about the month's spending on the owner's pages, shown from 80 % of the cap on.

/// Source: docs/product.md "Plans": at 80 % the pages say so, at 100 % new scans wait, with the
/// date.
package enum SpendingNote {
  /// Nil below 80 % of the cap, and if nothing was spent. `spent` includes the worst cases of open calls.
  package static func sentence(spent: Money, cap: Money, in month: Month) -> String? {
    guard spent > .zero, spent.microdollars >= cap.microdollars / 5 * 4 else { return nil }
    let next = month.next.start.dayInWords
    let limit = cap.inCents
    if spent >= cap {
      return
        "This month's limit of \(limit) for models is used. New scans wait, for 24 hours at most; the next month begins on \(next)."
    }
    return
      "\(spent.inCents) of this month's \(limit) for models is used. At the limit new scans wait, for 24 hours at most; the next month begins on \(next)."
  }
}
