// A person's choice whether strangers see a find; the upgrade from versions that did not
// distinguish a "no" from undecided; and the confirmation that this upgrade needs.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct PublicChoiceTests {
  private static let rules: [PublishRule.Selection] = [.chosen, .all, .tag("jazz")]

  @Test(arguments: rules)
  func `the published log has exactly the finds for which the rule gives a reason`(
    selection: PublishRule.Selection
  ) throws {
    let rule = PublishRule(choice: selection, showsNotes: false)
    let fixture = try PublishedFixture()
    let log = try fixture.log()
    var expected: Set<FindID> = []
    var number: UInt8 = 0
    for choice in [PublicChoice?.none, .yes, .no] {
      for tags in [[], [Tag(stored: "Jazz")]] {
        number += 1
        let details = FindDetails(tags: tags, publicChoice: choice)
        try fixture.add(Int(number), nil, details, to: log)
        if rule.reason(for: details).isPublic { expected.insert(StoreFixture.find(number)) }
      }
    }
    let published = try fixture.published(rule)
    _ = try published.takeOver(from: log)
    let shown = (1...number).map { StoreFixture.find($0) }.filter { find in
      (try? published.find(find)) != nil
    }
    #expect(Set(shown) == expected)
  }

  private func find(_ name: String) -> FindID { FindID(unchecked: padded("find\(name)")) }
  private func edit(_ name: String) -> EditID { EditID(unchecked: padded("edit\(name)")) }

  private func padded(_ name: String) -> String {
    name + String(repeating: "0", count: 26 - name.utf8.count)
  }

  private func upgraded(_ folder: TemporaryFolder) throws -> Store {
    let path = folder.file("albums.db")
    for name in ["v9", "v9-rows"] {
      try sqlite(path, ".read \(Checkout.root)/Tests/Store/Fixtures/\(name).sql")
    }
    return try Store.openUpgrading(path)
  }

  private func unconfirmed(
    _ store: borrowing Store, _ choice: PublishRule.Selection
  ) throws -> [FindID] {
    try store.unconfirmedFinds(by: PublishRule(choice: choice, showsNotes: false)).map(\.id)
  }

  @Test func `a stored 1 of version 9 is a yes, and a stored 0 waits for the host under a rule`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try upgraded(folder)
    #expect(try store.details(of: find("sure"))?.publicChoice == .yes)
    #expect(try store.details(of: find("lone"))?.publicChoice == nil)
    #expect(try unconfirmed(store, .chosen) == [])
    #expect(try unconfirmed(store, .tag("jazz")) == [find("lone")])
    #expect(try unconfirmed(store, .all) == [find("unsure"), find("lone")])
    #expect(try store.details(of: find("lone"))?.isUnconfirmed == true)
    #expect(try store.details(of: find("sure"))?.isUnconfirmed == false)
    #expect(try store.find(find("lone"))?.details.isUnconfirmed == true)
    #expect(try shard(of: store)[find("lone")]?.isUnconfirmed == true)
    #expect(try shard(of: store)[find("sure")]?.isUnconfirmed == false)
    // After a choice, the host is not asked about this find.
    _ = try store.edit(
      [find("lone")], FindEdit(publicChoice: "no"), as: edit("new"), by: .owner,
      at: Timestamp(milliseconds: 1_700_000_030_000))
    #expect(try unconfirmed(store, .all) == [find("unsure")])
    try store.confirm(
      store.unconfirmedFinds(by: PublishRule(choice: .all, showsNotes: false)))
    #expect(try unconfirmed(store, .all) == [])
    #expect(try store.details(of: find("unsure"))?.isUnconfirmed == false)
  }

  private static let now = Timestamp(milliseconds: 1_700_000_030_000)

  /// The search entries of the month of the fixture.
  private func shard(of store: borrowing Store) throws -> [FindID: FindDetails] {
    let month = Month(year: 2023, month: 11)
    let entries = try store.searchEntries(in: month, 0..<100)
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.details) })
  }

  /// An edit, the rule under which it is made, and whether `lone` still waits for the host afterwards.
  private static let edits: [(FindEdit?, PublishRule.Selection, Bool)] = [
    (try? FindEdit(publicChoice: "yes"), .all, false),
    (try? FindEdit(publicChoice: "no"), .all, false),
    (try? FindEdit(publicChoice: "undecided"), .all, true),
    (try? FindEdit(addTags: "Film"), .tag("film"), false),
    (try? FindEdit(addTags: "Film"), .tag("jazz"), true),
    (try? FindEdit(addTags: "Film"), .all, true),
    (try? FindEdit(status: "want"), .all, true),
  ]

  @Test(arguments: edits.indices)
  func `a person who decides about a find answers the question to the host`(place: Int) throws {
    let (change, selection, waits) = Self.edits[place]
    let folder = try TemporaryFolder()
    let store = try upgraded(folder)
    let rule = PublishRule(choice: selection, showsNotes: false)
    _ = try store.edit(
      [find("lone")], try #require(change), as: edit("new"), by: .owner, at: Self.now, under: rule)
    #expect(try unconfirmed(store, selection).contains(find("lone")) == waits)
  }

  @Test func `the undo of a choice asks again, and leaving a find to the rule does not`() throws {
    let folder = try TemporaryFolder()
    let store = try upgraded(folder)
    let yes = try FindEdit(publicChoice: "yes")
    _ = try store.edit([find("lone")], yes, as: edit("one"), by: .owner, at: Self.now)
    _ = try store.undo(edit("one"), at: Self.now)
    #expect(try unconfirmed(store, .all).contains(find("lone")))
    _ = try store.edit([find("lone")], yes, as: edit("two"), by: .owner, at: Self.now)
    _ = try store.edit(
      [find("lone")], FindEdit(publicChoice: "undecided"), as: edit("three"), by: .owner,
      at: Self.now)
    #expect(try !unconfirmed(store, .all).contains(find("lone")))
  }

  @Test func `only finds of the last list count as seen, and a confirmation writes their pages`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try upgraded(folder)
    func waiting(_ choice: PublishRule.Selection) throws -> [UnconfirmedFind] {
      try store.unconfirmedFinds(by: PublishRule(choice: choice, showsNotes: false))
    }
    #expect(try waiting(.all).allSatisfy { !$0.isListed })
    try store.list(waiting(.tag("jazz")))
    #expect(try waiting(.all).filter(\.isListed).map(\.id) == [find("lone")])
    let last = try store.stalePages().last?.serial ?? 0
    try store.confirm(waiting(.all).filter(\.isListed))
    #expect(try waiting(.all).map(\.id) == [find("unsure")])
    let stale = try store.stalePages().filter { $0.serial > last }.map(\.subject)
    #expect(stale == [.find(find("lone"))])
  }

  @Test
  func `the undo of an edit of version 9 restores its choice, and asks for a find without one`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try upgraded(folder)
    let now = Timestamp(milliseconds: 1_700_000_030_000)
    #expect(try store.undo(edit("no"), at: now)?.changed == [find("unsure")])
    #expect(try store.details(of: find("unsure"))?.publicChoice == .yes)
    #expect(try store.undo(edit("yes"), at: now)?.changed == [find("tent")])
    #expect(try store.details(of: find("tent"))?.publicChoice == nil)
    #expect(try unconfirmed(store, .all) == [find("tent"), find("lone")])
  }

  @Test func `the undo of an import of version 9 keeps exactly the finds that were edited`() throws
  {
    let folder = try TemporaryFolder()
    let store = try upgraded(folder)
    let undone = try store.undoImport(
      1, after: 0, count: 10, at: Timestamp(milliseconds: 1_700_000_030_000))
    #expect(undone.removed == 2 && undone.kept == [find("unsure")])
  }
}
