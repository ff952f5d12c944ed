// Scans beside work that takes long: a provider that hangs, and another worker that still writes pages.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct SlowWorkTests {
  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  @Test func `a provider that hangs keeps no known cover waiting`() throws {
    let realm = try Realm(settings: "scans-at-once: 2")
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    realm.model.order(.timeout, .always)
    let hanging = try [Awkward.loudenUpNow, Awkward.rumours, Awkward.loudenUpNow].map {
      try realm.accept($0)
    }
    let known = try realm.accept(Awkward.backInBlack)
    try Programs.startDetached(
      "\(realm.installation.programs)/albumscan",
      ["--config", realm.installation.controlFile, "work"])
    defer { realm.installation.workers.forEach { $0.signal(9) } }
    let store = try realm.installation.store()
    #expect(try eventually { try store.scan(known)?.state == .complete })
    for scan in hanging { #expect(try store.scan(scan)?.state == .identifying) }
  }

  @Test func `a scan that another worker ran ends after its page is written`() throws {
    let installation = try Installation()
    try installation.copySample()
    let store = try installation.store()
    let ended = installation.folder.file("ended")
    let said = installation.folder.file("said")
    guard let lock = try Lock.take("\(installation.data)/worker.lock") else {
      throw InstallationError.failed("a worker runs")
    }
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "\(installation.programs)/albumscan --config \(installation.controlFile) scan "
          + "\(Sample.photo) > \(said) 2>&1; echo $? > \(ended).new; mv \(ended).new \(ended)",
      ])
    // This test is the other worker: it stores the find, and does not write the page yet.
    #expect(try eventually { try !store.queuedScans().isEmpty })
    let job = try #require(try store.claimJob(of: [.scan], at: now))
    let album = try #require(try store.knownCovers().first?.album)
    try store.identify(job, as: album, isRecognised: true, at: now)
    let find = FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))
    try store.finish(job, as: find, evidence: Evidence(.recognised(isCertain: true)), at: now)
    #expect(!eventually(within: 2000) { Files.exists(ended) }, "the page is not written yet")
    _ = consume lock
    #expect(eventually { Files.exists(ended) })
    #expect(try installation.folder.text("ended") == "0\n")
    let text = try installation.folder.text("said")
    #expect(text.contains("/album/\(find)/") && !text.contains("data/log"), "\(text)")
    #expect(Files.exists("\(installation.site)/album/\(find)/index.html"))
  }
}
