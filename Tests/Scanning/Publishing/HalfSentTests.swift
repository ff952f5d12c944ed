// The remote fails in the middle of a run of rclone and then has files that are not recorded as
// sent. After the next publish the remote equals the folder, even if the published log has changed
// in between.

import Albums
import Host
import Publishing
import Support
import Testing

@Suite struct HalfSentTests {
  /// The next step of a person after the interrupted publish.
  enum Next: String, CaseIterable, Sendable { case nothing, takeBack, takeBackAndShow }

  /// More files than a publish of one find sends.
  private static let mostFiles = 200

  @Test(arguments: Next.allCases)
  func `a new find that was sent in part is sent completely, or leaves the remote`(
    next: Next
  ) throws {
    let house = try PublishHouse()
    try house.addFind(1)
    try house.publish()
    try eachMoment { (count) throws in
      let find = try house.addFind(count + 2)
      let isCutOff = try publish(house, upTo: count)
      if next != .nothing { try house.setPublic(find, false) }
      if next == .takeBackAndShow { try house.setPublic(find, true) }
      try house.publish()
      try expectWhole(house, find, isPublic: next != .takeBack, "\(next) after \(count) files")
      return isCutOff
    }
  }

  @Test(arguments: [false, true])
  func `a find that was removed in part is removed completely, or comes back`(comesBack: Bool)
    throws
  {
    let house = try PublishHouse()
    try house.addFind(1)
    try eachMoment { (count) throws in
      let find = try house.addFind(count + 2)
      try house.publish()
      try house.setPublic(find, false)
      let isCutOff = try publish(house, upTo: count)
      if comesBack { try house.setPublic(find, true) }
      try house.publish()
      try expectWhole(house, find, isPublic: comesBack, "after \(count) files")
      return isCutOff
    }
  }

  @Test func `a change that is undone after it was sent in part is undone at the remote`() throws {
    let house = try PublishHouse()
    let find = try house.addFind(1)
    try house.publish()
    try eachMoment { (count) throws in
      let edit = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
      var change = FindEdit()
      change.place = .set("Kiosk")
      _ = try house.store().edit([find], change, as: edit, by: .owner, at: PublishHouse.now)
      let isCutOff = try publish(house, upTo: count)
      #expect(try house.store().undo(edit, at: PublishHouse.now) != nil)
      try house.publish()
      try expectWhole(house, find, isPublic: true, "after \(count) files")
      return isCutOff
    }
  }

  /// Runs `body` with the numbers 1, 2, 3 and so on, until it returns false because the publish had
  /// no more files. `make test` takes every ninth file from a drawn one on.
  private func eachMoment(_ body: (Int) throws -> Bool) throws {
    let step = Environment.isTorture ? 1 : 9
    let seed = testSeed()
    // The publish of one find has more than six files, so the first one is always cut off.
    var count = Environment.isTorture ? 0 : Int(seed % 6)
    let first = count
    note("every \(step). file from \(count) on, ALBUMSCAN_SEED=\(seed)")
    while try body(count) {
      count += step
      try #require(count < Self.mostFiles, "a publish of one find has no end")
    }
    #expect(count > max(6, first), "nothing was cut off")
  }

  /// Publishes. The remote goes down after `count` files. Returns false if the publish had at most
  /// `count` files.
  private func publish(_ house: PublishHouse, upTo count: Int) throws -> Bool {
    try house.folder.write("\(count)", to: "left")
    let error = try house.failure()
    try Files.remove(house.folder.file("left"))
    guard let error else { return false }
    #expect("\(error)".contains("the played remote is down"), "\(error)")
    return true
  }

  private func expectWhole(
    _ house: PublishHouse, _ find: FindID, isPublic: Bool, _ mark: String
  ) throws {
    let (tree, remote) = (try house.tree(), try house.remote())
    let differing = Set(tree.keys).union(remote.keys).filter { tree[$0] != remote[$0] }
    #expect(differing.isEmpty, "\(mark): \(differing.sorted())")
    #expect((remote["album/\(find)/index.html"] != nil) == isPublic, "\(mark)")
    #expect(try !PublishState(house.configuration).isBehind(house.store()), "\(mark)")
  }
}
