// The law of the projection: after any changes of the history, the published database that took
// over the changed finds is equal to one that is made from nothing. This also shows that every
// change of a public value makes the find's page in the history stale.

import Albums
import Support
import Testing

@testable import Store

@Suite struct PublishedLawTests {
  private let fixture: PublishedFixture

  init() throws { fixture = try PublishedFixture() }

  /// A fixed seed for each rule, and the seed of the run.
  static let cases: [(seed: UInt64, rule: PublishRule)] = [
    (1, PublishedFixture.chosen), (2, PublishRule(choice: .all, showsNotes: true)),
    (3, PublishRule(choice: .tag("jazz"), showsNotes: false)),
    (testSeed(), PublishedFixture.chosen),
  ]

  @Test(arguments: cases)
  func `whatever happens to the log, its public part is what a new projection makes`(
    seed: UInt64, rule: PublishRule
  ) throws {
    note("ALBUMSCAN_SEED=\(seed)")
    let log = try fixture.log()
    let published = try fixture.published(rule)
    var changing = ChangingLog(seed: seed, files: fixture.fixture.sessionFiles)
    var random = SeededGenerator(seed: seed &+ 1)
    var (comparisons, mostFinds) = (0, 0)
    for step in 1...100 {
      let name = try changing.change(log)
      if Bool.random(using: &random) { try log.markAllWritten() }
      guard Int.random(in: 0..<3, using: &random) > 0 else { continue }
      let before = try finds(published)
      // A process that dies before it records the projection repeats it.
      if Int.random(in: 0..<5, using: &random) == 0 {
        _ = try published.project(log.publishedChanges().changes, at: changing.now)
      } else {
        try published.takeOver(from: log, at: changing.now)
      }
      mostFinds = max(mostFinds, try published.countFinds())
      try expectStale(published, before, "seed \(seed), step \(step): \(name)")
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      try published.finishPublishing()
      let new = try fixture.published(rule, at: fixture.fixture.folder.file("new-\(step).db"))
      try new.project(.all, at: changing.now)
      let (incremental, whole) = (try published.publishedRows(), try new.publishedRows())
      for (table, rows) in whole where incremental[table] != rows {
        let different = Set(rows).symmetricDifference(incremental[table] ?? [])
        Issue.record("seed \(seed), step \(step), \(name): \(table): \(different.sorted())")
      }
      #expect(try published.damage() == nil && new.damage() == nil)
      #expect(try published.project(.all, at: changing.now) == 0, "seed \(seed), step \(step)")
      comparisons += 1
    }
    #expect(comparisons > 3 && mostFinds > 1)
  }

  private func finds(_ published: borrowing Store) throws -> [FindID: Find] {
    Dictionary(try published.newestFinds(1000).map { ($0.id, $0) }) { one, _ in one }
  }

  /// Every page whose content has changed is stale.
  private func expectStale(
    _ published: borrowing Store, _ before: [FindID: Find], _ step: Comment
  ) throws {
    let (after, stale) = (try finds(published), Set(try published.stale()))
    for id in Set(before.keys).union(after.keys) where before[id] != after[id] {
      #expect(stale.contains(id), step)
    }
  }
}
