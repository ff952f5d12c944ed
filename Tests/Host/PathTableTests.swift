// Tables by path: the bytes of a path decide.

import Host
import Testing

@Suite struct PathTableTests {
  /// The same Korean syllable as one character and as two.
  static let (one, two) = ("tags/\u{AC00}/feed.atom", "tags/\u{1100}\u{1161}/feed.atom")

  @Test func `equal texts with different bytes are different paths`() {
    var table: PathTable<Int> = [Self.one: 1, Self.two: 2]
    #expect(Self.one == Self.two, "for a String, both are the same")
    #expect(table[Self.one] == 1 && table[Self.two] == 2)
    #expect(table.paths.map { Array($0.utf8) } == [Array(Self.two.utf8), Array(Self.one.utf8)])
    table[Self.one] = nil
    #expect(table == [Self.two: 2] && !table.isEmpty)
    table[Self.two] = nil
    #expect(table.isEmpty && table.paths.isEmpty)
  }
}
