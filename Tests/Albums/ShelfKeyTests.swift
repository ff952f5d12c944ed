// Finds of a shelf in a list: they are together, and a list may end with a whole shelf.

import Albums
import Testing

@Suite struct ShelfKeyTests {
  /// Elements, of which some have the letter of a shelf; their groups; and the number of the elements of
  /// the first two groups.
  static let lists: [([String], groups: [[String]], length: Int)] = [
    ([], [], 0),
    (["1"], [["1"]], 1),
    (["1", "2", "3"], [["1"], ["2"], ["3"]], 2),
    (["1a", "2a", "3a", "4", "5"], [["1a", "2a", "3a"], ["4"], ["5"]], 4),
    (["1", "2a", "3a"], [["1"], ["2a", "3a"]], 3),
    (["1a", "2b", "3a", "4b", "5"], [["1a", "3a"], ["2b", "4b"], ["5"]], 4),
  ]

  @Test(arguments: lists)
  func `the elements of a shelf are one group at the position of the first`(
    list: [String], groups: [[String]], length: Int
  ) {
    func shelf(_ element: String) -> ShelfKey? {
      element.last.flatMap { $0.isLetter ? ShelfKey(stored: String($0)) : nil }
    }
    #expect(list.grouped(byShelf: shelf) == groups)
    #expect(list.length(ofGroups: 2, byShelf: shelf) == length)
    #expect(list.length(ofGroups: 9, byShelf: shelf) == list.count)
    #expect(list.length(ofGroups: 0, byShelf: shelf) == 0)
  }
}
