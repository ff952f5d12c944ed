// The clock of the computer jumps by a day between two programs. Work neither waits for a day, nor is it lost or done
// twice. Source: docs/faults.md J3.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite struct ClockTests {
  /// The clock of a program, in seconds beside the clock of this test.
  private static let day = 86_400

  private static let jumps = [(0, day), (0, -day), (day, 0), (-day, 0)]

  private func told(
    _ arguments: [String], _ installation: Installation, clock: Int
  ) throws -> String {
    let variables =
      try SystemCalls.numbering(of: installation) + ["FAULTS_CLOCK=\(clock)"]
    let told = try installation.told(arguments, variables: variables)
    #expect(told.code == 0, "\(arguments) at \(clock) s: \(told.text)")
    return told.text
  }

  @Test(arguments: jumps)
  func `a photo, an edit and a backup before the jump are complete after it`(
    before: Int, after: Int
  ) throws {
    let backups = try TemporaryFolder()
    let installation = try Installation(
      settings: """
        backup-to: :local:\(backups.path)
        musicbrainz-url: http://127.0.0.1:9
        cover-art-url: http://127.0.0.1:9
        """)
    try installation.copySample()
    let now = Clock.wallMilliseconds()
    _ = try installation.queue(
      try Files.read(Sample.photo), at: Timestamp(milliseconds: now + Int64(before) * 1000))
    _ = try told(["work"], installation, clock: after)
    let store = try installation.store()
    let find = try #require(try store.newestFinds(10).first)
    #expect(try store.countFinds() == 1)
    for (note, clock) in [("first", before), ("second", after)] {
      _ = try told(["edit", find.id.text, "--notes", note], installation, clock: clock)
      _ = try told(["work"], installation, clock: clock)
      _ = try told(["nightly"], installation, clock: clock)
    }
    #expect(try store.details(of: find.id)?.note == "second")
    #expect(try Files.entries(of: backups.path).filter { $0.hasSuffix(".tar") }.count == 2)
    _ = try told(["check"], installation, clock: after)
    _ = try told(["check"], installation, clock: 0)
    #expect(try !store.hasStalePages())
    let page = try Files.read("\(installation.site)/album/\(find.id)/index.html")
    #expect(String(decoding: page, as: UTF8.self).contains("second"))
  }

  @Test(arguments: jumps)
  func `a photo that waits for its model before the jump is identified after it`(
    before: Int, after: Int
  ) throws {
    let realm = try Realm()
    let installation = realm.installation
    let now = Clock.wallMilliseconds()
    let scan = try realm.accept(
      Awkward.loudenUpNow, at: Timestamp(milliseconds: now + Int64(before) * 1000))
    realm.model.order(.busy, .always)
    let worker = try SystemCalls.numbering(of: installation) + ["FAULTS_CLOCK=\(before)"]
    try Programs.startDetached(
      "/usr/bin/env",
      worker + ["\(installation.programs)/albumscan", "--config", installation.controlFile, "work"])
    let store = try installation.store()
    #expect(try eventually { try store.scan(scan)?.state == .waiting })
    installation.workers.forEach { $0.signal(9) }
    realm.model.clearOrders()
    _ = try told(["work"], installation, clock: after)
    #expect(try store.scan(scan)?.state == .complete)
    #expect(try store.countFinds() == 1)
  }
}
