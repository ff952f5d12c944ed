// The order of sending: at any moment of any publish, the remote has every page, picture, style
// sheet and script that its pages need. rclone sends the files of one run in parallel, so the test
// repeats the steps of each run in a random order and checks the remote after each file.

import Albums
import Host
import Publishing
import Support
import Testing

@Suite struct SendingLawTests {
  /// The seeds that once found a fault: an interrupted run had sent a feed without the page of its
  /// tag; a publish of finds alone had sent no overview of the authors; a removed find came back, and its
  /// page led to a new page before the links of that page were sent.
  private static let formerFaults: [UInt64] = [
    2_327_386_612_598_402_291, 5_488_837_121_106_616_175, 843_527_225_139_997_178,
  ]

  static let seeds: [UInt64] = {
    let first = testSeed()
    return sampled(formerFaults, 1, of: "seeds of former faults", name: \.description)
      + (0..<(Environment.isTorture ? 15 : 1)).map { first &+ $0 }
  }()

  @Test(arguments: seeds)
  func `no link is broken and no picture is missing after any file that is sent or removed`(
    seed: UInt64
  ) throws {
    note("ALBUMSCAN_SEED=\(seed)")
    let house = try PublishHouse(choice: "chosen")
    try house.addPicturesOfChangingLog()
    var log = ChangingLog(seed: seed, files: house.configuration.sessionFiles)
    var random = SeededGenerator(seed: seed &+ 1)
    try change(house, &log, 20)
    try house.publish()
    _ = try house.runs()
    var files = 0
    // A publish that fails still removes finds, perhaps before the pages that lead to them are sent.
    // Such a find may come back before those pages are sent. Until then, links to it and from it may
    // be broken, also links of new pages to which only its page leads.
    var removed: Set<String> = []
    for round in 1...(Environment.isTorture ? 20 : 12) {
      let before = try house.remote()
      try change(house, &log, Int.random(in: 1...12, using: &random))
      // Sometimes the remote goes down between two runs of rclone, and the next publish continues.
      let fails = Int.random(in: 0..<4, using: &random) == 0
      if fails { try publishCutOff(house) } else { try house.publish(options(&random)) }
      let steps = try steps(house)
      files += steps.flatMap(\.self).count
      if fails { removed.formUnion(finds(in: before).subtracting(finds(in: try house.tree()))) }
      try follow(
        steps, from: before, in: house, &random, "seed \(seed), round \(round)",
        besides: removed)
      if !fails { removed = [] }
    }
    // With a new seed, chance may leave a log with few public finds.
    let least = Self.formerFaults.contains(seed) ? 50 : 10
    #expect(files > least, "seed \(seed): almost nothing was sent")
  }

  private func change(_ house: PublishHouse, _ log: inout ChangingLog, _ count: Int) throws {
    let store = try house.store()
    for _ in 0..<count { _ = try log.change(store) }
  }

  private func options(_ random: inout SeededGenerator) -> PublishOptions {
    Int.random(in: 0..<3, using: &random) == 0 ? PublishHouse.findsOnly : PublishOptions()
  }

  /// Publishes until the third run of rclone fails, or completely if there are fewer runs.
  private func publishCutOff(_ house: PublishHouse) throws {
    let count = try house.folder.text("count").filter(\.isNumber)
    try house.folder.write("\((Int(count) ?? 0) + 3)", to: "fail")
    defer { _ = try? Files.remove(house.folder.file("fail")) }
    if let error = try house.failure() {
      #expect("\(error)".contains("the played remote is down"), "\(error)")
    }
  }

  /// The steps of each run since the last call.
  private func steps(_ house: PublishHouse) throws -> [[Step]] {
    var runs: [[Step]] = []
    for line in try house.runs() {
      if line.hasPrefix("run ") {
        runs.append([])
      } else if let step = Step(line), !runs.isEmpty {
        runs[runs.count - 1].append(step)
      }
    }
    return runs
  }

  private func follow(
    _ runs: [[Step]], from before: [String: [UInt8]], in house: PublishHouse,
    _ random: inout SeededGenerator, _ mark: String, besides removed: Set<String>
  ) throws {
    let after = try house.remote()
    var readable = ReadableTree(before, base: PublishHouse.address)
    func missing() -> [String] {
      readable.missing { path in find(of: path).map(removed.contains) ?? false }
    }
    #expect(missing() == [], "\(mark): before")
    for (number, run) in runs.enumerated() {
      for step in run.shuffled(using: &random) {
        switch step {
        case .put(let path): readable.put(path, try #require(after[path], "\(path)"))
        case .delete(let path): readable.remove(path)
        }
        let missing = missing()
        guard missing.isEmpty else {
          Issue.record("\(mark), run \(number + 1), after \(step): \(missing)")
          return
        }
      }
    }
  }

  /// The ids of the finds that have a page among the files.
  private func finds(in files: [String: [UInt8]]) -> Set<String> {
    Set(files.keys.filter { $0.hasSuffix("/index.html") }.compactMap(find(of:)))
  }

  /// The id of the find to which a file belongs.
  private func find(of path: String) -> String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && WorkKind(rawValue: String(parts[0])) != nil
      ? String(parts[1]) : nil
  }

  private enum Step: Sendable, CustomStringConvertible {
    case put(String)
    case delete(String)

    /// A line that the script in the place of rclone wrote; nil for a list.
    init?(_ line: String) {
      if line.hasPrefix("put ") {
        self = .put(String(line.dropFirst(4)))
      } else if line.hasPrefix("delete ") {
        self = .delete(String(line.dropFirst(7)))
      } else {
        return nil
      }
    }

    var description: String {
      switch self {
      case .put(let path): "put \(path)"
      case .delete(let path): "delete \(path)"
      }
    }
  }

  @Test func `a page that arrives before its picture or before a page that it links is found`() {
    let page = Array("<a href=\"../b/\"><img srcset=\"./a.jpg 200w, ./b.jpg 500w\">".utf8)
    var tree = ReadableTree(
      ["index.html": Array("<a href=\"./album/a/\">".utf8)], base: "https://a.example/log")
    #expect(tree.missing == ["index.html → album/a/index.html"])
    tree.put("album/a/index.html", page)
    #expect(tree.missing.count == 3 && tree.missing.contains("album/a/index.html → album/a/b.jpg"))
    for path in ["album/a/a.jpg", "album/a/b.jpg", "album/b/index.html"] { tree.put(path, []) }
    #expect(tree.missing == [])
    tree.put("404.html", Array("<link href=\"/log/assets/a.css\"> <a href=\"/log/\">".utf8))
    #expect(tree.missing == ["404.html → assets/a.css"])
    tree.remove("index.html")
    #expect(tree.missing.contains("404.html → index.html"))
  }

  @Test func `a page to which only an uncertain page leads may be incomplete`() {
    let tree = ReadableTree(
      [
        "index.html": Array("<a href=\"./album/back/\"> <a href=\"./album/gone/\">".utf8),
        "album/back/index.html": Array("<a href=\"../new/\"> <img src=\"./a.jpg\">".utf8),
        "album/new/index.html": Array("<a href=\"../../tags/jazz/\"> <img src=\"./b.jpg\">".utf8),
      ], base: "https://a.example/log")
    #expect(tree.missing.count == 4)
    let missing = tree.missing { path in
      path.hasPrefix("album/back/") || path.hasPrefix("album/gone/")
    }
    #expect(missing == ["album/new/index.html → album/new/b.jpg"])
  }
}
