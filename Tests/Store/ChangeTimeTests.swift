// The times of changes that feeds show: a correction that changes a find, and a change of a note.

import Albums
import Support
import Testing

@testable import Store

@Suite struct ChangeTimeTests {
  let fixture: StoreFixture
  private let find = StoreFixture.find(1)

  init() throws {
    fixture = try StoreFixture()
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: StoreFixture.time(0))
    try fixture.complete(1, at: StoreFixture.time(1), in: store)
  }

  /// Corrects the find to the album with this title.
  private func correct(
    _ title: String, _ evidence: Evidence, at seconds: Int64, in store: borrowing Store
  ) throws {
    let now = StoreFixture.time(seconds)
    let names = Correction.named(artist: "Can", title: title)
    #expect(try store.correct(find, names, by: .owner, at: now) == .accepted)
    let job = try #require(try store.claimJob(of: [.correct], at: now))
    guard case .album(let album) = job.request else { throw StoreError.damaged("no album") }
    try store.correct(find, to: album, by: job, evidence: evidence, at: now)
    try store.complete(job, at: now)
  }

  private func edit(
    _ change: FindEdit, _ number: UInt8, at seconds: Int64, in store: borrowing Store
  ) throws -> EditID {
    let edit = EditID(randomBytes: Array(repeating: number, count: EditID.randomByteCount))
    _ = try store.edit([find], change, as: edit, by: .owner, at: StoreFixture.time(seconds))
    return edit
  }

  @Test func `only a correction that changes the album or its certainty has a time`() throws {
    let store = try fixture.open()
    #expect(try store.find(find)?.corrected == nil)
    try correct("Tago Mago", Evidence(.person), at: 10, in: store)
    #expect(try store.find(find)?.corrected == nil, "it was sure of this album before")
    try correct("Ege Bamyasi", Evidence(.person), at: 20, in: store)
    #expect(try store.find(find)?.corrected == StoreFixture.time(20))
    try correct("Future Days", .unsure, at: 30, in: store)
    #expect(try store.find(find)?.corrected == StoreFixture.time(30))
    let album = try #require(try store.albumID(of: find))
    try store.confirm(
      find, of: album, as: album, musicBrainz: .agrees, picture: .same, at: StoreFixture.time(40))
    #expect(try store.find(find)?.corrected == StoreFixture.time(40), "sure again")
    try store.confirm(
      find, of: album, as: album, musicBrainz: .agrees, picture: .same, at: StoreFixture.time(50))
    #expect(try store.find(find)?.corrected == StoreFixture.time(40))
  }

  @Test func `a changed note has a time, also when its change is undone; other details have none`()
    throws
  {
    let store = try fixture.open()
    _ = try edit(try FindEdit(status: "have", tags: "a", place: "Berlin"), 1, at: 10, in: store)
    #expect(try store.find(find)?.noted == nil)
    let noted = try edit(try FindEdit(note: "mine"), 2, at: 20, in: store)
    #expect(try store.find(find)?.noted == StoreFixture.time(20))
    _ = try edit(try FindEdit(status: "want", note: "mine"), 3, at: 30, in: store)
    #expect(try store.find(find)?.noted == StoreFixture.time(20))
    _ = try store.undo(noted, at: StoreFixture.time(40))
    #expect(try store.find(find)?.noted == StoreFixture.time(40))
    #expect(try store.find(find)?.corrected == nil)
  }
}
