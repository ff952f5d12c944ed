// The database as the cache of MusicBrainz and of the archive.

import Albums
import MusicBrainz
import Store

extension AnswerCache {
  /// Stores answers in the database. An error of the database has only one effect: the request is
  /// sent again.
  init(_ database: DatabaseActor, now: @escaping @Sendable () -> Timestamp) {
    self.init(
      read: { question in
        try? await database.with { (store) throws(StoreError) in try store.answer(to: question) }
      },
      write: { answer, question in
        let now = now()
        try? await database.with { (store) throws(StoreError) in
          try store.keep(answer, to: question, at: now)
        }
      })
  }
}
