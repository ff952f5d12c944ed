// kill −9 at every commit and rename of a restore. The next command finds the whole old
// history or the whole new one. The same restore then ends like an undisturbed one and keeps the old history.

import Albums
import Exchange
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct RestoreKillTests {
  /// The history that a restore finds.
  enum History: String, CaseIterable, Sendable {
    case replaced, empty, missing
    /// A history that is replaced by a backup of an earlier version.
    case older

    var hasFinds: Bool { self == .replaced || self == .older }

    /// The number of points in `make test`.
    var sampleCount: Int {
      switch self {
      case .replaced: 2
      case .older: 2
      case .empty, .missing: 1
      }
    }
  }

  /// The state after an undisturbed restore.
  private struct Outcome: Equatable {
    let finds: [FindID]
    let export: [UInt8]

    init(of installation: Installation) throws {
      finds = try installation.store().newestFinds(99).map(\.id)
      export = try installation.exported()
    }
  }

  private func course(_ history: History) throws -> KillCourse {
    let installation = try Installation()
    let file = installation.folder.file("b.tar")
    let source = try Installation()
    if history == .older {
      try source.useDatabase(ofVersion: 9)
      try source.writeOldBackup(to: file, schema: 9)
    } else {
      try source.copySample()
      #expect(try source.albumscan(["scan", Sample.cover]).exitCode == 0)
      #expect(try source.albumscan(["backup", file]).exitCode == 0)
    }
    if history.hasFinds {
      let table = try installation.folder.write(
        "Artist,Title,release_id\r\nA,One,1\r\nA,Two,2\r\n", to: "collection.csv")
      #expect(try installation.albumscan(["import", table]).exitCode == 0)
      try installation.folder.write("a secret", to: "data/keys/openai")
    } else if history == .missing {
      try Files.removeTree(installation.data)
    }
    return try KillCourse(
      installation, ["restore", file] + (history.hasFinds ? ["--replace"] : []))
  }

  private func finds(in data: String) throws -> [FindID] {
    try Store.open("\(data)/albums.db").newestFinds(99).map(\.id)
  }

  /// The folders that restores have replaced.
  private func kept(by installation: Installation) throws -> [String] {
    try Files.entries(of: installation.folder.path).filter { $0.hasPrefix("data.replaced-") }
      .map { installation.folder.file($0) }
  }

  @Test(arguments: History.allCases)
  func `after a restore that was killed, the history is the old one or the new one`(
    history: History
  ) throws {
    let course = try course(history)
    let installation = course.installation
    let before = history == .missing ? [] : try finds(in: installation.data)
    let points = try course.sample(history.sampleCount, of: "a restore (\(history))")
    let undisturbed = try Outcome(of: installation)
    #expect(before.count == (history.hasFinds ? 2 : 0) && before != undisturbed.finds)
    try installation.expectWholeSite("\(history), undisturbed")
    for point in points {
      let mark = "\(history), \(point)"
      try course.kill(at: point)
      let isNew = try expectRestarted(installation, history, before, undisturbed, mark)
      if history.hasFinds || !isNew { try course.repeatCommand(after: point) }
      #expect(try Outcome(of: installation) == undisturbed, "\(mark)")
      #expect(!Files.exists("\(installation.data).restoring"), "\(mark)")
      try installation.expectWholeSite(mark)
      guard history.hasFinds else { continue }
      #expect(try kept(by: installation).contains { try finds(in: $0) == before }, "\(mark)")
      #expect(try installation.folder.text("data/keys/openai") == "a secret", "\(mark)")
    }
  }

  /// Runs the next command. The command finds the whole old history or the whole new one, and
  /// reports which. Returns whether it is the new one.
  private func expectRestarted(
    _ installation: Installation, _ history: History, _ before: [FindID], _ new: Outcome,
    _ mark: String
  ) throws -> Bool {
    let (data, complete) = (installation.data, "restore-complete")
    let hadData = Files.exists(data)
    let isFinished = Files.exists("\(hadData ? data : "\(data).restoring")/\(complete)")
    let hasRemains = hadData && !isFinished && Files.exists("\(data).restoring")
    let told = try installation.told(["refresh"])
    #expect(told.text.contains("is complete now") == isFinished, "\(mark): \(told.text)")
    #expect(
      told.text.contains("was interrupted before it changed") == hasRemains,
      "\(mark): \(told.text)")
    // Without a history, nothing can be refreshed.
    #expect(told.code == (hadData || isFinished ? 0 : 2), "\(mark): \(told.text)")
    guard told.code == 0 else { return false }
    try installation.expectWholeSite("\(mark), restarted")
    let found = try finds(in: data)
    let isNew = found == new.finds
    #expect(isNew || found == before, "\(mark): \(found)")
    let isKept = try kept(by: installation).contains { try finds(in: $0) == before }
    #expect(isKept == (isNew && history != .missing), "\(mark)")
    return isNew
  }

  @Test func `every moment of a restore is a point that the tests reach`() throws {
    let names = try course(.replaced).points().map(\.name)
    for moment in Restore.Moment.allCases {
      #expect(names.contains("restore-\(moment.rawValue)#1"), "\(moment)")
    }
    for name in ["build:marked#1", "init-build:before#1"] { #expect(names.contains(name)) }
  }
}
