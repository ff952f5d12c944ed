// The list of changed paths of the published log.

import Testing

@testable import Site

@Suite struct ChangedPathsTests {
  @Test func `paths are compared by their bytes, and each is listed once`() {
    let changes = ChangedPaths()
    let (parts, one) = ("tags/\u{1100}\u{1161}/index.html", "tags/\u{AC00}/index.html")
    #expect(parts == one, "as texts they are equal")
    for path in [one, parts, one, "a"] { changes.add(path) }
    let taken = changes.take().map { Array($0.utf8) }
    #expect(taken == ["a", parts, one].map { Array($0.utf8) })
    #expect(changes.take().isEmpty)
  }
}
