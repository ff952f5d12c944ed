// An installation that reads shelves with a played model and played services, and requests to the CGI as
// the browser that sent the photo.

import Albums
import Host
import JPEG
import Services
import Store
import Support
import Testing

struct ShelfHouse {
  /// An upload, and the value of the header Cookie with which its person sees the shelf.
  typealias Sent = (id: ScanID, cookie: String)

  /// Books that the played Open Library knows, at the numbers 1 and 12: with more than ten boxes, each
  /// of the first two sheets has one. The other boxes are unreadable.
  static let books = PlayedShelf([
    1: PlayedSpine("The Hobbit", "J.R.R. Tolkien"),
    12: PlayedSpine("Pride and Prejudice", "Jane Austen"),
  ])

  let realm: Realm
  let program: String
  var installation: Installation { realm.installation }

  init(
    _ shelf: PlayedShelf = books, provider: PlayedProvider = .openAI,
    catalogue: [KnownAlbum] = Awkward.catalogue, programs: String = Checkout.debugPrograms,
    settings: String = ""
  ) throws {
    realm = try Realm(
      provider: provider, catalogue: catalogue, programs: programs, settings: settings)
    program = try realm.installation.loneCGI()
    realm.model.plan { $0.read(shelf) }
    try realm.installation.albumscan(["build"])
  }

  /// A drawn photo of a shelf.
  static func photo(_ filling: ShelfFilling, seed: UInt64 = 3) throws -> [UInt8] {
    try Fixtures.bytes("shelf-\(filling)-\(seed).jpg") {
      let drawn = DrawnShelf(seed: seed, filling, .lit, angle: 0)
      return try JPEG.encode(drawn.pixels, quality: 90, maximumBytes: 8 << 20)
    }
  }

  /// Replaces the data by the data of a house with one complete shelf, `ShelfHouse.books`. None of its
  /// items is added. The shelf is read once in each run, so the services of this house have received no
  /// request.
  func copyCompleteShelf() throws -> Sent {
    try installation.copyData("shelf-data") {
      let house = try ShelfHouse()
      let sent = try house.upload(try Self.photo(.sparse))
      try house.work()
      house.expectBooks(in: try house.shelf(sent.id), "the fixture")
      return house.installation
    }
    let id = try #require(try installation.shelves.first)
    return (id, try cookie(of: id))
  }

  /// The cookie of the browser that sent the photo of the shelf, without people.
  func cookie(of id: ScanID) throws -> String {
    "shelf-\(id)=\(try #require(try installation.store().sender(of: id)).secret)"
  }

  // MARK: Requests

  /// Uploads a photo of a shelf; `session` is the cookie of a person who is signed in.
  func upload(
    _ photo: [UInt8], key: String = "shelf-key-1", session: String? = nil
  ) throws -> Sent {
    let answer = try sendPhoto(photo, key: key, session: session)
    #expect(answer.status == 202, "\(answer.body)")
    let id = try #require(
      answer.body.firstMatch(of: #/"id":"([^"]+)"/#).flatMap { ScanID(String($0.output.1)) })
    #expect(answer.body.contains("/cgi-bin/albumscan/scans/\(id)/items"))
    let own = try cookie(of: id)
    let sets = answer.head.contains { $0.hasPrefix("Set-Cookie: \(own);") }
    #expect(try sets != installation.store().hasPeople(), "\(answer.head)")
    return (id, session ?? own)
  }

  /// Runs the upload's request. `kill` is the failpoint at which the CGI is killed.
  func sendPhoto(
    _ photo: [UInt8], key: String, session: String? = nil, kill: String? = nil
  ) throws -> CGIAnswer {
    let body = Multipart(photo: photo, fields: [("kind", "shelf"), ("key", key)])
    let headers =
      (session.map { ["HTTP_COOKIE=\($0)", "HTTP_ORIGIN=\(installation.origin)"] } ?? [])
      + (kill.map { ["ALBUMSCAN_KILL=\($0)"] } ?? [])
    return try installation.runCGI(
      program,
      installation.uploadEnvironment(body, ["HTTP_ACCEPT=application/json"] + headers),
      input: try installation.bodyFile(body.bytes))
  }

  func get(
    _ path: String, cookie: String?, json: Bool = false
  ) throws -> (status: Int, body: String) {
    let headers =
      (cookie.map { ["HTTP_COOKIE=\($0)"] } ?? [])
      + (json ? ["HTTP_ACCEPT=application/json"] : [])
    let answer = try installation.runCGI(program, installation.environment("GET", path, headers))
    return (answer.status, answer.body)
  }

  @discardableResult func post(
    _ path: String, _ form: String = "", cookie: String, kill: String? = nil
  ) throws -> (status: Int, body: String) {
    let bytes = Array(form.utf8)
    let answer = try installation.runCGI(
      program,
      installation.environment(
        "POST", path,
        [
          "HTTP_COOKIE=\(cookie)", "HTTP_ORIGIN=\(installation.origin)",
          "CONTENT_TYPE=application/x-www-form-urlencoded", "CONTENT_LENGTH=\(bytes.count)",
          "HTTP_ACCEPT=application/json",
        ] + (kill.map { ["ALBUMSCAN_KILL=\($0)"] } ?? [])),
      input: try installation.bodyFile(bytes))
    return (answer.status, answer.body)
  }

  /// The page of a shelf as its person sees it, without character references.
  func page(of sent: Sent) throws -> String {
    let headers = ["HTTP_COOKIE=\(sent.cookie)"]
    let page = try installation.runCGI(
      program, installation.environment("GET", "/scans/\(sent.id)/items", headers))
    #expect(page.status == 200, "\(page.body)")
    return page.plainBody
  }

  // MARK: The worker

  func work() throws {
    let output = try installation.albumscan(["work"])
    #expect(output.exitCode == 0, "\(String(decoding: output.bytes, as: UTF8.self))")
  }

  /// Runs a worker until the shelf waits for its next attempt, and ends it. Otherwise this worker
  /// would also make the next attempt.
  func workUntilWaiting(_ id: ScanID, within milliseconds: Int64 = 60_000) throws {
    try Programs.startDetached(
      "\(installation.programs)/albumscan", ["--config", installation.controlFile, "work"])
    defer { installation.workers.forEach { $0.signal(9) } }
    let store = try installation.store()
    let waits = try eventually(within: milliseconds) {
      let shelf = try store.shelf(id)
      return shelf?.state == .waiting && shelf?.failure != nil
    }
    let state = try store.shelf(id)?.state
    #expect(waits, "\(String(describing: state))")
  }

  // MARK: The results

  func shelf(_ id: ScanID) throws -> Shelf { try #require(try installation.store().shelf(id)) }

  func picture(of id: ScanID) -> String { "\(installation.data)/photos/\(id).jpg" }

  /// The requests about the sheets that reached the model: the numbers of the items in each.
  var readSheets: [[Int]] {
    realm.model.log.requests(of: .shelf).map { request in
      guard let start = request.text.firstRange(of: "numbers in the picture:") else { return [] }
      return request.text[start.upperBound...].prefix { $0 != "\n" }.split(separator: ",")
        .compactMap { Int(String($0).filter(\.isNumber)) }
    }
  }

  /// The reasons for which a played service refused a request. A model that does not stream refuses the
  /// first request for a stream, which costs nothing.
  var refusals: [String] {
    (realm.model.log.refusals + realm.openLibrary.log.refusals + realm.musicBrainz.log.refusals)
      .filter { !$0.contains("'stream' does not support true") }
  }

  /// The ledger has one row for each request about a sheet.
  func expectLedgerOfRequests(_ id: ScanID, _ mark: String) throws {
    let records = try installation.store().callRecords(of: id)
    let sent = records.filter { $0.state != "unsent" }
    #expect(sent.count == realm.model.log.count(of: .shelf), "\(mark): \(records.map(\.state))")
    #expect(records.allSatisfy { $0.stage == "shelf" }, "\(mark)")
  }

  /// Checks that the items have the names of `ShelfHouse.books`: no item is lost, doubled or
  /// exchanged.
  func expectBooks(in shelf: Shelf, _ mark: String) {
    #expect(shelf.state == .complete, "\(mark): \(String(describing: shelf.failure))")
    #expect(shelf.items.map(\.number) == Array(1...max(1, shelf.items.count)), "\(mark)")
    for item in shelf.items {
      let spine = Self.books[item.number]
      #expect(item.names?.title == spine.title, "\(mark): item \(item.number)")
      #expect(item.reading != nil, "\(mark): item \(item.number) was not read")
    }
  }
}

extension Installation {
  /// The shelves, in the order of their ids.
  var shelves: [ScanID] { get throws { try store().shelves() } }
}
