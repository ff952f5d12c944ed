// A shelf beside the other parts of the product: people and plans, the cap, the published log, exports,
// imports, corrections, undo, backups.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ShelfSeamTests {
  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  // MARK: People and plans

  @Test func `a shelf is one scan of its person's plan, and other people do not see it`() throws {
    let house = try ShelfHouse(settings: "plan-free: 1\nshow-finder: on")
    let installation = house.installation
    let (anna, ben) = (
      try person("Anna", .owner, in: installation), try person("Ben", .free, in: installation)
    )
    let first = try house.upload(try ShelfHouse.photo(.sparse), session: ben.cookie)
    try house.work()
    let store = try installation.store()
    house.expectBooks(in: try house.shelf(first.id), "the first shelf")
    let limit = PlanLimit(1, isMonthly: false)
    #expect(try store.usedScans(of: ben.person.id, limit: limit, at: now) == 1)
    let calls = try store.callRecords(of: first.id)
    #expect(calls.count >= 2 && calls.allSatisfy { $0.person == ben.person.id.text })

    // His plan is used up. The boxes are found, and he can type the names.
    let sent = house.realm.model.log.requests.count
    let second = try house.upload(
      try ShelfHouse.photo(.sparse, seed: 4), key: "shelf-key-2", session: ben.cookie)
    try house.work()
    let unread = try house.shelf(second.id)
    #expect(unread.state == .complete && !unread.items.isEmpty)
    #expect(unread.items.allSatisfy { $0.names == nil && $0.sureness == .unsure })
    #expect(house.realm.model.log.requests.count == sent)
    #expect(try store.callRecords(of: second.id).isEmpty)
    let page = try house.page(of: second)
    #expect(page.contains("The 1 scan of your plan is used.") && page.contains("Unknown title"))
    #expect(page.contains("Tap a box or a row to type in its title."))
    try house.post(
      "/scans/\(second.id)/items/1/edit", "title=Salt&creator=Odalys+Verne&kind=book&add=1",
      cookie: second.cookie)
    try house.work()
    let find = try #require(try house.realm.find(titled: "Salt"))
    #expect(try store.finder(of: find.id) == ben.person.id)
    #expect(try store.usedScans(of: ben.person.id, limit: limit, at: now) == 1)

    // Not even the owner sees his shelves.
    for path in [
      "items", "picture", "items?format=text", "items?format=picture", "items/1/cover",
    ] {
      let path = "/scans/\(first.id)/\(path)"
      #expect(try house.get(path, cookie: ben.cookie).status == 200, "\(path)")
      #expect(try house.get(path, cookie: anna.cookie).status == 404, "\(path)")
    }
    for action in ["add-all", "clear", "cancel", "undo", "finish", "items/1/add"] {
      let path = "/scans/\(first.id)/\(action)"
      #expect(try house.post(path, cookie: anna.cookie).status == 404, "\(path)")
    }
    #expect(try house.get("/scans/\(first.id)", cookie: anna.cookie, json: true).status == 404)

    // The items that he adds are in the history of the household, and her shelf says that he has
    // them.
    try house.post("/scans/\(first.id)/add-all", "status=have", cookie: ben.cookie)
    let hers = try house.upload(
      try ShelfHouse.photo(.sparse), key: "shelf-key-3", session: anna.cookie)
    try house.work()
    let items = try house.shelf(hers.id).items
    #expect(items.first?.holder != nil && items.first?.isInAddAll == true)
    #expect(try house.page(of: hers).contains("<bdi>Ben</bdi> has this"))

    // A find with the status *want* does not count as a find that he has.
    let his = try #require(try house.shelf(first.id).items.first?.find)
    let edit = try house.installation.albumscan(["edit", his.text, "--status", "want"])
    #expect(edit.exitCode == 0)
    let wish = try house.page(of: hers)
    #expect(wish.contains("Ben wants this."), "\(wish)")
  }

  @Test(arguments: [true, false])
  func `a shelf names a person who has or wants a book only with show-finder`(
    isShown: Bool
  ) throws {
    let house = try ShelfHouse(settings: isShown ? "show-finder: on" : "")
    let (anna, ben) = (
      try person("Anna", .owner, in: house.installation),
      try person("Ben", .base, in: house.installation)
    )
    let his = try house.upload(try ShelfHouse.photo(.sparse), session: ben.cookie)
    try house.work()
    try house.post("/scans/\(his.id)/add-all", "status=have", cookie: ben.cookie)
    let hers = try house.upload(
      try ShelfHouse.photo(.sparse), key: "shelf-key-2", session: anna.cookie)
    try house.work()
    let page = try house.page(of: hers)
    #expect(page.contains("<bdi>\(isShown ? "Ben" : "Another person")</bdi> has this"))
    #expect(page.contains("Ben") == isShown)
    let find = try #require(try house.shelf(his.id).items.first?.find)
    #expect(
      try house.installation.albumscan(["edit", find.text, "--status", "want"]).exitCode == 0)
    let wish = try house.page(of: hers)
    #expect(wish.contains(isShown ? "Ben wants this." : "A person of this log wants this."))
    #expect(wish.contains("Ben") == isShown)
  }

  private func person(
    _ name: String, _ plan: Plan, in installation: Installation
  ) throws -> (person: Person, cookie: String) {
    let person = try installation.store().addPerson(
      name: try Household.name(name), plan: plan, files: installation.sessionFiles, at: now)
    let session = try Household.session(of: person, in: installation)
    return (person, "\(installation.cookieName)=\(session)")
  }

  // MARK: The cap

  @Test func `a cap that covers the first sheet leaves the others unread, and the page says why`()
    throws
  {
    let house = try ShelfHouse()
    _ = try house.copyCompleteShelf()
    let booked = try house.installation.sqlite("SELECT max(reserved) FROM calls")
    let sheet = try #require(Int64(booked.filter(\.isNumber)))
    // Another call has booked the cap, except for the cost of one and a half sheets.
    let tight = try ShelfHouse(settings: "monthly-cap: 10")
    let cap = Money(microdollars: 10_000_000)
    let other = PlannedCall(
      owner: CallOwner(ScanID(randomBytes: Randomness.bytes(17)), person: .owner),
      stage: .identify, provider: "openai", model: "m", prompt: "p-1",
      worstCase: Money(microdollars: cap.microdollars - sheet * 3 / 2))
    _ = try tight.installation.store().reserve(other, cap: cap, at: now)
    let sent = try tight.upload(try ShelfHouse.photo(.sparse))
    try tight.work()
    let shelf = try tight.shelf(sent.id)
    #expect(shelf.state == .complete && shelf.failure?.code == .cap)
    for item in shelf.items {
      #expect((item.reading != nil) == (item.number <= 10), "\(item.number)")
    }
    #expect(shelf.items.first?.sureness == .sure, "what is read is looked up")
    let page = try tight.page(of: sent)
    #expect(page.contains("The Hobbit") && page.contains("Unknown title"))
    #expect(page.contains("budget") || page.contains("month"), "\(page)")
    try tight.expectLedgerOfRequests(sent.id, "the cap")
    #expect(tight.readSheets.count == 1)
    // Nothing waits for the next month: the person types the names, or has a box read again.
    let store = try tight.installation.store()
    #expect(try store.queuedJobs().isEmpty && !store.hasWork(at: now))
    try tight.installation.edit {
      $0.replacing("monthly-cap: 10", with: "monthly-cap: 20")
    }
    try tight.work()
    #expect(tight.readSheets.count == 1, "no call without a wish")
    #expect(
      try tight.post(
        "/scans/\(sent.id)/items/12/box", "x=0.1&y=0.1&w=0.05&h=0.2", cookie: sent.cookie
      ).status == 200)
    try tight.work()
    #expect(try tight.shelf(sent.id).items[11].names?.title == "Pride and Prejudice")
    #expect(tight.readSheets == [Array(1...10), [12]])
    try tight.expectLedgerOfRequests(sent.id, "after the cap")
  }

  // MARK: The published log and exports

  @Test func `finds of a shelf follow the rule of the log, and the shelf stays private`() throws {
    let house = try ShelfHouse(
      settings: """
        publish-to: ../public-log
        publish: chosen
        publish-url: https://records.example/log
        publish-notes: on
        """)
    let installation = house.installation
    let sent = try house.copyCompleteShelf()
    let anna = try person("Zephyrine", .owner, in: installation)
    let own: ShelfHouse.Sent = (sent.id, anna.cookie)
    let path = "/scans/\(own.id)/items"
    try house.post("\(path)/1/add", "status=have", cookie: own.cookie)
    for (number, title, kind) in [(2, "Salt", "record"), (3, "Brine", "book")] {
      let form = "title=\(title)&creator=Odalys+Verne&kind=\(kind)&add=1"
      #expect(
        try house.post("\(path)/\(number)/edit", form, cookie: own.cookie).status == 200)
    }
    try house.work()
    for title in ["The Hobbit", "Salt"] {
      let find = try #require(try house.realm.find(titled: title)).id
      #expect(try installation.albumscan(["edit", find.text, "--public", "yes"]).exitCode == 0)
    }
    #expect(try installation.told(["publish"]).code == 0)
    let (hobbit, salt, brine) = (
      try #require(try house.realm.find(titled: "The Hobbit")).id,
      try #require(try house.realm.find(titled: "Salt")).id,
      try #require(try house.realm.find(titled: "Brine")).id
    )
    let files = try installation.publicFiles()
    #expect(files["book/\(hobbit)/index.html"] != nil && files["album/\(salt)/index.html"] != nil)
    #expect(files["book/\(brine)/index.html"] == nil)
    let archive = try unpacked("\(installation.publicLog)/archive.zip")
    // "Pride and Prejudice" was read and not added.
    let secrets = ["Pride and Prejudice", "Brine", own.id.text, "Zephyrine"]
    expectNone(of: secrets, in: try contents(of: installation.publicLog), "the published log")
    expectNone(of: secrets, in: archive, "archive.zip")
    expectNone(
      of: ["Pride and Prejudice", own.id.text], in: try sitePages(installation),
      "the household's pages")

    // The export has the history, and not the list of the shelf.
    let zip = installation.folder.file("log.zip")
    #expect(try installation.albumscan(["export", zip]).exitCode == 0)
    let exported = try unpacked(zip)
    let text = exported.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(text.contains("The Hobbit") && text.contains("Brine"))
    expectNone(of: ["Pride and Prejudice", own.id.text], in: exported, "the export")
    let photo = SHA256.digest(of: try Files.read(house.picture(of: own.id)))
    for (name, bytes) in exported { #expect(SHA256.digest(of: bytes) != photo, "\(name)") }

    // The other rule publishes all finds, except those that a person made private.
    try installation.edit { $0.replacing("publish: chosen", with: "publish: all") }
    #expect(
      try installation.albumscan(["edit", salt.text, "--public", "no"]).exitCode == 0)
    #expect(try installation.told(["publish"]).code == 0)
    let all = try installation.publicFiles()
    #expect(all["book/\(brine)/index.html"] != nil && all["album/\(salt)/index.html"] == nil)
    expectNone(
      of: ["Pride and Prejudice", own.id.text, "Zephyrine"],
      in: try contents(of: installation.publicLog), "the published log with all finds")
  }

  private func expectNone(of secrets: [String], in files: [String: [UInt8]], _ place: String) {
    #expect(!files.isEmpty, "\(place)")
    for (path, bytes) in files {
      let text = "\(path)\n\(String(decoding: bytes, as: UTF8.self))"
      for secret in secrets where text.contains(secret) {
        Issue.record("\(place): \(path) has \(secret)")
      }
    }
  }

  /// The pages of the web root, without the address of the shelf, which leads to the program.
  private func sitePages(_ installation: Installation) throws -> [String: [UInt8]] {
    try contents(of: installation.site).filter { !$0.key.hasPrefix("shelf/") }
  }

  private func unpacked(_ zip: String) throws -> [String: [UInt8]] {
    let place = try TemporaryFolder()
    let output = try Programs.run(
      "/usr/bin/python3", ["-m", "zipfile", "-e", zip, place.path], input: "/dev/null",
      limit: 1 << 16, timeoutMilliseconds: 20_000)
    #expect(output.exitCode == 0, "\(zip)")
    return try contents(of: place.path)
  }

  // MARK: Corrections and undo

  @Test func `a kind that was corrected on the find's page is right on the shelf's page, too`()
    throws
  {
    let house = try ShelfHouse()
    let sent = try house.copyCompleteShelf()
    try house.post("/scans/\(sent.id)/add-all", "status=have", cookie: sent.cookie)
    try house.work()
    let find = try #require(try house.realm.find(titled: "The Hobbit")).id
    #expect(try house.page(of: sent).contains("/book/\(find)/"))
    let corrected = try house.installation.told([
      "correct", find.text, "--artist", "Odalys Verne", "--title", "Salt", "--kind", "album",
    ])
    #expect(corrected.code == 0, "\(corrected.text)")
    try house.work()
    let page = try house.page(of: sent)
    #expect(page.contains("/album/\(find)/") && !page.contains("/book/\(find)/"))
    #expect(page.contains("Salt") && page.contains("Odalys Verne"))
    let item = try #require(try house.shelf(sent.id).items.first)
    #expect(item.find == find && item.kind == .record && item.sureness == .sure)
    let list = try house.get("/scans/\(sent.id)/items?format=goodreads", cookie: sent.cookie).body
    #expect(!list.contains("Salt") && list.contains("Pride and Prejudice"), "\(list)")
    // "Save" of the form, as the page shows it, changes nothing.
    try house.post(
      "/scans/\(sent.id)/items/1/edit", "title=Salt&creator=Odalys+Verne&kind=record",
      cookie: sent.cookie)
    try house.work()
    #expect(try house.installation.store().kind(of: find) == .album)
    #expect(try house.installation.store().find(find)?.album.title == "Salt")
    #expect(try house.installation.store().countFinds() == 2)
    #expect(try house.installation.albumscan(["check"]).exitCode == 0)
    try house.installation.expectWholeSite("a corrected kind")
  }

  @Test func `an undo brings a find back as it was, also beside a deletion`() throws {
    let house = try ShelfHouse()
    let sent = try house.copyCompleteShelf()
    let path = "/scans/\(sent.id)"
    try house.post("\(path)/add-all", "status=have", cookie: sent.cookie)
    try house.work()
    let store = try house.installation.store()
    let find = try #require(try house.realm.find(titled: "The Hobbit")).id
    #expect(
      try house.installation.albumscan(["edit", find.text, "--notes", "A gift"]).exitCode == 0)
    try house.post("\(path)/items/1/remove", cookie: sent.cookie)
    try house.work()
    #expect(try store.countFinds() == 1)
    try house.post("\(path)/undo", cookie: sent.cookie)
    try house.work()
    let restored = try #require(try store.find(find))
    #expect(restored.details.status == .have && restored.details.note == "A gift")

    // The find is deleted on the page of the history. Its item can be added again.
    #expect(try house.installation.albumscan(["delete", find.text]).exitCode == 0)
    #expect(try house.shelf(sent.id).items[0].find == nil)
    try house.post("\(path)/items/1/add", "status=have", cookie: sent.cookie)
    try house.work()
    #expect(try store.countFinds() == 2)
    #expect(try store.find(find)?.details.note == "A gift")
    #expect(try house.shelf(sent.id).items[0].find == find)

    // "Add all" is undone after one of its finds was deleted, and the deletion is undone after that.
    try house.post("\(path)/undo", cookie: sent.cookie)
    #expect(try house.shelf(sent.id).items[0].find == nil)
    #expect(try house.installation.albumscan(["undelete", find.text]).exitCode == 0)
    #expect(try house.shelf(sent.id).items[0].find == find)
    #expect(try house.post("\(path)/undo", cookie: sent.cookie).status == 409)
    #expect(try house.installation.albumscan(["check"]).exitCode == 0)
    try house.installation.expectWholeSite("an undo")
  }

  // MARK: Imports

  @Test(arguments: [true, false])
  func `what the history has already is shown as had, also while a service does not answer`(
    answers: Bool
  ) throws {
    let other = try ShelfHouse()
    let read = try other.copyCompleteShelf()
    try other.post("/scans/\(read.id)/add-all", "status=have", cookie: read.cookie)
    try other.work()
    let export = other.installation.folder.file("log.zip")
    #expect(try other.installation.albumscan(["export", export]).exitCode == 0)

    var shelf = ShelfHouse.books
    shelf.spines[2] = PlayedSpine("Back in Black", "AC/DC", kind: .record)
    let house = try ShelfHouse(shelf)
    #expect(try house.installation.albumscan(["import", export]).exitCode == 0)
    let table = try house.installation.folder.write(
      "Artist,Title,release_id\r\nAC/DC,Back in Black,1\r\n", to: "collection.csv")
    #expect(try house.installation.albumscan(["import", table]).exitCode == 0)
    #expect(try house.installation.store().countFinds() == 3)
    if !answers {
      try house.realm.openLibrary.refuseConnections()
      try house.realm.musicBrainz.refuseConnections()
    }
    let sent = try house.upload(try ShelfHouse.photo(.sparse))
    try house.work()
    let items = try house.shelf(sent.id).items
    for number in [1, 2, 12] {
      let item = items[number - 1]
      #expect(item.holder == .person && !item.isInAddAll, "\(item)")
    }
    let page = try house.page(of: sent)
    #expect(page.ranges(of: "You have this").count == 3)
    try house.post("/scans/\(sent.id)/add-all", "status=have", cookie: sent.cookie)
    try house.work()
    #expect(try house.installation.store().countFinds() == 3)
  }

  // MARK: Backups

  @Test func `a backup has the photo of a shelf until it is read, and a restored shelf goes on`()
    throws
  {
    let house = try ShelfHouse()
    let place = try TemporaryFolder()
    let sent = try house.upload(try ShelfHouse.photo(.sparse))
    let unread = place.file("unread.tar")
    #expect(try house.installation.albumscan(["backup", unread]).exitCode == 0)
    #expect(try names(in: unread).contains("photos/\(sent.id).jpg"))
    try house.work()
    let read = place.file("read.tar")
    #expect(try house.installation.albumscan(["backup", read]).exitCode == 0)
    #expect(try !names(in: read).contains { $0.hasPrefix("photos/") })

    let first = try restored(unread)
    try first.work()
    first.expectBooks(in: try first.shelf(sent.id), "restored before it was read")
    try first.expectLedgerOfRequests(sent.id, "restored before it was read")

    let second = try restored(read)
    second.expectBooks(in: try second.shelf(sent.id), "restored after it was read")
    let page = try second.page(of: sent)
    #expect(page.contains("The Hobbit") && !page.contains("<figure class=\"shelf-photo\""))
    let picture = try second.get("/scans/\(sent.id)/picture", cookie: sent.cookie)
    #expect(picture.status == 404)
    let address = try second.installation.text("shelf/\(sent.id)/index.html")
    #expect(address.contains("/scans/\(sent.id)/items"), "\(address)")
    let drawn = try second.post(
      "/scans/\(sent.id)/items", "x=0.1&y=0.1&w=0.1&h=0.3", cookie: sent.cookie)
    #expect(drawn.status == 409, "\(drawn.body)")
    try second.post("/scans/\(sent.id)/add-all", "status=have", cookie: sent.cookie)
    try second.work()
    #expect(try second.installation.store().countFinds() == 2)
    #expect(second.realm.model.log.requests.isEmpty)
    let check = try second.installation.told(["check"])
    #expect(check.code == 0, "\(check.text)")
  }

  /// Boxes that are dismissed before they are read have no picture after "Finish" or a restore.
  @Test func `a box that comes back after its picture is gone stays without names`() throws {
    let house = try ShelfHouse(settings: "monthly-cap: 0")
    let sent = try house.upload(try ShelfHouse.photo(.sparse))
    house.realm.model.order(.serverError, .always, of: .shelf)
    _ = try house.installation.albumscan(["work"], kill: "shelf-sheets:after")
    let path = "/scans/\(sent.id)"
    #expect(try house.post("\(path)/items/1/dismiss", cookie: sent.cookie).status == 200)
    try house.work()
    #expect(try house.shelf(sent.id).state == .complete)
    #expect(try house.post("\(path)/finish", cookie: sent.cookie).status == 200)
    try house.work()
    #expect(try house.post("\(path)/items/1/restore", cookie: sent.cookie).status == 200)
    try house.work()
    let shelf = try house.shelf(sent.id)
    #expect(shelf.state == .complete, "\(shelf.state), \(String(describing: shelf.failure))")
    #expect(shelf.items[0].names == nil && !shelf.items[0].isDismissed)
    #expect(try house.installation.store().queuedJobs().isEmpty)
  }

  private func restored(_ file: String) throws -> ShelfHouse {
    let house = try ShelfHouse()
    let told = try house.installation.told(["restore", file])
    #expect(told.code == 0, "\(told.text)")
    try house.realm.writeKey()
    return house
  }

  private func names(in file: String) throws -> [String] {
    let output = try Programs.run(
      "/bin/tar", ["tf", file], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 10_000)
    #expect(output.exitCode == 0)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
