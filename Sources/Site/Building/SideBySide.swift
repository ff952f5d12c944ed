// Writes independent pages on all cores in parallel. The caller waits for the last page.

import Dispatch
import Synchronization

/// Runs `body` for every item, for several items in parallel. Throws the first error after all
/// items have ended.
func sideBySide<Item: Sendable>(
  _ items: [Item], _ body: @Sendable (Item) throws(SiteError) -> Void
) throws(SiteError) {
  let firstError = Mutex<SiteError?>(nil)
  DispatchQueue.concurrentPerform(iterations: items.count) { index in
    do throws(SiteError) {
      try body(items[index])
    } catch {
      firstError.withLock { $0 = $0 ?? error }
    }
  }
  if let error = firstError.withLock({ $0 }) { throw error }
}
