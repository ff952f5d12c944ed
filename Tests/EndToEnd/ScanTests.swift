// A scan behind a real web server, from the upload of a photo to its page.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct ScanTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  @Test func `a photo of a known cover becomes a find with all its pages`() throws {
    let answer = try installation.post(Sample.photo)
    #expect(answer.status == 303)
    let page = String(answer.location.dropFirst(installation.origin.count))
    #expect(page.hasPrefix("/scan/"))
    #expect(try installation.curl([], page).status == 200)

    let isComplete = try eventually {
      try installation.curl([], "\(page)status.json").body.contains(#""state":"complete""#)
    }
    #expect(isComplete)
    let find = try #require(try installation.store().newestFinds(1).first)
    #expect(find.album.title == "Kind of Blue")
    let album = try installation.curl([], "/album/\(find.id)/")
    #expect(album.status == 200)
    #expect(album.body.contains("Kind of Blue"))
    #expect(album.body.contains("Essential Classic"))
    #expect(try installation.curl([], "/history/").body.contains("/album/\(find.id)/"))
    #expect(try installation.curl([], "/feed.atom").body.contains("Kind of Blue"))
    #expect(try eventually { try installation.photos.isEmpty })
    #expect(try installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `a photo of an unknown cover ends honestly and leaves nothing behind`() throws {
    let answer = try installation.curl(
      ["-H", "Accept: application/json", "-F", "photo=@\(Sample.other)"],
      "/cgi-bin/albumscan/scans")
    #expect(answer.status == 202)
    let id = try #require(answer.body.firstMatch(of: #/"id":"([0-9a-z]{26})"/#)).output.1
    let isOver = try eventually {
      try installation.curl([], "/scan/\(id)/status.json").body
        .contains(#""state":"identificationFailed""#)
    }
    #expect(isOver)
    let page = try installation.curl([], "/scan/\(id)/").body
    #expect(page.contains("Unable to identify this cover art"))
    #expect(page.contains("no model is configured"))
    #expect(try installation.store().countFinds() == 0)
    #expect(try eventually { try installation.photos.isEmpty })
  }

  @Test func `the response does not wait for the worker`() throws {
    // While the test holds the worker's lock, no worker can begin.
    guard let lock = try Lock.take("\(installation.data)/worker.lock") else {
      Issue.record("a worker runs before anything was sent")
      return
    }
    for number in 0..<5 {
      // The uploads have no key, so two uploads of the same bytes would be one scan.
      let photo = installation.folder.file("photo-\(number).jpg")
      try Files.replace(photo, with: try Sample.smallPhoto("\(number)"), durably: false)
      #expect(try installation.post(photo).status == 303)
    }
    #expect(try installation.photos.count { $0.hasSuffix(".jpg") } == 5)
    _ = consume lock
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(try eventually { try installation.photos.isEmpty })
  }

  @Test func `the same photo with the same key is one scan`() throws {
    let key = ["-F", "key=0b5a7c1e-aaaa-bbbb-cccc-000000000001"]
    let first = try installation.post(Sample.photo, key)
    let second = try installation.post(Sample.photo, key)
    #expect(first.location == second.location)
    let other = try installation.post(Sample.other, key)
    #expect(other.status == 409)
    #expect(try eventually { try installation.store().countFinds() == 1 })
    #expect(try eventually { try installation.photos.isEmpty })
    #expect(try installation.store().countFinds() == 1)
  }

  @Test func `a request for a scan leads to its page, and starts a missing worker`() throws {
    let store = try installation.store()
    let id = ScanID(randomBytes: Randomness.bytes(17))
    let photo = try Files.read(Sample.photo)
    try Files.replace("\(installation.data)/photos/\(id).jpg", with: photo, durably: false)
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    _ = try store.accept(
      NewScan(
        id: id, person: .owner, key: nil, digest: SHA256.digest(of: photo), byteCount: photo.count,
        guide: nil),
      at: now)
    let answer = try installation.curl([], "/cgi-bin/albumscan/scans/\(id)")
    #expect(answer.status == 303)
    #expect(try eventually { try store.scan(id)?.state == .complete })
    let find = try #require(try store.scan(id)?.find)
    let later = try installation.curl([], "/cgi-bin/albumscan/scans/\(id)")
    #expect(later.location == "\(installation.origin)/album/\(find)/")
  }

  @Test func `a find is deleted and restored, and no page ever has a broken link`() throws {
    _ = try installation.albumscan(["scan", Sample.photo])
    let store = try installation.store()
    let find = try #require(try store.newestFinds(1).first?.id)
    let deletion = try installation.curl(
      ["-d", ""], "/cgi-bin/albumscan/finds/\(find)/delete")
    #expect(deletion.status == 303)
    #expect(try eventually { try installation.curl([], "/album/\(find)/").status == 404 })
    #expect(!(try installation.text("history/index.html").contains(find.text)))
    let again = try installation.curl(["-d", ""], "/cgi-bin/albumscan/finds/\(find)/delete")
    #expect(again.status == 404)
    let undo = try installation.curl(
      ["-d", "", "-H", "Accept: application/json"], "/cgi-bin/albumscan/finds/\(find)/undelete")
    #expect(undo.status == 200)
    #expect(try eventually { try installation.curl([], "/album/\(find)/").status == 200 })
    #expect(try eventually { try installation.text("history/index.html").contains(find.text) })
  }

  @Test func `the command line prints the album and its page, and adds to the same history`() throws
  {
    let output = try installation.albumscan(["scan", "--json", Sample.photo])
    #expect(output.exitCode == 0)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(text.contains(#""state":"complete""#))
    #expect(text.contains(#""title":"Kind of Blue""#))
    #expect(try installation.albumscan(["scan", Sample.other]).exitCode == 1)
    #expect(try installation.albumscan(["scan", "/etc/hostname"]).exitCode == 3)
    #expect(try installation.albumscan(["scan"]).exitCode == 2)
    #expect(try installation.store().countFinds() == 1)
  }
}
