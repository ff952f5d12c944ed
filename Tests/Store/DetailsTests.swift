// Details of finds in the database: their changes, the pages that become stale, and the undo.

import Albums
import Support
import Testing

@testable import Store

@Suite struct DetailsTests {
  private let fixture: StoreFixture
  private let one = StoreFixture.find(1)
  private let two = StoreFixture.find(2)

  /// Two finds of the same album; all their pages are written.
  init() throws {
    fixture = try StoreFixture()
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago", year: 1971), review: nil, fingerprint: [1],
      name: "a", at: StoreFixture.time(0))
    for number: UInt8 in [1, 2] {
      try fixture.complete(number, at: StoreFixture.time(Int64(number)), in: store)
    }
    try store.markAllWritten()
  }

  private func edit(_ number: Int) -> EditID {
    EditID(unchecked: "edit" + String(repeating: "0", count: 21) + "\(number)")
  }

  @Test func `an edit changes the details, and only the pages that show them become stale`() throws
  {
    let store = try fixture.open()
    let change = try FindEdit(tags: "Krautrock, 70s", note: "*loud*", place: "Rough Trade East")
    let result = try store.edit([two], change, as: edit(1), by: .owner, at: StoreFixture.time(9))
    #expect(result.changed == [two])
    #expect(try store.stalePages().map(\.subject) == [.find(two)])
    let details = try #require(try store.find(two)).details
    #expect(details.tags.map(\.text) == ["Krautrock", "70s"] && details.note == "*loud*")
    #expect(
      details.place == "Rough Trade East" && details.status == nil && details.publicChoice == nil)
    #expect(try store.find(one)?.details == FindDetails())
    #expect(try store.newestFinds(2).map(\.details.tags.count) == [2, 0])
  }

  @Test func `a find that has the values already is not changed`() throws {
    let store = try fixture.open()
    let change = try FindEdit(status: "have")
    let first = try store.edit(
      [one, two], change, as: edit(1), by: .owner, at: StoreFixture.time(9))
    #expect(first.changed == [one, two])
    let second = try store.edit(
      [one, two, StoreFixture.find(9)], change, as: edit(2), by: .owner, at: StoreFixture.time(10))
    #expect(second.changed.isEmpty)
  }

  @Test func `a later find knows that the person has the record, and its page becomes stale`()
    throws
  {
    let store = try fixture.open()
    #expect(try store.find(two)?.earlier.map(\.status) == [nil])
    _ = try store.edit(
      [one], try FindEdit(status: "have"), as: edit(1), by: .owner, at: StoreFixture.time(9))
    #expect(try store.find(two)?.earlier.map(\.status) == [.have])
    let stale = try store.stalePages().map(\.subject)
    #expect(stale.contains(.find(one)) && stale.contains(.find(two)))
  }

  @Test func `an undo restores only what the edit changed, and works once`() throws {
    let store = try fixture.open()
    let first = try FindEdit(status: "want", tags: "a, b")
    _ = try store.edit([one], first, as: edit(1), by: .owner, at: StoreFixture.time(9))
    _ = try store.edit(
      [one, two], try FindEdit(status: "have"), as: edit(2), by: .owner, at: StoreFixture.time(10))
    _ = try store.edit(
      [one], try FindEdit(place: "Berlin"), as: edit(3), by: .owner, at: StoreFixture.time(11))
    let undone = try #require(try store.undo(edit(2), at: StoreFixture.time(12)))
    #expect(undone.changed == [one, two])
    let details = try #require(try store.details(of: one))
    #expect(details.status == .want && details.tags.count == 2 && details.place == "Berlin")
    #expect(try store.details(of: two) == FindDetails())
    #expect(try store.undo(edit(2), at: StoreFixture.time(13)) == nil)
    #expect(
      try store.editRecord(edit(2)) == EditRecord(isDeletion: false, isUndone: true, count: 2))
  }

  @Test func `an own rating is stored, changed for many finds and taken back`() throws {
    let store = try fixture.open()
    let first = try FindEdit(ownRating: "8.5")
    _ = try store.edit([one], first, as: edit(1), by: .owner, at: StoreFixture.time(9))
    #expect(try store.find(one)?.details == FindDetails(ownRating: Rating(tenths: 85)))
    #expect(try store.newestFinds(2).map(\.details.ownRating?.tenths) == [nil, 85])
    #expect(try store.allFindSummaries().map(\.ownRating?.tenths) == [85, nil])
    let both = try FindEdit(ownRating: "10")
    let changed = try store.edit(
      [one, two], both, as: edit(2), by: .owner, at: StoreFixture.time(10))
    #expect(changed.changed == [one, two])
    _ = try store.undo(edit(2), at: StoreFixture.time(11))
    #expect(try store.details(of: one)?.ownRating?.tenths == 85)
    #expect(try store.details(of: two) == FindDetails())
    let cleared = try FindEdit(ownRating: "")
    _ = try store.edit([one], cleared, as: edit(3), by: .owner, at: StoreFixture.time(12))
    #expect(try store.details(of: one) == FindDetails())
  }

  @Test func `a fifth favourite is refused, and neither an undo nor a restored find makes one`()
    throws
  {
    let store = try fixture.open()
    let finds = (1...6).map { StoreFixture.find($0) }
    for number: UInt8 in 3...6 {
      try fixture.complete(number, at: StoreFixture.time(Int64(number)), in: store)
    }
    func mark(_ finds: [FindID], _ text: String, _ number: Int) throws {
      let store = try fixture.open()
      let change = try FindEdit(favourite: text)
      _ = try store.edit(
        finds, change, as: edit(number), by: .owner, at: StoreFixture.time(Int64(20 + number)))
    }
    #expect(throws: EditFailure.refused(.favourites)) { try mark(Array(finds[...4]), "yes", 1) }
    #expect(try store.favourites().isEmpty)
    try mark(Array(finds[...3]), "yes", 2)
    try mark(Array(finds[...3]), "yes", 3)
    #expect(throws: EditFailure.refused(.favourites)) { try mark([finds[4]], "yes", 4) }
    try mark([finds[0]], "no", 5)
    try mark([finds[4]], "yes", 6)
    _ = try store.undo(edit(5), at: StoreFixture.time(40))
    #expect(try store.favourites().map(\.id) == finds[1...4].reversed())
    // After a favourite is deleted, another find can become one. The deleted find then comes
    // back as no favourite.
    #expect(try store.delete(finds[1], at: StoreFixture.time(41)))
    try mark([finds[5]], "yes", 7)
    #expect(try store.undelete(finds[1], at: StoreFixture.time(9)))
    #expect(try store.favourites().map(\.id) == finds[2...5].reversed())
    #expect(try store.allFindSummaries().count { $0.isFavourite } == 4)
  }

  @Test func `finds that were deleted together come back together`() throws {
    let store = try fixture.open()
    let deleted = try store.delete(
      [one, two], as: edit(1), by: .owner, at: StoreFixture.time(9))
    #expect(deleted.changed == [one, two])
    #expect(try store.countFinds() == 0)
    #expect(try store.undo(edit(1), at: StoreFixture.time(10))?.changed == [one, two])
    #expect(try store.countFinds() == 2)
  }

  @Test func `an edit that one find refuses changes no find`() throws {
    let store = try fixture.open()
    let tags = (0..<FindDetails.mostTags).map { "t\($0)" }.joined(separator: ",")
    _ = try store.edit(
      [two], try FindEdit(tags: tags), as: edit(1), by: .owner, at: StoreFixture.time(9))
    let change = try FindEdit(addTags: "more")
    #expect(throws: EditFailure.refused(.tags)) {
      try store.edit([one, two], change, as: edit(2), by: .owner, at: StoreFixture.time(10))
    }
    #expect(try store.details(of: one) == FindDetails())
    #expect(try store.editor(of: edit(2)) == nil)
  }

  @Test func `edits older than 30 days are removed with the next edit`() throws {
    let store = try fixture.open()
    let late = StoreFixture.time(9).advanced(byMilliseconds: 31 * 86_400_000)
    let change = try FindEdit(status: "want")
    _ = try store.edit([one], change, as: edit(1), by: .owner, at: StoreFixture.time(9))
    _ = try store.edit([two], change, as: edit(2), by: .owner, at: late)
    #expect(try store.editRecord(edit(1)) == nil)
    #expect(try store.undo(edit(1), at: late) == nil)
    #expect(try store.editRecord(edit(2))?.count == 1)
  }
}
