// "Photograph the back": a second photo of the same record, sent from the page of its scan or find, names the album
// by its product code or its words.

import Albums
import Host
import JPEG
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BackOfSleeveTests {
  private static let free = "provider: sample\nread-sleeves: on"
  private static let json = ["-H", "Accept: application/json"]

  /// A photo of a back with a product code, and the album with this code.
  private static func back() throws -> (jpeg: [UInt8], album: KnownAlbum) {
    let drawn = DrawnCode(seed: 2, "EAN-13", .none)
    var coded = Awkward.lettered
    coded.releases[0].barcode = String(drawn.digits.drop { $0 == "0" })
    return (try JPEG.encode(drawn.pixels, quality: 90, maximumBytes: 1 << 20), coded)
  }

  /// A scan of a sleeve that MusicBrainz does not know.
  private func failedScan(in realm: Realm) throws -> ScanID {
    #expect(try realm.scan(Awkward.philosophy).exitCode == 1)
    let scan = try #require(
      try realm.installation.store().scans(since: Timestamp(milliseconds: 0)).last)
    #expect(scan.failure == .wordsUnknown)
    return scan.id
  }

  private func send(_ jpeg: [UInt8], to path: String, in realm: Realm) throws -> CurlAnswer {
    let file = realm.installation.folder.file("back.jpg")
    try Files.replace(file, with: jpeg, durably: false)
    return try realm.installation.curl(
      ["-F", "picture=@\(file)"] + Self.json, "/cgi-bin/albumscan/\(path)/correct")
  }

  private func backs(in realm: Realm) throws -> [String] {
    try Files.entries(of: "\(realm.installation.data)/photos").filter { $0.hasSuffix(".back") }
  }

  @Test func `the back names the album of a scan that had failed, and its photo is deleted`() throws
  {
    let (jpeg, album) = try Self.back()
    let realm = try Realm(catalogue: Awkward.catalogue + [album], settings: Self.free)
    let server = try WebServer(realm.installation)
    let scan = try failedScan(in: realm)
    #expect(
      try realm.installation.text("scan/\(scan)/index.html").contains("<form class=\"back\""))
    #expect(try send(jpeg, to: "scans/\(scan)", in: realm).status == 202)
    let store = try realm.installation.store()
    #expect(try eventually(within: 30_000) { try store.newestFind() != nil })
    let find = try #require(try store.newestFind())
    #expect(find.album.title == "Blue Melodies" && find.isSure && find.scan == scan)
    #expect(find.evidence?.origin == .sleeve(hasCode: true))
    #expect(try eventually { try backs(in: realm).isEmpty })
    let item = try #require(try store.item(of: find.id))
    #expect(try store.photoFacts(of: item).codes.count == 1)
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
    withExtendedLifetime(server) {}
  }

  @Test func `the page of a failed scan sends the back by script, and becomes the album`() throws {
    let (jpeg, album) = try Self.back()
    let realm = try Realm(catalogue: Awkward.catalogue + [album], settings: Self.free)
    let server = try WebServer(realm.installation)
    let scan = try failedScan(in: realm)
    let file = realm.installation.folder.file("back.jpg")
    try Files.replace(file, with: jpeg, durably: false)
    let browser = try Browser()
    try browser.open("\(realm.installation.origin)/scan/\(scan)/")
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
    try browser.type(file, into: ".back [name=picture]")
    try browser.tap(".back .pill")
    #expect(try eventually(within: 30_000) { try browser.address.contains("/album/") })
    #expect(try browser.text("h1").hasPrefix("Blue Melodies"))
    withExtendedLifetime(server) {}
  }

  @Test func `the back of a find corrects it, and the find keeps its page`() throws {
    let (jpeg, album) = try Self.back()
    let realm = try Realm(catalogue: Awkward.catalogue + [album], settings: "read-sleeves: on")
    let find = try realm.copyFind()
    let server = try WebServer(realm.installation)
    #expect(try send(jpeg, to: "finds/\(find)", in: realm).status == 202)
    let store = try realm.installation.store()
    #expect(
      try eventually(within: 30_000) { try store.find(find)?.album.title == "Blue Melodies" })
    #expect(try store.find(find)?.evidence?.origin == .sleeve(hasCode: true))
    withExtendedLifetime(server) {}
  }

  @Test func `a back that MusicBrainz does not know says so, and a fourth one is refused`() throws {
    let (jpeg, _) = try Self.back()
    let realm = try Realm(catalogue: Awkward.catalogue, settings: Self.free)
    let server = try WebServer(realm.installation)
    let scan = try failedScan(in: realm)
    let store = try realm.installation.store()
    for _ in 0..<3 {
      #expect(try send(jpeg, to: "scans/\(scan)", in: realm).status == 202)
      #expect(
        try eventually(within: 30_000) {
          let job = try store.scan(scan)?.job
          return job?.isUnderWay == false && job?.failure == .backDidNotHelp
        })
    }
    let answer = try send(jpeg, to: "scans/\(scan)", in: realm)
    #expect(answer.status == 409 && answer.body.contains("photographed often enough"))
    #expect(try eventually { try backs(in: realm).isEmpty })
    withExtendedLifetime(server) {}
  }

  @Test func `the back corrects the find, whenever the worker is killed`() throws {
    let (jpeg, album) = try Self.back()
    for moment in sampled(JobKillTests.moments, 2, of: "kill points of a back", name: \.self) {
      let realm = try Realm(catalogue: Awkward.catalogue + [album], settings: "read-sleeves: on")
      let find = try realm.copyFind()
      try Files.replace("\(realm.installation.data)/photos/a.back", with: jpeg, durably: false)
      let store = try realm.installation.store()
      let now = Timestamp(milliseconds: Clock.wallMilliseconds())
      #expect(try store.correct(find, .back(file: "a.back"), by: .owner, at: now) == .accepted)
      #expect(
        try realm.installation.albumscan(["work"], kill: moment).exitCode == 128 + 9, "\(moment)")
      #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
      #expect(try store.find(find)?.album.title == "Blue Melodies", "\(moment)")
      #expect(try store.queuedJobs().isEmpty && store.damage() == nil, "\(moment)")
      #expect(try realm.installation.albumscan(["check"]).exitCode == 0, "\(moment)")
    }
  }

  @Test func `while MusicBrainz does not answer, the back waits with its photo`() throws {
    let (jpeg, _) = try Self.back()
    let realm = try Realm(catalogue: Awkward.catalogue, settings: Self.free)
    let scan = try failedScan(in: realm)
    let file = realm.installation.controlFile
    let control = String(decoding: try Files.read(file), as: UTF8.self)
    let other = control.replacing(realm.musicBrainz.url, with: "http://127.0.0.1:1/ws/2")
    try Files.replace(file, with: Array(other.utf8), mode: 0o755, durably: false)
    let server = try WebServer(realm.installation)
    #expect(try send(jpeg, to: "scans/\(scan)", in: realm).status == 202)
    let store = try realm.installation.store()
    #expect(
      try eventually(within: 30_000) { try store.scan(scan)?.job?.failure == .musicBrainzDown })
    pause(milliseconds: 300)
    #expect(try store.scan(scan)?.job?.isUnderWay == true)
    #expect(try backs(in: realm).count == 1)
    withExtendedLifetime(server) {}
  }
}
