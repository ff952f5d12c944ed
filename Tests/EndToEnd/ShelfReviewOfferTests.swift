// The offer of reviews on the page of a shelf. The tests compare the maximum cost that the page
// shows with the costs in the ledger, and send requests that the program refuses. The programs are
// real; the shelf is drawn, and the model and the services are played.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ShelfReviewOfferTests {
  private typealias House = ShelfHouse

  private static let records = [Awkward.backInBlack, Awkward.loudenUpNow]
  private static let spines =
    records.map { PlayedSpine($0.title, $0.artist, kind: .record) } + [
      PlayedSpine("Dune", "Frank Herbert", publisher: "Ace Books")
    ]

  /// A shelf that is read, with its first three items added.
  private static func added(
    settings: String = "", _ spines: [PlayedSpine] = spines
  ) throws -> (house: House, id: ScanID, cookie: String) {
    let house = try House(PlayedShelf(spines), settings: settings)
    let (id, cookie) = try house.upload(try ShelfHouse.photo(.sparse))
    try house.work()
    for number in 1...3 {
      let added = try house.post(
        "/scans/\(id)/items/\(number)/add", "status=have", cookie: cookie)
      #expect(added.status == 200, "\(added.body)")
    }
    try house.work()
    return (house, id, cookie)
  }

  /// The offer in the JSON document; nil for none.
  private func offered(in body: String) -> (count: Int, most: Int64)? {
    guard let match = body.firstMatch(of: #/"reviews":\{"count":(\d+),"most":(\d+)\}/#),
      let count = Int(match.output.1), let most = Int64(match.output.2)
    else {
      #expect(body.contains("\"reviews\":null"))
      return nil
    }
    return (count, most)
  }

  private func offered(
    _ house: House, _ id: ScanID, _ cookie: String
  ) throws -> (count: Int, most: Int64)? {
    offered(in: try house.get("/scans/\(id)/items", cookie: cookie, json: true).body)
  }

  private func html(_ house: House, _ id: ScanID, _ cookie: String) throws -> String {
    try house.get("/scans/\(id)/items", cookie: cookie).body.replacing(#/&#([0-9]+);/#) { match in
      UInt32(match.output.1).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
  }

  /// The cost of the reviews of the shelf's finds, as the ledger has it.
  private func sumPaid(_ house: House) throws -> Int64 {
    let house = house.realm.installation
    let output = try Programs.run(
      "/usr/bin/sqlite3",
      [
        "\(house.data)/albums.db",
        "SELECT coalesce(sum(cost), 0) FROM calls WHERE stage = 'review' AND state = 'settled'",
      ], input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 10_000)
    let text = String(decoding: output.bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return try #require(Int64(text), "\(text)")
  }

  @Test
  func `Add calls no model, and the page offers reviews of the records with their most cost`()
    throws
  {
    let (house, id, cookie) = try Self.added()
    #expect(house.realm.model.log.count(of: .review) == 0)
    let offer = try #require(try offered(house, id, cookie))
    #expect(offer.count == 2, "the book is not in the offer")
    let page = try html(house, id, cookie)
    #expect(page.contains("Write reviews of 2 records (at most $0."), "\(page)")
    #expect(page.contains("name=\"most\" value=\"\(offer.most)\""))
    #expect(!page.contains("[["))
    let asked = try house.post("/scans/\(id)/reviews", "most=\(offer.most)", cookie: cookie)
    #expect(asked.status == 200 && asked.body.contains("\"reviews\":null"), "\(asked.body)")
    #expect(try html(house, id, cookie).contains("2 reviews will be written."))
    try house.work()
    #expect(house.realm.model.log.charged(.review) == 2)
    #expect(house.realm.model.log.refusals.isEmpty)
    for album in Self.records {
      #expect(try house.realm.find(titled: album.title)?.review != nil, "\(album.title)")
    }
    #expect(try house.realm.find(titled: "Dune")?.review == nil)
    let paid = try sumPaid(house)
    #expect(paid > 0 && paid <= offer.most, "\(paid) of \(offer.most)")
    #expect(try offered(house, id, cookie) == nil)
    #expect(try house.realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `without script, the form leads back to the page, which has the undo`() throws {
    let (house, id, cookie) = try Self.added()
    let most = try #require(try offered(house, id, cookie)).most
    let installation = house.realm.installation
    let form = Array("most=\(most)".utf8)
    let answer = try installation.runCGI(
      house.program,
      installation.environment(
        "POST", "/scans/\(id)/reviews",
        [
          "HTTP_COOKIE=\(cookie)", "HTTP_ORIGIN=\(installation.origin)",
          "CONTENT_TYPE=application/x-www-form-urlencoded", "CONTENT_LENGTH=\(form.count)",
        ]), input: try installation.bodyFile(form))
    #expect(answer.status == 303)
    #expect(answer.header("location") == "/cgi-bin/albumscan/scans/\(id)/items")
    let page = try html(house, id, cookie)
    #expect(page.contains("scans/\(id)/undo\"") && !page.contains("scans/\(id)/reviews\""))
  }

  @Test func `with advanced search, the offer has the cost of the searches`() throws {
    let (house, id, cookie) = try Self.added(settings: "advanced-search: on")
    let offer = try #require(try offered(house, id, cookie))
    let file = "\(house.realm.installation.data)/review-costs"
    let text = String(decoding: try Files.read(file), as: UTF8.self)
    let match = try #require(text.firstMatch(of: #/"plain":(\d+),"searched":(\d+)/#))
    let (plain, searched) = (Int64(match.output.1) ?? 0, Int64(match.output.2) ?? 0)
    #expect(offer.most == searched * 2 && searched > plain && plain > 0)
    _ = try house.post("/scans/\(id)/reviews", "most=\(offer.most)", cookie: cookie)
    try house.work()
    #expect(house.realm.model.log.charged(.reviewSearched) == 2)
    let paid = try sumPaid(house)
    #expect(paid > 0 && paid <= offer.most, "\(paid) of \(offer.most)")
  }

  @Test func `also two calls for each review cost at most what the page showed`() throws {
    let (house, id, cookie) = try Self.added()
    let bad = #"""
      {"summary":"Riffs. Originals are worth $40.","bullets":["It rings.","A rare pressing.",
       "It sold.","It lasts."],"rating":9.1,"recommendation":"Essential Classic",
       "key_tracks":["One","Two","Three"]}
      """#
    house.realm.model.plan { plan in
      for album in Self.records {
        plan.review(
          artist: album.artist, title: album.title,
          as: ModelAnswer(bad, inputTokens: 1800, outputTokens: 3900))
      }
    }
    let offer = try #require(try offered(house, id, cookie))
    _ = try house.post("/scans/\(id)/reviews", "most=\(offer.most)", cookie: cookie)
    try house.work()
    #expect(house.realm.model.log.charged(.review) == 4)
    let paid = try sumPaid(house)
    #expect(paid > offer.most / 4 && paid <= offer.most, "\(paid) of \(offer.most)")
  }

  @Test func `an undo before the worker begins calls no model, and the offer is back`() throws {
    let (house, id, cookie) = try Self.added()
    let before = try #require(try offered(house, id, cookie))
    _ = try house.post("/scans/\(id)/reviews", "most=\(before.most)", cookie: cookie)
    let undone = try house.post("/scans/\(id)/undo", cookie: cookie)
    let after = try #require(offered(in: undone.body))
    #expect(after == before)
    try house.work()
    #expect(house.realm.model.log.count(of: .review) == 0)
  }

  @Test func `without the amount, or with less than the reviews may cost, nothing is queued`()
    throws
  {
    let (house, id, cookie) = try Self.added()
    let offer = try #require(try offered(house, id, cookie))
    let path = "/scans/\(id)/reviews"
    #expect(try house.post(path, cookie: cookie).status == 400)
    let less = try house.post(path, "most=\(offer.most - 1)", cookie: cookie)
    #expect(less.status == 409 && less.body.contains("would cost more"), "\(less.body)")
    #expect(try house.post(path, "most=\(offer.most)", cookie: "a=b").status == 404)
    try house.work()
    #expect(house.realm.model.log.count(of: .review) == 0)
    #expect(try offered(house, id, cookie)?.count == 2)
  }

  @Test func `reviews that the cap does not cover wait until the next month`() throws {
    let (house, id, cookie) = try Self.added()
    let offer = try #require(try offered(house, id, cookie))
    let installation = house.realm.installation
    try installation.set("monthly-cap", to: "0")
    let asked = try house.post("/scans/\(id)/reviews", "most=\(offer.most)", cookie: cookie)
    #expect(asked.status == 200)
    try house.work()
    #expect(house.realm.model.log.count(of: .review) == 0)
    let store = try installation.store()
    let jobs = try store.queuedJobs()
    #expect(jobs.map(\.request) == [.importedReview, .importedReview])
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let next = store.zone.start(of: store.zone.month(of: now).next)
    #expect(jobs.allSatisfy { $0.nextAttempt >= next })
    #expect(try offered(house, id, cookie) == nil, "the reviews that wait are not offered")
  }

  @Test func `a shelf of books has no offer, and without a model no shelf has one`() throws {
    let books = ["Dune", "Emma", "Solaris"]
    let authors = ["Frank Herbert", "Jane Austen", "Stanisław Lem"]
    let spines = zip(books, authors).map { PlayedSpine($0, $1) }
    let (house, id, cookie) = try Self.added(spines)
    #expect(try offered(house, id, cookie) == nil)
    let asked = try house.post("/scans/\(id)/reviews", "most=99999999", cookie: cookie)
    #expect(asked.status == 200)
    #expect(try house.realm.installation.store().queuedJobs().isEmpty)
    try house.realm.installation.set("provider", to: "sample")
    try house.work()
    #expect(!Files.exists("\(house.realm.installation.data)/review-costs"))
    let refused = try house.post("/scans/\(id)/reviews", "most=99999999", cookie: cookie)
    #expect(refused.status == 409, "\(refused.body)")
  }

  @Test func `with book-reviews, the offer has the books, and the page of a book its review`()
    throws
  {
    let (house, id, cookie) = try Self.added(settings: "book-reviews: on")
    house.realm.model.plan { $0.addReviews(of: [AwkwardBooks.dune]) }
    let offer = try #require(try offered(house, id, cookie))
    #expect(offer.count == 3)
    #expect(try html(house, id, cookie).contains("Write reviews of 3 finds (at most $"))
    _ = try house.post("/scans/\(id)/reviews", "most=\(offer.most)", cookie: cookie)
    try house.work()
    #expect(house.realm.model.log.charged(.review) == 3)
    #expect(try sumPaid(house) <= offer.most)
    let find = try #require(try house.realm.find(titled: "Dune"))
    #expect(find.review?.keyTracks.contains("Power") == true)
    let page = try house.realm.installation.text("book/\(find.id)/index.html")
    #expect(page.contains("Key Parts") && !page.contains("Key Tracks"))
  }
}

extension Installation {
  /// Replaces a setting of the control file, or removes it.
  func set(_ key: String, to value: String?) throws {
    let lines = String(decoding: try Files.read(controlFile), as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("\(key):") }.map(String.init)
    let all = lines + (value.map { ["\(key): \($0)"] } ?? []) + [""]
    try Files.replace(
      controlFile, with: Array(all.joined(separator: "\n").utf8), mode: 0o755, durably: false)
  }
}
