// "Do I have it already?" is answered before a paid call. A sure match appears on the page. A
// likely match becomes an offer, and a tap on the offer ends the scan before the model answers.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct HadBeforeTests {
  @Test func `a second scan is free, reports the earlier scan, and leads to its find`()
    throws
  {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let first = try #require(try realm.installation.store().newestFind())
    #expect(
      try realm.installation.albumscan(["edit", first.id.text, "--status", "want"]).exitCode == 0)
    let again = try realm.scan(Awkward.backInBlack)
    #expect(again.json.contains(#""cost":0,"#), "\(again.json)")
    #expect(realm.model.log.charged(.identify) == 1)
    let second = try #require(try realm.installation.store().newestFind())
    let page = try realm.installation.text("album/\(second.id)/index.html")
    #expect(page.contains("You scanned this before") && page.contains("/album/\(first.id)/"))
    #expect(page.contains(#"<strong class="want">You want this.</strong>"#))
    let scan = try #require(second.scan)
    #expect(
      try realm.installation.text("scan/\(scan)/status.json").contains(
        "You scanned this before: Back in"))
    #expect(
      try realm.installation.text("scan/\(scan)/status.json").contains(
        #""wanted":"You want this.""#))
    #expect(
      try realm.installation.store().delete(
        first.id, at: Timestamp(milliseconds: Clock.wallMilliseconds())))
    #expect(try realm.installation.albumscan(["refresh"]).exitCode == 0)
    #expect(
      try !realm.installation.text("album/\(second.id)/index.html")
        .contains("You scanned this before"))
  }

  @Test func `a likely cover is offered, and Yes ends the scan before the model has answered`()
    throws
  {
    let realm = try Realm()
    let earlier = try realm.makeTwins(of: Awkward.backInBlack)
    realm.model.setLatency(of: .identify, to: Latency(20_000))
    let server = try WebServer(realm.installation)
    let page = try accepted(realm)
    let status = try offer(on: page, of: realm)
    #expect(status.contains("/album/\(earlier)/") && status.contains("14 November 2023"))
    #expect(
      try realm.installation.text("\(page.dropFirst())index.html").contains(
        "You may have scanned this before"))
    let route = "/cgi-bin/albumscan\(page.replacing("/scan/", with: "/scans/"))correct"
    let json = ["-H", "Accept: application/json"]
    let wrong = try realm.installation.curl(json + ["-d", "candidate=999999"], route)
    #expect(wrong.status == 404 && wrong.body.contains("notFound"))
    #expect(try realm.installation.curl(json + ["-d", "x=1"], route).status == 400)
    let candidate = try #require(try twin(in: status))
    let answer = try realm.installation.curl(json + ["-d", "candidate=\(candidate)"], route)
    #expect(answer.status == 202, "\(answer.body)")
    let isComplete = try eventually {
      try realm.installation.curl([], "\(page)status.json").body.contains(#""state":"complete""#)
    }
    #expect(isComplete)
    let month = Timestamp(milliseconds: Clock.wallMilliseconds()).month
    let spending = try realm.installation.store().spending(in: month)
    #expect(spending.spent == .zero, "it was over before the answer")
    #expect(spending.reserved > .zero, "what the call may cost stays in the ledger")
    #expect(realm.model.log.charged(.review) == 0)
    let find = try #require(try realm.installation.store().newestFind())
    #expect(find.album.title == Realm.found && find.isSure)
    #expect(find.earlier.map(\.id) == [earlier])
    let late = try realm.installation.curl(json + ["-d", "candidate=\(candidate)"], route)
    #expect(late.status == 202 && late.body.contains("/album/\(find.id)/"), "\(late.body)")
    let plain = try realm.installation.curl(["-d", "candidate=\(candidate)"], route)
    #expect(plain.status == 303 && plain.location.hasSuffix("/album/\(find.id)/"))
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
    _ = server
  }

  @Test func `without a model a likely cover is still offered when the scan has failed`() throws {
    let realm = try Realm(settings: "provider: sample")
    try Files.remove("\(realm.installation.data)/keys/openai")
    try realm.makeTwins(of: Awkward.backInBlack)
    let server = try WebServer(realm.installation)
    let page = try accepted(realm)
    #expect(
      try eventually {
        try realm.installation.curl([], "\(page)status.json").body
          .contains(#""state":"identificationFailed""#)
      })
    #expect(try eventually { try realm.installation.photos.isEmpty })
    let text = try realm.installation.text("\(page.dropFirst())index.html")
    #expect(text.contains("You may have scanned this before") && text.contains("Yes, this is it"))
    let status = try realm.installation.curl([], "\(page)status.json").body
    let candidate = try #require(try twin(in: status))
    let answer = try realm.installation.curl(
      ["-d", "candidate=\(candidate)"],
      "/cgi-bin/albumscan\(page.replacing("/scan/", with: "/scans/"))correct")
    #expect(answer.status == 303)
    #expect(try eventually { try realm.installation.store().countFinds() == 2 })
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
    _ = server
  }

  @Test func `a sleeve unlike the release group's picture gets a matching edition's picture`()
    throws
  {
    var album = Awkward.backInBlack
    var own = KnownAlbum.Release("00000000-0000-4000-8000-00000000ed02", album.title)
    own.date = "1985"
    album.releases[0].sleeveSeed = 7001
    album.releases.append(own)
    let others = Awkward.catalogue.filter { $0.mbid != album.mbid }
    let realm = try Realm(catalogue: [album] + others)
    #expect(try realm.scan(album).exitCode == 0)
    let find = try #require(try realm.installation.store().newestFind())
    #expect(find.agreement == .same)
    #expect(find.isSure)
    let page = try realm.installation.text("album/\(find.id)/index.html")
    #expect(page.contains("The artwork matches the photo."))
  }

  @Test func `artwork of clearly another cover is reported, and the find is not sure`() throws {
    var album = Awkward.backInBlack
    album.releases[0].sleeveSeed = 7001
    let others = Awkward.catalogue.filter { $0.mbid != album.mbid }
    let realm = try Realm(catalogue: [album] + others)
    #expect(try realm.scan(album).exitCode == 0)
    let find = try #require(try realm.installation.store().newestFind())
    #expect(find.agreement == .different)
    #expect(!find.isSure)
    let page = try realm.installation.text("album/\(find.id)/index.html")
    #expect(page.contains("doesn&#39;t look like your photo"))
  }

  private func accepted(_ realm: Realm) throws -> String {
    let answer = try realm.installation.post(try realm.photo(of: Awkward.backInBlack))
    #expect(answer.status == 303)
    return String(answer.location.dropFirst(realm.installation.origin.count))
  }

  /// Waits until the status document has an offer. Returns the document.
  private func offer(on page: String, of realm: Realm) throws -> String {
    var status = ""
    let isOffered = try eventually {
      status = try realm.installation.curl([], "\(page)status.json").body
      return status.contains(#""candidates":[{"#)
    }
    #expect(isOffered, "\(status)")
    return status
  }

  /// The id of the candidate that was found before.
  private func twin(in status: String) throws -> Substring? {
    status.firstMatch(of: #/"id":"([0-9]+)","artist":"The Castors","title":"Twin"/#)?.output.1
  }
}
