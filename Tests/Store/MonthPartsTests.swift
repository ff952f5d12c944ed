// The parts of a month, numbered from the oldest find, and the search entries of a month.

import Albums
import Store
import Support
import Testing

@Suite struct MonthPartsTests {
  let fixture: StoreFixture
  init() throws { fixture = try StoreFixture() }

  /// Seven finds of a month in parts of three; the newest has the highest number.
  private func stocked() throws -> Store {
    let store = try fixture.open()
    try store.importCover(
      of: Album(
        artist: "Can", title: "Tago Mago", year: 1971, genres: ["Krautrock", "Rock"],
        recordLabel: "United Artists"), review: try StoreFixture.review(), fingerprint: [1],
      name: "a", at: StoreFixture.time(0))
    for number in 1...7 {
      try fixture.complete(UInt8(number), at: StoreFixture.time(Int64(number)), in: store)
    }
    return store
  }

  private func numbers(_ ids: [FindID]) -> [Int] {
    (1...9).filter { ids.contains(StoreFixture.find(UInt8($0))) }
  }

  /// The find, the deleted finds, the first finds of the parts, and the part of the find.
  @Test(
    arguments: [
      (1, [], [1, 4, 7], 0), (3, [], [1, 4, 7], 0), (4, [], [1, 4, 7], 1), (7, [], [1, 4, 7], 2),
      (7, [7], [1, 4], 1), (1, [1], [2, 5], 0), (4, [4], [1, 5], 0), (5, [4], [1, 5], 1),
      (3, [3], [1, 5], 0), (2, [1, 2, 3, 4, 5, 6, 7], [], 0),
    ] as [(UInt8, [UInt8], [Int], Int)])
  func `a month is divided from its oldest find`(
    find: UInt8, deleted: [UInt8], firsts: [Int], changed: Int
  ) throws {
    let store = try stocked()
    for number in deleted {
      #expect(try store.delete(StoreFixture.find(number), at: StoreFixture.time(99)))
    }
    let parts = try #require(try store.parts(around: StoreFixture.find(find), of: 3))
    #expect(numbers(parts.firsts) == firsts && parts.firsts.count == firsts.count)
    #expect(parts.changed == changed)
    #expect(parts.month == StoreFixture.time(1).month)
  }

  @Test func `a find that never existed has no month`() throws {
    #expect(try stocked().parts(around: StoreFixture.find(77), of: 3) == nil)
  }

  @Test(
    arguments: [
      (0..<3, [3, 2, 1]), (3..<6, [6, 5, 4]), (6..<9, [7]), (9..<12, []),
    ] as [(Range<Int>, [Int])])
  func `a range counts from the oldest find, and its finds are newest first`(
    range: Range<Int>, expected: [Int]
  ) throws {
    let store = try stocked()
    let month = StoreFixture.time(1).month
    let ids = expected.map { StoreFixture.find(UInt8($0)) }
    let finds = try store.finds(in: month, range)
    #expect(finds.map(\.id) == ids)
    #expect(try store.searchEntries(in: month, range).map(\.id) == ids.reversed())
    let all = try store.finds(in: month, isWhole: false)
    #expect(finds == all.filter { ids.contains($0.id) })
  }

  @Test func `the search knows what the find has`() throws {
    let store = try stocked()
    let id = StoreFixture.find(2)
    var edit = FindEdit()
    edit.status = .set(.have)
    edit.tags = [Tag(stored: "Berlin"), Tag(stored: "a gift")]
    edit.place = .set("Rough Trade East")
    edit.note = .set("secret")
    edit.publicChoice = .set(.yes)
    _ = try store.edit(
      [id], edit, as: EditID(unchecked: StoreFixture.find(9).text), by: .owner,
      at: StoreFixture.time(50))
    let find = try #require(try store.find(id))
    let entry = try store.searchEntries(in: StoreFixture.time(1).month, 1..<2)[0]
    #expect(entry.id == id && entry.found == find.found && entry.isSure == find.isSure)
    #expect(entry.album == find.album)
    #expect(entry.verdict?.rating == find.review?.rating)
    #expect(entry.verdict?.recommendation == find.review?.recommendation)
    #expect(entry.details.tags == find.details.tags && entry.details.status == .have)
    #expect(entry.details.place == "Rough Trade East" && entry.details.publicChoice == .yes)
    #expect(entry.details.note == nil, "the search has no notes")
  }
}
