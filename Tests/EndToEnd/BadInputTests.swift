// Bad input through a real web server. The client gets a clear message and the right status, and no
// file is left behind.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BadInputTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
  }

  private static let route = "/cgi-bin/albumscan/scans"

  /// Files that have only the first bytes of their kind.
  static let pictures: [(name: String, bytes: [UInt8], says: String)] = [
    ("photo.heic", [0, 0, 0, 24] + Array("ftypheic".utf8), "On an iPhone"),
    ("photo.png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], "Try a photo (JPEG)."),
    ("photo.webp", Array("RIFF0000WEBPVP8 ".utf8), "Try a photo (JPEG)."),
    ("photo.gif", Array("GIF89a".utf8), "Try a photo (JPEG)."),
    ("photo.pdf", Array("%PDF-1.7\n".utf8), "Try a photo (JPEG)."),
    ("photo.jpg", Array("just words".utf8), "Try a photo (JPEG)."),
  ]

  @Test(arguments: pictures)
  func `a file that is not a JPEG is refused with advice, HEIC with advice for iPhones`(
    name: String, bytes: [UInt8], says: String
  ) throws {
    let file = installation.folder.file(name)
    try Files.replace(file, with: bytes + Array(repeating: 0, count: 100_000), durably: false)
    let json = try installation.post(file, ["-H", "Accept: application/json"])
    #expect(json.status == 415)
    #expect(json.body.contains(#""code":"notJPEG""#))
    #expect(json.body.contains(says), "\(json.body)")
    let page = try installation.post(file)
    #expect(page.status == 415)
    #expect(page.body.contains(says), "\(page.body)")
    #expect(page.body.contains("On an iPhone") == name.hasSuffix(".heic"))
    try expectNothingLeft()
  }

  @Test func `a photo of 32 MiB is accepted and one byte more is not`() throws {
    let file = installation.folder.file("large.jpg")
    let jpeg = try Files.read(Sample.photo)
    let limit = 32 << 20
    let padded = jpeg + Array(repeating: 0, count: limit - jpeg.count)
    try Files.replace(file, with: padded + [0], durably: false)
    let refused = try installation.post(file, ["-H", "Accept: application/json"])
    #expect(refused.status == 413)
    #expect(refused.body.contains("tooLarge"))
    try expectNothingLeft()
    try Files.replace(file, with: padded, durably: false)
    #expect(try installation.post(file).status == 303)
  }

  @Test func `an upload far too large is refused with a page`() throws {
    let file = installation.folder.file("huge.jpg")
    try Files.replace(file, with: Array(repeating: 0, count: 40 << 20), durably: false)
    let answer = try installation.post(file)
    #expect(answer.status == 413)
    #expect(answer.body.contains("too large"))
    try expectNothingLeft()
  }

  @Test func `an empty photo, no photo and a photo under another name are distinguished`() throws {
    let empty = try installation.folder.write("", to: "empty.jpg")
    let json = ["-H", "Accept: application/json"]
    let nothing = try installation.post(empty, json)
    #expect(nothing.status == 422)
    #expect(nothing.body.contains(#""code":"empty""#))
    let none = try installation.curl(["-F", "key=abcdefgh"] + json, Self.route)
    #expect(none.status == 400)
    #expect(none.body.contains(#""code":"noPhoto""#))
    let form = try installation.curl(["-d", "photo=x"] + json, Self.route)
    #expect(form.status == 400)
    #expect(form.body.contains(#""code":"noPhoto""#))
    try expectNothingLeft()
  }

  @Test func `a form with a field twice is refused, whatever the field`() throws {
    let json = ["-H", "Accept: application/json"]
    let photo = ["-F", "photo=@\(Sample.photo)"]
    for fields in [
      photo + photo, photo + ["-F", "guide=1", "-F", "guide=2"],
      ["-F", "key=abcdefgh", "-F", "key=abcdefgh"] + photo, photo + ["-F", "x=1", "-F", "x=1"],
    ] {
      let answer = try installation.curl(fields + json, Self.route)
      #expect(answer.status == 400 && answer.body.contains(#""code":"badRoute""#), "\(fields)")
    }
    try expectNothingLeft()
  }

  @Test func `two right codes of an upload are kept, and no number of a shop`() throws {
    let wrong = "x 5099902894226 2000000000008"
    let codes = "5099902894225 \(wrong) 5099902894225 4006381333931 0042281081125"
    let answer = try installation.post(Sample.photo, ["-F", "codes=\(codes)"])
    #expect(answer.status == 303)
    let store = try installation.store()
    let scan = try #require(try store.scans(since: Timestamp(milliseconds: 0)).last)
    let kept = try store.record(of: scan.id).first { $0.column == "codes" }?.value
    #expect(kept == "5099902894225 4006381333931")
  }

  @Test func `a JPEG that is cut off ends as unreadable, on its page and at the terminal`() throws {
    let file = installation.folder.file("cut.jpg")
    try Files.replace(file, with: Array(try Files.read(Sample.photo).prefix(2000)), durably: false)
    let answer = try installation.post(file, ["-H", "Accept: application/json"])
    #expect(answer.status == 202)
    let id = try #require(answer.body.firstMatch(of: #/"id":"([0-9a-z]{26})"/#)).output.1
    #expect(
      try eventually {
        try installation.curl([], "/scan/\(id)/status.json").body.contains(#""state":"failed""#)
      })
    #expect(
      try installation.curl([], "/scan/\(id)/").body.contains("This picture can&#39;t be read"))
    #expect(try installation.albumscan(["scan", file]).exitCode == 3)
    #expect(try eventually { try installation.photos.isEmpty })
  }

  @Test func `chunked uploads and missing lengths never become half a photo`() throws {
    let chunked = try installation.curl(
      ["-H", "Transfer-Encoding: chunked", "-F", "photo=@\(Sample.photo)"], Self.route)
    // lighttpd decodes the chunks and sets the length, so the upload looks like any other to the
    // CGI.
    #expect([303, 411].contains(chunked.status))
    let head = "POST \(Self.route) HTTP/1.1\r\nHost: 127.0.0.1:\(installation.port)\r\n"
    let answer = rawExchange(
      port: installation.port, Array((head + "Connection: close\r\n\r\n").utf8))
    #expect(answer.hasPrefix("HTTP/1.1 411"), "\(answer.prefix(40))")
  }

  @Test func `unknown routes and methods are refused by name`() throws {
    let json = ["-H", "Accept: application/json"]
    let route = try installation.curl(json, "/cgi-bin/albumscan/nowhere")
    #expect(route.status == 404)
    #expect(route.body.contains("badRoute"))
    let method = try installation.curl(json, "/cgi-bin/albumscan/devices")
    #expect(method.status == 405)
    #expect(method.body.contains("badMethod"))
    #expect(try installation.curl(["-X", "DELETE"], Self.route).status == 405)
    let scan = try installation.curl(
      json, "/cgi-bin/albumscan/scans/\(String(repeating: "0", count: 26))")
    #expect(scan.status == 404)
    #expect(scan.body.contains("notFound"))
    #expect(try installation.curl([], "/cgi-bin/albumscan/..%2f..%2fetc").status == 404)
    #expect(try installation.curl([], "/nowhere").status == 404)
  }

  @Test func `a form of another site and a forwarded request are refused`() throws {
    for header in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
      let answer = try installation.post(Sample.photo, ["-H", header])
      #expect(answer.status == 403, "\(header)")
      #expect(answer.body.contains("may not do this"), "\(answer.body.prefix(200))")
    }
    let forwarded = try installation.post(Sample.photo, ["-H", "X-Forwarded-For: 10.0.0.9"])
    #expect(forwarded.status == 403)
    try expectNothingLeft()
    let own = try installation.post(
      Sample.photo, ["-H", "Origin: \(installation.origin)", "-H", "Sec-Fetch-Site: same-origin"])
    #expect(own.status == 303)
  }

  private func expectNothingLeft() throws {
    #expect(try installation.photos.isEmpty)
    #expect(try installation.store().queuedScans().isEmpty)
  }
}
