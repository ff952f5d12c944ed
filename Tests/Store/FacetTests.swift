// The index of finds by their facets, and the stale summary pages.

import Albums
import Testing

@testable import Store

@Suite struct FacetTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// A store with one album that has all facts, and one find of it.
  private func log() throws -> Store {
    let store = try fixture.open()
    let album = Album(
      artist: "The Night Ferries", title: "Salt", year: 1974, genres: ["Jazz", "jazz", "Soul"],
      recordLabel: "Verve")
    try store.importCover(
      of: album, review: try StoreFixture.review(), fingerprint: [0], name: "salt",
      at: StoreFixture.time(0))
    try fixture.complete(1, at: StoreFixture.time(1), in: store)
    return store
  }

  private func taken(_ number: UInt8) -> TakenFind {
    TakenFind(StoreFixture.find(number), isUnfinished: false)
  }

  private func stale(_ store: borrowing Store) throws -> Set<String> {
    Set(
      try store.staleSummaries().map { page in
        switch page {
        case .facet(let kind, let key, _): "\(kind.rawValue) \(key)"
        case .find(let id): "find \(id)"
        case .year(let year): "\(year)"
        }
      })
  }

  @Test func `a find has a facet for each fact, and each page once`() throws {
    let store = try log()
    let facets = try store.facets(of: StoreFixture.find(1)).map { "\($0.kind.rawValue) \($0.key)" }
    #expect(
      facets == [
        "artist night ferries", "year 1974", "tier 2", "genre jazz", "genre soul",
        "label verve", "shelf 1970 verve",
      ])
    let find = try #require(try store.find(StoreFixture.find(1)))
    #expect(find.facets == (try store.facets(of: find.id)))
  }

  @Test func `taking a find over makes exactly its pages stale`() throws {
    let store = try log()
    try store.takeOver([taken(1)])
    let pages = [
      "artist night ferries", "year 1974", "tier 2", "genre jazz", "genre soul", "label verve",
      "2026",
    ]
    #expect(try stale(store) == Set(pages))
    #expect(try store.hasWork(at: StoreFixture.time(2)))
    try store.markSummariesWritten()
    #expect(try stale(store).isEmpty)
  }

  @Test func `a tag moves a find from page to page`() throws {
    let store = try log()
    try store.takeOver([taken(1)])
    for (number, tag) in ["Jazz night", "Sold"].enumerated() {
      try store.markSummariesWritten()
      var change = FindEdit()
      change.tags = Tag.list(tag)
      _ = try store.edit(
        [StoreFixture.find(1)], change,
        as: EditID(unchecked: StoreFixture.find(UInt8(100 + number)).text), by: .owner,
        at: StoreFixture.time(3))
      try store.takeOver([taken(1)])
    }
    #expect(try stale(store).isSuperset(of: ["tag jazz night", "tag sold"]))
    #expect(try store.count(of: .tag, key: "jazz night") == nil)
    #expect(try store.count(of: .tag, key: "sold")?.name == "Sold")
  }

  @Test func `a deleted find leaves the index and marks its neighbours`() throws {
    let store = try log()
    try fixture.complete(2, at: StoreFixture.time(5), in: store)
    try store.takeOver([taken(1), taken(2)])
    try store.markSummariesWritten()
    _ = try store.delete(StoreFixture.find(1), at: StoreFixture.time(6))
    #expect(try store.isDeletedAndIndexed(StoreFixture.find(1)))
    try store.takeOver([taken(1)])
    #expect(try !store.isDeletedAndIndexed(StoreFixture.find(1)))
    #expect(try store.count(of: .artist, key: "night ferries")?.count == 1)
    let neighbour = "find \(StoreFixture.find(2))"
    #expect(try stale(store).isSuperset(of: ["artist night ferries", neighbour]))
  }

  @Test func `taking all finds over leaves what taking each of them over leaves`() throws {
    let store = try log()
    try fixture.complete(2, at: StoreFixture.time(5), in: store)
    try store.takeOver([taken(1), taken(2)])
    let rows = "SELECT group_concat(substr(find, 1, 2) || kind || key || name) FROM facets"
    let before = try sqlite(fixture.path, rows)
    try store.takeOverAll()
    #expect(try sqlite(fixture.path, rows) == before)
    try sqlite(fixture.path, "DELETE FROM facets WHERE kind = 'year'; UPDATE facets SET name = 'x'")
    try store.takeOverAll()
    #expect(try sqlite(fixture.path, rows) == before)
  }

  @Test func `a page has its finds from the oldest, in parts`() throws {
    let store = try log()
    for number in UInt8(2)...9 {
      try fixture.complete(number, at: StoreFixture.time(Int64(number)), in: store)
    }
    try store.takeOver((1...9).map { taken($0) })
    let part = try store.finds(of: .artist, key: "night ferries", from: 3, most: 4).map(\.id)
    #expect(part == [4, 5, 6, 7].map { StoreFixture.find($0) })
    let before = StoreFixture.time(4)
    #expect(try store.countFinds(of: .artist, key: "night ferries", before: before) == 3)
    #expect(try store.statistics(ofYear: nil).finds == 9)
    #expect(try store.statistics(ofYear: 2026).albums == 1)
    #expect(try store.statistics(ofYear: 2025).finds == 0)
  }
}
