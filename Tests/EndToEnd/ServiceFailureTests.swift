// Services with wrong, broken or misleading answers, besides the thirteen faults of
// FaultMatrixTests. After each fault, the scan has a known state with a sentence for this fault.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ServiceFailureTests {
  /// The fault during the identification; then the state of the scan and the code of its failure.
  static let identification: [(fault: Fault, state: ScanState, code: FailureCode)] = [
    (.noCompletion, .waiting, .providerFailed), (.reset, .waiting, .providerFailed),
    (.refusal, .identificationFailed, .providerRefused),
  ]

  @Test(arguments: identification)
  func `a failing model leaves the scan in a named state with its own sentence`(
    fault: Fault, state: ScanState, code: FailureCode
  ) throws {
    let realm = try Realm(settings: "model-timeout: 2")
    realm.model.order(fault, .always, of: .identify)
    let answer = try realm.scan(Awkward.backInBlack)
    #expect(answer.exitCode == 4, "\(fault): \(answer.json)")
    let status = try #require(
      answer.json.firstMatch(of: #/"id":"([0-9a-z]{26})"/#)
    ).output.1
    let scan = try #require(try realm.installation.store().scan(ScanID(unchecked: String(status))))
    #expect(scan.state == state, "\(fault)")
    #expect(scan.failure?.code == code, "\(fault)")
    #expect(scan.failure?.code != .notIdentified)
    let page = try realm.installation.text("scan/\(scan.id)/index.html")
    #expect(!page.contains("Unable to identify"), "\(fault)")
    let isKept = Files.exists("\(realm.installation.data)/photos/\(scan.id).jpg")
    #expect(isKept == (state == .waiting), "\(fault)")
  }

  @Test func `the complete part of a truncated answer is read, and paid for once`() throws {
    let realm = try Realm()
    realm.model.order(.incomplete, .always, of: .identify)
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    #expect(try realm.find(titled: "Back in Black") != nil)
    #expect(realm.model.log.charged(.identify) == 1)
  }

  @Test func `a scan without further calls ends, and the album can be typed in`() throws {
    let realm = try Realm()
    realm.model.order(.reset, .always, of: .identify)
    _ = try realm.scan(Awkward.backInBlack)
    let store = try realm.installation.store()
    let id = try #require(try store.queuedScans().first).id
    try Programs.startDetached(
      "\(realm.installation.programs)/albumscan",
      ["--config", realm.installation.controlFile, "work"])
    // The manual retry skips the pause before the next attempt. It has no other effect here.
    let isOver = try eventually {
      _ = try store.retry(id, at: Timestamp(milliseconds: Clock.wallMilliseconds()))
      return try store.scan(id)?.state.isFinal == true
    }
    #expect(isOver)
    let scan = try #require(try store.scan(id))
    #expect(scan.state == .failed && scan.failure?.code == .providerFailed)
    #expect(realm.model.log.count(of: .identify) == 2)
    #expect(try eventually { try realm.installation.photos.isEmpty })
    #expect(
      try eventually {
        try realm.installation.text("scan/\(id)/index.html").contains(
          "no more requests are allowed")
      })
    let page = try realm.installation.text("scan/\(id)/index.html")
    #expect(page.contains("no more requests are allowed") && page.contains("Type it in"))
    #expect(!page.contains("Try again now"))
  }

  @Test func `a waiting scan continues by itself when the model answers again, and pays once`()
    throws
  {
    let realm = try Realm()
    realm.model.order(.serverError, .next(1), of: .identify)
    _ = try realm.scan(Awkward.backInBlack)
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    #expect(try realm.installation.store().countFinds() == 1)
    #expect(realm.model.log.charged(.identify) == 1)
  }

  @Test func `an unreachable model is a network failure`() throws {
    let realm = try Realm()
    try realm.model.refuseConnections()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 4)
    let scan = try #require(try realm.installation.store().queuedScans().first)
    #expect(scan.failure?.code == .network)
  }

  /// If MusicBrainz fails, the find has no artwork and is not sure. Nothing else is missing.
  @Test(arguments: [Fault.reset, .noCompletion, .endless])
  func `a failing MusicBrainz costs the picture and nothing else`(fault: Fault) throws {
    let realm = try Realm()
    realm.musicBrainz.order(fault, .always)
    try expectCompleteWithoutArtwork(realm, "\(fault)")
    // Only the model named the album, so the find is not sure.
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    #expect(!find.isSure, "\(fault)")
  }

  @Test(arguments: [
    Fault.reset, .endless, .gzipBomb(mebibytes: 64),
    .redirect(to: "http://169.254.169.254/latest"), .redirect(to: "https://archive.org.evil/x"),
    .redirect(to: "file:///etc/passwd"),
  ])
  func `a failing archive costs the picture and nothing else`(fault: Fault) throws {
    let realm = try Realm()
    realm.archive.order(fault, .always)
    try expectCompleteWithoutArtwork(realm, "\(fault)")
  }

  private func expectCompleteWithoutArtwork(_ realm: Realm, _ fault: String) throws {
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0, "\(fault)")
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    #expect(find.album.artwork == nil, "\(fault)")
    #expect(find.review != nil, "\(fault)")
    #expect(
      try realm.installation.text("album/\(find.id)/index.html").contains("Album art unavailable"))
  }

  @Test(arguments: [Fault.refusal, .reset, .incomplete])
  func `a review that fails leaves a complete find without one`(fault: Fault) throws {
    let realm = try Realm()
    realm.model.order(fault, .always, of: .review)
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0, "\(fault)")
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    #expect(find.review == nil)
    #expect(find.album.artwork != nil)
    #expect(
      try realm.installation.text("album/\(find.id)/index.html")
        .contains("Review Temporarily Unavailable"))
  }

  @Test func `the cap is hard: over it nothing is sent, and the page says when it ends`() throws {
    let realm = try Realm(settings: "monthly-cap: 0")
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 1)
    let scan = try #require(try realm.installation.store().queuedScans().first)
    #expect(scan.failure?.code == .cap)
    #expect(scan.failure?.reason.key == "failure.cap.amount")
    #expect(realm.model.log.requests.isEmpty)
  }

  @Test func `the doctor reports a model without a key, and no page names a path`() throws {
    let realm = try Realm()
    try Files.remove("\(realm.installation.data)/keys/openai")
    let answer = try realm.scan(Awkward.backInBlack)
    #expect(answer.exitCode == 4)
    #expect(answer.json.contains("A setting of this server's model is wrong."), "\(answer.json)")
    #expect(!answer.json.contains(realm.installation.data))
    let words = try realm.installation.albumscan(["doctor"])
    #expect(words.exitCode == 1)
    #expect(String(decoding: words.bytes, as: UTF8.self).contains("there is no key in"))
  }

  @Test func `the artwork is on the scan's page while the review is still being written`() throws {
    let realm = try Realm()
    realm.model.setLatency(of: .review, to: Latency(5000))
    let server = try WebServer(realm.installation)
    let answer = try realm.installation.post(try realm.photo(of: Awkward.backInBlack))
    let page = String(answer.location.dropFirst(realm.installation.origin.count))
    let isShown = try eventually {
      let status = try realm.installation.curl([], "\(page)status.json").body
      return status.contains(#""state":"reviewing""#) && status.contains("-500.jpg")
    }
    #expect(isShown)
    #expect(try eventually { try realm.installation.store().countFinds() == 1 })
    _ = server
  }

  @Test func `the doctor asks every service with a real picture, and names what fails`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    try realm.installation.importSample()
    let well = try realm.installation.albumscan(["doctor"])
    let words = String(decoding: well.bytes, as: UTF8.self)
    #expect(words.contains("MusicBrainz"), "\(words)")
    realm.model.order(.unauthorised, .always)
    let ill = try realm.installation.albumscan(["doctor"])
    #expect(ill.exitCode == 1)
    #expect(String(decoding: ill.bytes, as: UTF8.self).contains("key"))
  }
}
