// The newest find with all data of its page; lists of finds read less.

import Albums
import Store

extension Store {
  /// The newest find; nil in an empty log.
  func newestFind() throws(StoreError) -> Find? {
    guard let listed = try newestFinds(1).first else { return nil }
    return try find(listed.id)
  }
}
