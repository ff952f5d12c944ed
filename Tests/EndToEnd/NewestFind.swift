// The newest find with all data of its page. A list of finds contains less data.

import Albums
import Store

extension Store {
  /// The newest find; nil if there are no finds.
  func newestFind() throws(StoreError) -> Find? {
    guard let listed = try newestFinds(1).first else { return nil }
    return try find(listed.id)
  }
}
