// For the owner's page: the finds of the household database that strangers may see, and those that
// changed since the last publish.

package import Albums
import Text

/// The numbers of the finds that a rule publishes.
package struct PublicCounts: Equatable, Sendable {
  package let finds: Int

  /// Of these finds, those with an own rating, and those with a note.
  package let rated: Int
  package let noted: Int
}

/// A find that changed since the last publish.
package struct ChangedFind: Equatable, Sendable {
  package let find: Find

  /// Whether the rule publishes it now. A find that was deleted is not published.
  package let isPublic: Bool
}

extension Store {
  /// Counts the finds that `rule` publishes now.
  package func publicCounts(by rule: PublishRule) throws(StoreError) -> PublicCounts {
    let counts = try connection.row(
      """
      SELECT count(*), count(own_rating), count(nullif(note, '')) FROM finds
      WHERE \(rule.condition(hasTag: Self.hasTag))
      """, try spellings(of: rule)
    ) { (row) in
      PublicCounts(
        finds: Int(row.integer(0)), rated: Int(row.integer(1)), noted: Int(row.integer(2)))
    }
    return counts ?? PublicCounts(finds: 0, rated: 0, noted: 0)
  }

  /// The number of the finds that changed since the last publish, and the last ones of them, at most
  /// `most`. Nil before the first publish. A change may concern details that strangers do not see.
  package func changesToPublish(
    by rule: PublishRule, atMost most: Int
  ) throws(StoreError) -> (count: Int, finds: [ChangedFind])? {
    guard case .finds(let ids) = try publishedChanges().changes else { return nil }
    var changed: [ChangedFind] = []
    for id in ids.suffix(most).reversed() {
      if let find = try find(id) {
        changed.append(
          ChangedFind(find: find, isPublic: rule.reason(for: find.details).isPublic))
      } else if let find = try deletedFind(id) {
        changed.append(ChangedFind(find: find, isPublic: false))
      }
    }
    return (ids.count, changed)
  }

  private static var hasTag: String {
    "finds.id IN (SELECT find FROM find_tags WHERE key IN (SELECT value FROM json_each(?1)))"
  }

  /// The keys in the database that are the rule's tag, as a JSON array. Two keys may be the same tag
  /// although their bytes differ.
  private func spellings(of rule: PublishRule) throws(StoreError) -> [Value] {
    guard case .tag(let key) = rule.choice else { return [] }
    let keys = try connection.rows("SELECT DISTINCT key FROM find_tags") { (row) in row.text(0) }
    let array = JSON.array(keys.filter { $0 == key }.map { .string($0) })
    return [.text(array.written())]
  }
}
