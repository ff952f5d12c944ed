// The database as the cache of the answers of services.

import Albums
import HTTP
import Host
import Store

extension AnswerCache {
  /// Stores answers in the database. An error of the database has only one effect: the request is
  /// sent again. `log` gets its reason.
  init(_ database: DatabaseActor, log: LogFile, now: @escaping @Sendable () -> Timestamp) {
    self.init(
      read: { question in
        do throws(StoreError) {
          return try await database.with { (store) throws(StoreError) in
            try store.answer(to: question)
          }
        } catch {
          log.writeUnlessRepeated(now().iso, "cache", "\(error)")
          return nil
        }
      },
      write: { answer, question in
        let now = now()
        do throws(StoreError) {
          try await database.with { (store) throws(StoreError) in
            try store.keep(answer, to: question, at: now)
          }
        } catch {
          log.writeUnlessRepeated(now.iso, "cache", "\(error)")
        }
      })
  }
}
