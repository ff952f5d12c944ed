// A reader of the folder, or of the remote, while finds come, change and go: each page is whole,
// and all its links, pictures, style sheets and scripts lead to files.

import Albums
import Host
import Publishing
import Support
import Synchronization
import Testing

@Suite struct PublishReaderTests {
  enum Destination: String, CaseIterable, Sendable { case folder, remote }

  @Test(arguments: Destination.allCases)
  func `a reader misses nothing while the log is published`(destination: Destination) async throws {
    let house = try PublishHouse()
    for number in 1...8 { try house.addFind(number) }
    try house.publish()
    let root = destination == .folder ? try house.settings.folder : house.remoteFolder
    let course = Course()
    let reader = FolderReader(root: root, base: PublishHouse.address) { course.last }
    let isOver = Flag()
    async let reading = onOwnThread { reader.readAll(until: isOver) }
    do {
      try publishChanges(house, course)
    } catch {
      isOver.set()
      throw error
    }
    isOver.set()
    let (rounds, pages, faults) = await reading
    #expect(rounds > 3 && pages > 100, "\(rounds) rounds, \(pages) pages")
    // A page that was taken back may lead to other removed pages until it is removed itself.
    let tree = try house.tree()
    let kept = faults.filter { tree[$0.page] != nil }.map(\.description).sorted()
    #expect(kept == [], "\(course.all)")
    #expect(ReadableTree(tree, base: PublishHouse.address).missing == [])
  }

  /// In each run, three finds are added, two finds are edited, and one find becomes private. No
  /// private find becomes public again, so a file that is missing stays missing.
  private func publishChanges(_ house: PublishHouse, _ course: Course) throws {
    var finds: [FindID] = []
    for round in 1...(Environment.isTorture ? 30 : 6) {
      for number in 0..<3 { finds.append(try house.addFind(10 + round * 3 + number)) }
      var change = FindEdit()
      change.place = .set("Shop \(round)")
      change.addedTags = [Tag(stored: "Tag \(round)")]
      let edit = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
      let first = finds.removeFirst()
      course.add("round \(round): \(finds.suffix(3)) come, \(first) goes")
      _ = try house.store().edit(
        Array(finds.suffix(2)), change, as: edit, by: .owner, at: PublishHouse.now)
      try house.setPublic(first, false)
      try house.publish(round % 3 == 0 ? PublishHouse.findsOnly : PublishOptions())
      course.add("round \(round) is published")
    }
    try house.publish()
  }

  @Test func `a reader finds half a page, and a link that leads to no file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("<html><a href=\"./album/a/\">a</a></html>\n", to: "index.html")
    try folder.write("<html><img src=\"./a.jpg\"></ht", to: "album/a/index.html")
    var faults: Set<ReaderFault> = []
    let reader = FolderReader(root: folder.path, base: "https://a.example/log")
    #expect(reader.read(&faults) == 2)
    #expect(
      faults.map(\.description).sorted() == [
        "album/a/index.html: album/a/a.jpg is missing", "album/a/index.html: it is not whole",
      ])
  }
}

/// A flag that one thread sets and another thread reads.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}

/// The changes of the published log and its publishes, each in a line.
private final class Course: Sendable {
  private let lines = Mutex<[String]>([])

  var last: String { lines.withLock { $0.last ?? "" } }
  var all: String { lines.withLock { $0.joined(separator: "\n") } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension FolderReader {
  /// Reads all pages again and again until `flag` is set.
  fileprivate func readAll(
    until flag: Flag
  ) -> (rounds: Int, pages: Int, faults: Set<ReaderFault>) {
    var (rounds, pages, faults) = (0, 0, Set<ReaderFault>())
    while !flag.isSet {
      pages += read(&faults)
      rounds += 1
    }
    return (rounds, pages, faults)
  }
}
