// The note about the month's spending on the owner's pages, shown from 80 % of the cap on.

/// Source: docs/product.md "Plans": from 80 % on, pages show a note; from 100 % on, new scans wait
/// until a date.
package enum SpendingNote {
  /// Nil below 80 % of the cap, and if nothing was spent. `spent` includes the worst cases of open calls;
  /// `next` is the beginning of the next month, which is computed only if there is a note.
  package static func sentence(
    spent: Money, cap: Money, next: @autoclosure () -> Timestamp
  ) -> Sentence? {
    guard spent > .zero, spent.microdollars >= cap.microdollars / 5 * 4 else { return nil }
    let next = next()
    if spent >= cap {
      return Sentence("spending.used", ["limit": .money(cap), "day": .day(next)])
    }
    return Sentence(
      "spending.near", ["spent": .money(spent), "limit": .money(cap), "day": .day(next)])
  }
}
