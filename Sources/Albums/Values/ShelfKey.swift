// The key of a shelf session. Lists that show a shelf as one entry use the functions of this file to
// group their finds.

/// Tells which finds a person added in one shelf session. Strangers see keys, so a key does not
/// reveal the id of the photo's scan.
package struct ShelfKey: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// `text` is a key that the database has stored.
  package init(stored text: String) { self.text = text }

  package var description: String { text }
}

extension Sequence {
  /// The elements in groups. All elements of one shelf are one group, at the position of the first of
  /// them; any other element is a group of its own.
  package func grouped(byShelf key: (Element) -> ShelfKey?) -> [[Element]] {
    var positions: [ShelfKey: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let shelf = key(element)
      if let shelf, let position = positions[shelf] {
        groups[position].append(element)
        continue
      }
      if let shelf { positions[shelf] = groups.count }
      groups.append([element])
    }
    return groups
  }

  /// The number of elements before the first element that belongs to none of the first `count` groups.
  package func length(ofGroups count: Int, byShelf key: (Element) -> ShelfKey?) -> Int {
    var shelves: Set<ShelfKey> = []
    var (groups, length) = (0, 0)
    for element in self {
      let shelf = key(element)
      let isNew = shelf.map { shelves.insert($0).inserted } ?? true
      if isNew { groups += 1 }
      guard groups <= count else { break }
      length += 1
    }
    return length
  }
}
