// The law of publishing: after any changes of the history and any publishes, the folder and the
// remote equal those of a publish from nothing, byte for byte.

import Host
import Publishing
import Support
import Testing

@Suite struct PublishLawTests {
  /// The rules of the published logs. The seed of a case chooses one.
  static let rules: [(choice: String, settings: String)] = [
    ("chosen", ""), ("all", "publish-notes: on\npublish-indexing: on"), ("tag:jazz", ""),
  ]

  static let seeds: [UInt64] = {
    let first = testSeed()
    return (0..<(Environment.isTorture ? 20 : 1)).map { first &+ $0 }
  }()

  private let rounds = Environment.isTorture ? 24 : 9

  @Test(arguments: seeds)
  func `whatever happens to the log, folder and remote are those of a publish from nothing`(
    seed: UInt64
  ) throws {
    note("ALBUMSCAN_SEED=\(seed)")
    let rule = Self.rules[Int(seed % UInt64(Self.rules.count))]
    let house = try PublishHouse(choice: rule.choice, settings: rule.settings)
    try house.addPicturesOfChangingLog()
    var log = ChangingLog(seed: seed, files: house.configuration.sessionFiles)
    var random = SeededGenerator(seed: seed &+ 1)
    var (mostFinds, mostFiles) = (0, 0)
    for round in 1...rounds {
      var changes = try change(house, &log, Int.random(in: 1...15, using: &random))
      if Bool.random(using: &random) {
        try house.publish(PublishHouse.findsOnly)
        let mark = "seed \(seed), round \(round), finds only: \(changes)"
        expectEqual(try house.remote(), try house.tree(), "\(mark): remote and folder")
        changes += try change(house, &log, Int.random(in: 0...3, using: &random))
      }
      mostFinds = max(mostFinds, try house.publish().finds)
      let mark = "seed \(seed), round \(round): \(changes)"
      let tree = try house.tree()
      mostFiles = max(mostFiles, tree.count)
      expectEqual(try house.remote(), tree, "\(mark): remote and folder")
      if round % 3 == 0 { try expectTreeFromNothing(house, mark) }
    }
    // With the other rules, chance may leave a history without public finds.
    guard rule.choice == "all" else { return }
    #expect(mostFinds > 2 && mostFiles > 60, "seed \(seed): the log stayed small")
  }

  /// Makes some changes of the history. Returns their names.
  private func change(
    _ house: PublishHouse, _ log: inout ChangingLog, _ count: Int
  ) throws -> [String] {
    let store = try house.store()
    var names: [String] = []
    for _ in 0..<count { names.append(try log.change(store)) }
    return names
  }

  /// Expects the files of a publish from nothing. The archive is compared only after a publish of
  /// everything, because an edit of a find that stays public does not change the archive before.
  private func expectTreeFromNothing(_ house: PublishHouse, _ mark: String) throws {
    let new = try house.copy()
    // The times at which finds came and went are facts of the published log, which its database keeps.
    try new.takeFeedTimes(of: house)
    try new.publish()
    let expected = try new.tree()
    expectEqual(try new.remote(), expected, "\(mark): the first sending")
    let archive = "archive.zip"
    let incremental = try house.tree()
    expectEqual(
      incremental.filter { $0.key != archive }, expected.filter { $0.key != archive },
      "\(mark): incremental and from nothing")
    try house.publish(PublishHouse.all)
    expectEqual(try house.tree(), expected, "\(mark): everything and from nothing")
    expectEqual(try house.remote(), expected, "\(mark): remote and from nothing")
  }

  private func expectEqual(
    _ one: [String: [UInt8]], _ other: [String: [UInt8]], _ mark: String,
    at place: SourceLocation = #_sourceLocation
  ) {
    let differing = Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }
    #expect(differing.isEmpty, "\(mark): \(differing.sorted())", sourceLocation: place)
  }
}
