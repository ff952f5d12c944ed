// The newest find with everything that its page shows; lists read less.

import Albums
import Store

extension Store {
  /// Nil in an empty log.
  func newestFind() throws(StoreError) -> Find? {
    guard let listed = try newestFinds(1).first else { return nil }
    return try find(listed.id)
  }
}
