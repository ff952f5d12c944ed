// Counts calls of a closure that has to be Sendable.

import Synchronization

final class Counter: Sendable {
  private let count = Mutex(0)

  /// 1, 2, 3, …
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
