// The runs that follow a failed run of rclone. A find that became private always leaves the remote,
// and no page leads to a file that did not arrive.

import Albums
import Exchange
import Host
import Support
import Testing

@testable import Publishing

@Suite struct SendFailureTests {
  let house: PublishHouse

  init() throws { house = try PublishHouse() }

  /// The paths of the files at the remote that name the find, in the path or in the bytes.
  private func traces(of find: FindID) throws -> [String] {
    let text = Array(find.text.utf8)
    return try house.remote().filter { path, bytes in
      path.contains(find.text) || bytes.indices.contains { bytes[$0...].starts(with: text) }
    }.keys.sorted()
  }

  @Test func `an archive that the remote refuses delays nothing else`() throws {
    let find = try house.addFind(1)
    try house.addFind(2)
    try house.publish()
    try house.folder.write("archive.zip", to: "refuse")
    try house.setPublic(find, false)
    let error = try #require(try house.failure())
    #expect("\(error)".contains("archive.zip: it is refused"), "\(error)")
    #expect(PublishState(house.configuration).waiting == 1)
    #expect(try traces(of: find) == ["archive.zip"])
    var expected = try house.tree()
    expected["archive.zip"] = try house.remote()["archive.zip"]
    #expect(try house.remote() == expected)
    try Files.remove(house.folder.file("refuse"))
    try house.publish()
    #expect(try house.remote() == house.tree())
  }

  @Test func `pages wait for a picture that is refused, and a find that was taken back does not`()
    throws
  {
    let old = try house.addFind(1)
    try house.publish()
    let before = try house.remote()
    let new = try house.addFind(2)
    try house.setPublic(old, false)
    var options = PublishOptions()
    options.sends = false
    try house.publish(options)
    let picture = try #require(
      try house.tree().keys.first { $0.hasPrefix("album/\(new)/") && $0.hasSuffix(".jpg") })
    try house.folder.write(picture, to: "refuse")
    #expect(try house.failure() != nil)
    let remote = try house.remote()
    #expect(remote["album/\(new)/index.html"] == nil)
    #expect(remote["index.html"] == before["index.html"])
    #expect(!remote.keys.contains { $0.hasPrefix("album/\(old)/") })
    try Files.remove(house.folder.file("refuse"))
    try house.publish()
    #expect(try house.remote() == house.tree())
    #expect(try traces(of: old).isEmpty)
  }

  @Test func `the first log waits for its archive`() throws {
    let find = try house.addFind(1)
    try house.folder.write("archive.zip", to: "refuse")
    #expect(try house.failure() != nil)
    #expect(try house.remote()["album/\(find)/index.html"] == nil)
  }

  @Test func `a folder that vanishes while it is sent removes nothing`() throws {
    try house.addFind(1)
    try house.publish()
    let before = try house.remote()
    try house.addFind(2)
    try house.folder.write("", to: "vanish")
    let error = try #require(try house.failure())
    #expect("\(error)".contains("has vanished") && error.isFinal, "\(error)")
    let after = try house.remote()
    for path in before.keys { #expect(after[path] == before[path], "\(path)") }
  }

  // MARK: The rule

  private func run(_ step: SendStep, isTakedown: Bool = false) -> SendPlan.Run {
    SendPlan.Run(step: step, headers: nil, isTakedown: isTakedown, files: ["x"])
  }

  private static let down = PublishError.rclone(
    .ended(command: "sync", target: "x:", exitCode: 1, reason: nil))

  static let cases: [(failed: SendStep, admitted: [SendStep])] = [
    (.lasting, [.lasting, .archive]),
    (.archive, SendStep.allCases),
    (.newFeeds, [.lasting, .archive, .newFeeds]),
    (.newPages, [.lasting, .archive, .newFeeds, .newPages]),
    (.changedPages, [.lasting, .archive, .newFeeds, .newPages, .changedPages]),
    (.entrances, [.lasting, .archive, .newFeeds, .newPages, .changedPages, .entrances]),
    (.removedPages, SendStep.allCases.filter { $0 != .removedFiles }),
    (.removedFiles, SendStep.allCases),
  ]

  @Test(arguments: cases)
  func `a step that failed stops the steps that need it`(
    failed: SendStep, admitted: [SendStep]
  ) throws {
    var failures = SendFailures()
    try failures.note(Self.down, in: run(failed))
    #expect(SendStep.allCases.filter { failures.admits(run($0), isLate: false) } == admitted)
    #expect(failures.first == Self.down)
  }

  @Test func `after three failures the remote counts as down, and only takedowns are tried`() throws
  {
    var failures = SendFailures()
    for _ in 1...SendFailures.limit {
      #expect(failures.admits(run(.changedPages), isLate: false))
      try failures.note(Self.down, in: run(.archive))
    }
    #expect(!failures.admits(run(.changedPages), isLate: false))
    #expect(failures.admits(run(.removedPages, isTakedown: true), isLate: false))
  }

  @Test func `after its time, sending goes on with takedowns only, after a failure only`() throws {
    var failures = SendFailures()
    let takedown = run(.removedFiles, isTakedown: true)
    #expect(!failures.admits(takedown, isLate: true))
    try failures.note(Self.down, in: run(.lasting))
    #expect(failures.admits(takedown, isLate: true))
    #expect(!failures.admits(run(.lasting), isLate: true))
  }

  @Test func `an error that is not the remote's ends sending`() {
    var failures = SendFailures()
    #expect(throws: PublishError.busy) { try failures.note(.busy, in: run(.lasting)) }
  }
}
