// kill −9 at every transition of a shelf: of the upload, of its job, of its changes and of its picture.
// The next worker continues. No item is lost or doubled, and no sheet with a stored answer is paid for
// again.

import Albums
import Host
import JPEG
import Pictures
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ShelfKillTests {
  /// The moments of the job. `#7` is the seventh of its kind: a name that arrives in the middle of an
  /// answer, while other sheets are read.
  static let moments =
    ["finding", "found", "sheets", "read", "grounded", "ended"].flatMap {
      ["shelf-\($0):before", "shelf-\($0):after"]
    } + [
      "shelf:booked", "call:before", "call:after", "call:before#2", "call:after#2",
      "shelf-read:before#7", "shelf-read:after#12", "shelf-grounded:before#2",
      "shelf-grounded:after#2",
    ]

  /// A model whose answers arrive in pieces, and a model whose answers arrive as a whole.
  static let providers: [PlayedProvider] = [.openAI, .unstreamed(.ollama)]

  static var rounds: [(moment: String, provider: PlayedProvider)] {
    let all = providers.flatMap { provider in moments.map { (moment: $0, provider: provider) } }
    return sampled(all, 2, of: "kill points of a shelf") { "\($0.moment) with \($0.provider)" }
  }

  @Test func `a worker killed at any transition loses, doubles and pays for no item twice`() throws
  {
    var tally = Tally()
    for (moment, provider) in Self.rounds {
      let house = try ShelfHouse(provider: provider)
      let sent = try house.upload(try ShelfHouse.photo(.sparse))
      let killed = try house.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      try expectComplete(house, sent, after: moment, &tally)
    }
    note("kills of a shelf: \(tally)")
    #expect(tally.lost == 0 && tally.doubled == 0 && tally.paidTwice == 0)
  }

  /// The sums over all kills.
  private struct Tally: CustomStringConvertible {
    var kills = 0
    var lost = 0
    var doubled = 0
    var paidTwice = 0

    /// Calls whose answer was not stored before the kill. A kill between a request and its commit may
    /// cost one more call (docs/faults.md F2).
    var open = 0

    var description: String {
      "\(kills), \(lost) items lost, \(doubled) doubled, \(paidTwice) sheets paid twice, \(open) open calls"
    }
  }

  private func expectComplete(
    _ house: ShelfHouse, _ sent: ShelfHouse.Sent, after moment: String, _ tally: inout Tally
  ) throws {
    let open = try openCalls(house)
    let answered = try answeredSheets(house)
    try house.work()
    let shelf = try house.shelf(sent.id)
    house.expectBooks(in: shelf, moment)
    let store = try house.installation.store()
    let items = shelf.items
    let sheets = (items.count + Store.itemsInSheet - 1) / Store.itemsInSheet
    #expect(sheets >= 2, "the shelf has several sheets")
    tally.kills += 1
    tally.open += open
    tally.lost += items.count { $0.reading == nil }
    tally.doubled += items.count - Set(items.map(\.number)).count
    // A call that was open at the kill may have been sent or not. Each other row is a request.
    let rows = try store.callRecords(of: sent.id).filter { $0.state != "unsent" }
    let requests = house.realm.model.log.count(of: .shelf)
    #expect((rows.count - open...rows.count).contains(requests), "\(moment): \(rows.map(\.state))")
    #expect(requests <= sheets + open, "\(moment): \(house.readSheets)")
    #expect(house.refusals.isEmpty, "\(moment): \(house.refusals)")
    let after = try answeredSheets(house)
    #expect(answered.allSatisfy { after[$0.key] == $0.value }, "\(moment): \(answered), \(after)")
    tally.paidTwice += max(0, requests - sheets - open) + after.values.count { $0 > 1 }
    #expect(Files.exists(house.picture(of: sent.id)), "\(moment): the person has not finished")
    try expectWholePages(house, sent, moment)
  }

  /// The number of calls without an answer that may have been sent.
  private func openCalls(_ house: ShelfHouse) throws -> Int {
    try house.installation.sqlite(
      "SELECT id FROM calls WHERE state = 'reserved' AND begun = 1"
    ).split(separator: "\n").count
  }

  /// The number of answers to each sheet.
  private func answeredSheets(_ house: ShelfHouse) throws -> [String: Int] {
    let rows = try house.installation.sqlite(
      "SELECT part, count(*) FROM calls WHERE answer IS NOT NULL GROUP BY part")
    return rows.split(separator: "\n").reduce(into: [:]) { counts, row in
      let cells = row.split(separator: "|").map(String.init)
      if cells.count == 2 { counts[cells[0]] = Int(cells[1]) }
    }
  }

  /// Adds the books and ends the session. Then the pages are those of a build, and the photo is gone.
  private func expectWholePages(
    _ house: ShelfHouse, _ sent: ShelfHouse.Sent, _ moment: String
  ) throws {
    let added = try house.post("/scans/\(sent.id)/add-all", "status=have", cookie: sent.cookie)
    #expect(added.status == 200, "\(moment): \(added.body)")
    #expect(try house.post("/scans/\(sent.id)/finish", cookie: sent.cookie).status == 200)
    try house.work()
    let installation = house.installation
    #expect(try installation.photos.isEmpty, "\(moment)")
    #expect(
      Set(try installation.store().newestFinds(9).map(\.album.title))
        == ["The Hobbit", "Pride and Prejudice"], "\(moment)")
    #expect(try installation.store().countFinds() == 2, "\(moment)")
    try installation.expectWholeSite(moment)
    let check = try installation.told(["check"])
    #expect(check.code == 0, "\(moment): \(check.text)")
  }

  // MARK: Other transitions of the job

  @Test func `a worker killed while a known cover is recognised still pays for nothing`() throws {
    for moment in ["shelf-recognised:before", "shelf-recognised:after"] {
      let house = try ShelfHouse()
      try house.installation.copySample()
      try house.realm.writeKey()
      let sent = try house.upload(try Files.read(Sample.cover))
      _ = try house.installation.albumscan(["work"], kill: "shelf-found:after")
      // The test makes box 1 the whole picture, a known cover of the sample.
      _ = try house.installation.sqlite(
        """
        UPDATE shelf_items SET box = 'cover' WHERE item = (SELECT id FROM items WHERE position = 1);
        UPDATE items SET quad = (SELECT format('0,0,%d,0,%d,%d,0,%d', width, width, height, height)
          FROM shelves) WHERE position = 1;
        """)
      let killed = try house.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      try house.work()
      let shelf = try house.shelf(sent.id)
      #expect(shelf.state == .complete, "\(moment): \(String(describing: shelf.failure))")
      #expect(shelf.items.first?.names?.title == "21", "\(moment)")
      #expect(!house.readSheets.joined().contains(1), "\(moment): \(house.readSheets)")
      try house.expectLedgerOfRequests(sent.id, moment)
    }
  }

  @Test func `a worker killed while it leaves boxes unread leaves them unread`() throws {
    for moment in ["shelf-unread:before", "shelf-unread:after"] {
      let house = try ShelfHouse(settings: "shelf-call-limit: 1")
      let sent = try house.upload(try ShelfHouse.photo(.sparse))
      let killed = try house.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      try house.work()
      let shelf = try house.shelf(sent.id)
      #expect(shelf.state == .complete && shelf.failure == .askedTooOften, "\(moment)")
      for item in shelf.items {
        #expect((item.reading != nil) == (item.number <= 10), "\(moment): \(item.number)")
      }
      #expect(house.realm.model.log.count(of: .shelf) == 1, "\(moment)")
      try house.expectLedgerOfRequests(sent.id, moment)
    }
  }

  @Test func `a worker killed while a shelf begins to wait waits or continues`() throws {
    for moment in ["job-waiting:before", "job-waiting:after"] {
      let house = try ShelfHouse()
      house.realm.model.order(.serverError, .always, of: .shelf)
      let sent = try house.upload(try ShelfHouse.photo(.sparse))
      let killed = try house.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      house.realm.model.recover()
      try house.post("/scans/\(sent.id)/retry", cookie: sent.cookie)
      try house.work()
      house.expectBooks(in: try house.shelf(sent.id), moment)
      try house.expectLedgerOfRequests(sent.id, moment)
      #expect(Files.exists(house.picture(of: sent.id)), "\(moment)")
    }
  }

  @Test func `the photo of a refused shelf is deleted, whenever the worker dies`() throws {
    let black = try JPEG.encode(
      Pixels(width: 640, height: 480, rgb: Array(repeating: 0, count: 640 * 480 * 3)),
      quality: 90, maximumBytes: 1 << 20)
    for moment in sampled(
      ["job-failed:before", "job-failed:after", "photo:before", "photo:after"], 1,
      of: "kill points of a refused shelf", name: \.self)
    {
      let house = try ShelfHouse()
      let sent = try house.upload(black)
      let killed = try house.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      try house.work()
      let shelf = try house.shelf(sent.id)
      #expect(shelf.state == .failed && shelf.failure == .noDetail, "\(moment)")
      #expect(try house.installation.photos.isEmpty, "\(moment)")
      #expect(house.realm.model.log.requests.isEmpty, "\(moment)")
    }
  }

  @Test func `a photo that kills its worker every time is given up after a day`() throws {
    let house = try ShelfHouse()
    let sent = try house.upload(try ShelfHouse.photo(.sparse))
    for _ in 0..<3 {
      let killed = try house.installation.albumscan(["work"], kill: "shelf-found:before")
      #expect(killed.exitCode == 128 + 9)
    }
    _ = try house.installation.sqlite("UPDATE jobs SET created = created - 86400001")
    try house.work()
    let shelf = try house.shelf(sent.id)
    #expect(shelf.state == .failed && shelf.failure == .givenUp(.serverStopped))
    #expect(try house.installation.photos.isEmpty)
    #expect(house.realm.model.log.requests.isEmpty)
  }

  /// The person has finished, or cleared the list more than ten minutes ago.
  @Test(arguments: ["finish", "clear"])
  func `the picture of an ended session is deleted, whenever the worker dies`(
    action: String
  ) throws {
    for moment in sampled(
      ["photo:before", "photo:after"], 1, of: "kill points of a picture", name: \.self)
    {
      let house = try ShelfHouse()
      let sent = try house.copyCompleteShelf()
      #expect(try house.post("/scans/\(sent.id)/\(action)", cookie: sent.cookie).status == 200)
      if action == "clear" {
        try house.work()
        #expect(Files.exists(house.picture(of: sent.id)), "the person may undo it")
        _ = try house.installation.sqlite("UPDATE shelves SET cleared = cleared - 600001")
      }
      let killed = try house.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      try house.work()
      #expect(try house.installation.photos.isEmpty, "\(moment)")
      #expect(try !house.installation.store().hasWork(at: Household.now), "\(moment)")
      let status = try house.get("/scans/\(sent.id)/picture", cookie: sent.cookie).status
      #expect(status == 404, "\(moment)")
    }
  }

  // MARK: Requests

  @Test func `an upload that is killed is stored once by its second attempt`() throws {
    for moment in sampled(
      ["accept:file", "accept:before", "accept:after", "spawn:before"], 1,
      of: "kill points of a shelf's upload", name: \.self)
    {
      let house = try ShelfHouse()
      let photo = try ShelfHouse.photo(.sparse)
      _ = try house.sendPhoto(photo, key: "shelf-key-1", kill: moment)
      let isAccepted = try !house.installation.shelves.isEmpty
      #expect(isAccepted == !["accept:file", "accept:before"].contains(moment), "\(moment)")
      let sent = try house.upload(photo)
      #expect(try house.installation.shelves == [sent.id], "\(moment)")
      try house.work()
      house.expectBooks(in: try house.shelf(sent.id), moment)
      // The temporary file of a killed upload may stay for an hour, because an upload can last long.
      let named = try house.installation.photos.filter { $0.hasPrefix(sent.id.text) }
      #expect(named == ["\(sent.id).jpg", "\(sent.id).view.jpg"], "\(moment)")
    }
  }

  /// A change, and the number of finds that it makes.
  static let changes: [(path: String, form: String, finds: Int)] = [
    ("add-all", "status=have", 2), ("items/1/add", "status=have", 1), ("items/1/dismiss", "", 0),
    ("items", "x=0.1&y=0.1&w=0.1&h=0.3", 0), ("clear", "", 0), ("finish", "", 0),
  ]

  @Test func `a change whose request is killed is made once by its second attempt`() throws {
    let cells = Self.changes.flatMap { change in
      ["commit:before", "commit:after"].map { (change: change, moment: $0) }
    }
    for (change, moment) in sampled(
      cells, 1, of: "killed changes of a shelf", name: { "\($0.change.path) \($0.moment)" })
    {
      let mark = "\(change.path) \(moment)"
      let house = try ShelfHouse()
      let sent = try house.copyCompleteShelf()
      let path = "/scans/\(sent.id)/\(change.path)"
      let before = try house.shelf(sent.id).items.count
      let killed = try house.post(path, change.form, cookie: sent.cookie, kill: moment)
      #expect(killed.status == 0, "\(mark) was not reached: \(killed.body)")
      let isMade = try house.shelf(sent.id).undo != nil || house.shelf(sent.id).finished != nil
      #expect(isMade == (moment == "commit:after"), "\(mark)")
      // A drawn box has no number that the request names, so a second request draws a second box.
      if change.path != "items" || !isMade {
        try house.post(path, change.form, cookie: sent.cookie)
      }
      try house.work()
      #expect(try house.installation.store().countFinds() == change.finds, "\(mark)")
      let shelf = try house.shelf(sent.id)
      #expect(shelf.items.count == before + (change.path == "items" ? 1 : 0), "\(mark)")
      #expect(try house.installation.photos.isEmpty == (change.path == "finish"), "\(mark)")
      try house.installation.expectWholeSite(mark)
    }
  }

  @Test func `a worker killed while it writes the pages of added books completes them`() throws {
    let house = try ShelfHouse()
    let sent = try house.copyCompleteShelf()
    #expect(try house.post("/scans/\(sent.id)/add-all", cookie: sent.cookie).status == 200)
    let course = try KillCourse(house.installation, ["work"])
    for point in try course.sample(1, of: "the pages of added books") {
      try course.kill(at: point)
      try course.repeatCommand(after: point)
      #expect(try house.installation.store().countFinds() == 2, "\(point)")
      try house.installation.expectWholeSite("\(point)")
    }
  }
}
