// Counts calls of a closure that has to be Sendable.

import Synchronization

package final class Counter: Sendable {
  private let count = Mutex(0)

  package init() {}

  /// 1, 2, 3, …
  package func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
