// The finds of a shelf as lists group them: their key, the time of their addition, whole shelves at the
// end of a list, and the published database.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct ShelfGroupTests {
  private let published: PublishedFixture
  private let now = StoreFixture.time(0)
  private let id = ScanID(randomBytes: Array(repeating: 1, count: 17))

  init() throws { published = try PublishedFixture() }

  private static let works = [
    Album(kind: .book, artist: "Frank Herbert", title: "Dune"),
    Album(artist: "Can", title: "Tago Mago"),
    Album(kind: .book, artist: "Jane Austen", title: "Emma"),
    Album(kind: .book, artist: "Stanisław Lem", title: "Solaris"),
  ]

  /// A history with a shelf of four items, of which the first `count` are added.
  private func log(adding count: Int) throws -> Store {
    let store = try published.log()
    try store.makeShelf(of: Self.works, as: id, at: now)
    try store.add(Array(1...count), of: id, at: StoreFixture.time(60))
    return store
  }

  private func find(_ number: Int, in store: borrowing Store) throws -> Find {
    let id = try #require(try store.shelf(id)?.items[number - 1].find)
    return try #require(try store.find(id))
  }

  @Test func `the finds of a shelf have one key, which does not have the id of the scan`() throws {
    let store = try log(adding: 2)
    try published.add(1, to: store)
    let key = ShelfKey(of: id)
    #expect(key.text.count == 32 && !key.text.contains(id.text.prefix(8)))
    let finds = try store.newestFinds(9)
    #expect(finds.map(\.shelf) == [nil, key, key])
    #expect(finds.map(\.added) == [nil, StoreFixture.time(60), StoreFixture.time(60)])
    #expect(Set(finds.map(\.found)).count == 2, "both finds of the shelf have the photo's time")
    #expect(try store.allFindSummaries().map(\.shelf) == [key, key, nil])
  }

  @Test func `a find that is added again gets the time of the last addition`() throws {
    let store = try log(adding: 2)
    let other = try find(2, in: store)
    let first = try find(1, in: store)
    _ = try store.change(id, .remove([1]), by: .owner, at: StoreFixture.time(70))
    try store.add([1], of: id, at: StoreFixture.time(80))
    #expect(try find(1, in: store).id == first.id)
    #expect(try find(1, in: store).added == StoreFixture.time(80))
    #expect(try find(2, in: store) == other)
  }

  @Test func `the finds of a shelf keep their key when its list is removed`() throws {
    let store = try log(adding: 2)
    try store.removeShelves(before: StoreFixture.time(1))
    #expect(try store.newestFinds(9).map(\.shelf) == [ShelfKey(of: id), ShelfKey(of: id)])
  }

  /// The numbers of groups, and of their finds: two finds are newer than the shelf, one is older.
  static let groups = [(1, 1), (2, 2), (3, 6), (4, 7), (5, 7)]

  @Test(arguments: groups)
  func `a list of the newest entries has all finds of its last shelf`(
    groups: Int, finds: Int
  ) throws {
    let store = try published.log()
    let tags = FindDetails(tags: [Tag(stored: "Sea")], publicChoice: .yes)
    try published.add(1, nil, tags, to: store)
    try store.makeShelf(of: Self.works, as: id, at: StoreFixture.time(30))
    let added = try store.add([1, 2, 3, 4], of: id, at: StoreFixture.time(40))
    let edit = EditID(randomBytes: Array(repeating: 1, count: 17))
    _ = try store.edit(
      added, FindEdit(tags: "Sea"), as: edit, by: .owner, at: StoreFixture.time(41))
    for number in [50, 60] { try published.add(number, nil, tags, to: store) }
    #expect(try store.newestFinds(1, groups: groups).count == finds)
    #expect(try store.newestFinds(5, groups: groups).count == max(5, finds))
    try store.takeOverAll()
    let tagged = try store.newestFinds(of: .tag, key: "sea", groups: groups)
    let newest = try store.newestFinds(finds)
    #expect(tagged.map(\.id) == newest.map(\.id))
  }

  @Test func `strangers get the key of a shelf, and only its public finds`() throws {
    let store = try log(adding: 3)
    let finds = try [1, 2, 3].map { try find($0, in: store).id }
    func publish(_ find: FindID, _ choice: String) throws {
      _ = try store.edit(
        [find], FindEdit(publicChoice: choice),
        as: EditID(randomBytes: (0..<17).map { _ in .random(in: 0...255) }), by: .owner,
        at: StoreFixture.time(90))
    }
    for find in finds[..<2] { try publish(find, "yes") }
    let site = try published.published()
    try site.takeOver(from: store)
    let key = ShelfKey(of: id)
    #expect(try site.newestFinds(9).map(\.shelf) == [key, key])
    #expect(try site.newestFinds(9).map(\.added) == [StoreFixture.time(60), StoreFixture.time(60)])
    #expect(try site.newestFinds(9).allSatisfy { $0.scan == nil })
    try site.finishPublishing()
    try publish(finds[0], "no")
    try publish(finds[2], "yes")
    try site.takeOver(from: store)
    #expect(Set(try site.newestFinds(9).map(\.id)) == Set(finds[1...]))
    #expect(try site.deletedFind(finds[0])?.shelf == nil)
    let file = String(decoding: try Files.read(published.path, limit: 1 << 26), as: UTF8.self)
    #expect(!file.contains(id.text), "the id of the scan")
  }
}
