// A shelf photo from the upload to finds: real programs, a drawn shelf, a played model and played
// services.

import Albums
import Host
import JPEG
import Pictures
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ShelfScanTests {
  /// The books that the played model reads on the items 1 to 3. The played Open Library knows the
  /// first.
  static let spines = [
    PlayedSpine("Dune", "Frank Herbert", publisher: "Ace Books"),
    PlayedSpine("Solaris", "Stanisław Lem"), PlayedSpine("Emma", "Jane Austen"),
  ]

  private func shelfHouse() throws -> ShelfHouse { try ShelfHouse(PlayedShelf(Self.spines)) }

  @Test func `a photo of a shelf becomes a list, and what its person adds becomes finds`() throws {
    let house = try shelfHouse()
    let (id, cookie) = try house.upload(try ShelfHouse.photo(.sparse))
    try house.work()
    let shelf = try house.shelf(id)
    #expect(shelf.state == .complete, "\(String(describing: shelf.failure))")
    #expect(shelf.items.count >= 3, "boxes: \(shelf.items.count)")
    #expect(house.realm.model.log.refusals.isEmpty, "\(house.realm.model.log.refusals)")
    #expect(house.realm.model.log.privacyFaults.isEmpty)
    let dune = try #require(shelf.items.first { $0.number == 1 })
    #expect(dune.work?.album.title == "Dune" && dune.work?.album.kind == .book)
    #expect(dune.work?.album.year == 1965)
    #expect(dune.work?.album.artwork != nil, "the cover of Open Library")
    #expect(dune.sureness == .sure && dune.isInAddAll)
    let page = try house.get("/scans/\(id)/items", cookie: cookie)
    #expect(page.status == 200)
    #expect(page.body.contains("Dune") && page.body.contains("id=\"item-1\""))
    #expect(!page.body.contains("[["), "every placeholder is filled")
    let added = try house.post("/scans/\(id)/items/1/add", "status=have", cookie: cookie)
    #expect(added.status == 200, "\(added.body)")
    try house.work()
    let find = try #require(try house.realm.find(titled: "Dune"))
    #expect(find.details.status == .have && find.isSure)
    #expect(try house.realm.installation.text("book/\(find.id)/index.html").contains("Dune"))
    #expect(house.realm.model.log.charged(.review) == 0, "Add calls no model")
  }

  @Test func `only the browser that sent the photo sees the shelf, its picture and its exports`()
    throws
  {
    let house = try shelfHouse()
    let (id, cookie) = try house.upload(try ShelfHouse.photo(.sparse))
    try house.work()
    let paths = [
      "/scans/\(id)/items", "/scans/\(id)/picture", "/scans/\(id)/picture?view",
      "/scans/\(id)/items/1/cover",
      "/scans/\(id)/items?format=text", "/scans/\(id)/items?format=goodreads",
      "/scans/\(id)/items?format=storygraph", "/scans/\(id)/items?format=picture",
    ]
    for path in paths {
      #expect(try house.get(path, cookie: cookie).status == 200, "\(path)")
      #expect(try house.get(path, cookie: nil).status == 404, "\(path)")
      // A guess of the key of the upload, which its client has chosen, opens nothing.
      #expect(try house.get(path, cookie: "shelf-\(id)=shelf-key-1").status == 404, "\(path)")
    }
    #expect(try house.post("/scans/\(id)/clear", cookie: "a=b").status == 404)
    #expect(try house.get("/scans/\(id)", cookie: nil, json: true).status == 404)
    #expect(try house.get("/scans?id=\(id)", cookie: nil).body.contains("gone"))
    #expect(try house.get("/scans?id=\(id)", cookie: cookie).body.contains(#""found":"#))
    #expect(try house.shelf(id).cleared == nil)
    let site = try Files.entries(of: "\(house.realm.installation.site)/shelf/\(id)")
    #expect(site == ["index.html"])
    #expect(try !house.realm.installation.text("shelf/\(id)/index.html").contains("Dune"))
  }

  @Test(arguments: ["text", "goodreads", "storygraph"])
  func `a name of a service cannot turn a line of an exported list around`(format: String) throws {
    let house = try shelfHouse()
    let (id, cookie) = try house.upload(try ShelfHouse.photo(.sparse))
    try house.work()
    _ = try house.installation.sqlite(
      "UPDATE albums SET artist = replace(artist, ' ', char(8238)) WHERE title = 'Dune'")
    let list = try house.get("/scans/\(id)/items?format=\(format)", cookie: cookie).body
    #expect(list.contains("FrankHerbert"), "\(list)")
  }

  @Test func `the page of a shelf shows a smaller copy of its picture`() throws {
    let house = try shelfHouse()
    let sent = try house.upload(try ShelfHouse.photo(.sparse))
    try house.work()
    #expect(
      try house.page(of: sent).contains("src=\"/cgi-bin/albumscan/scans/\(sent.id)/picture?view\""))
    let files = "\(house.realm.installation.data)/photos/\(sent.id)"
    let view = try JPEG.decode(Files.read("\(files).view.jpg"), coveringLongerSide: 2_000).pixels
    #expect(max(view.width, view.height) == 1_280)
    #expect(Files.mode(of: "\(files).view.jpg") == Files.mode(of: "\(files).jpg"))
    let path = "/scans/\(sent.id)/picture"
    func length(_ path: String) throws -> Int {
      try house.get(path, cookie: sent.cookie).body.utf8.count
    }
    #expect(try length("\(path)?view") < length(path))
    // A shelf without a smaller copy shows the picture itself.
    try Files.remove("\(files).view.jpg")
    #expect(try length("\(path)?view") == length(path))
  }

  @Test func `spines prints a line for each item, with tabs between the cells`() throws {
    let house = try shelfHouse()
    let photo = house.realm.installation.folder.file("shelf.jpg")
    try Files.replace(photo, with: ShelfHouse.photo(.sparse), durably: false)
    let output = try house.installation.albumscan(["spines", photo])
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    #expect(output.exitCode == 0 && !lines.isEmpty)
    for (index, line) in lines.enumerated() {
      let cells = line.split(separator: "\t")
      #expect(cells.count == 5 && cells.first == "\(index + 1)", "\(line)")
    }
  }

  @Test func `Finish deletes the picture and keeps the list, and the exports name the books`()
    throws
  {
    let house = try shelfHouse()
    let (id, cookie) = try house.upload(try ShelfHouse.photo(.sparse))
    try house.work()
    let goodreads = try house.get("/scans/\(id)/items?format=goodreads", cookie: cookie).body
    #expect(
      goodreads.contains("Title,Author,ISBN,ISBN13") && goodreads.contains("Dune,Frank Herbert"))
    let picture = "\(house.realm.installation.data)/photos/\(id).jpg"
    #expect(Files.exists(picture))
    #expect(try house.post("/scans/\(id)/finish", cookie: cookie).status == 200)
    try house.work()
    #expect(try house.realm.installation.photos.isEmpty, "the picture and its smaller copy")
    #expect(try house.get("/scans/\(id)/picture", cookie: cookie).status == 404)
    #expect(try house.get("/scans/\(id)/items?format=text", cookie: cookie).body.contains("Dune"))
  }

  @Test func `the next photo of the browser joins the session, and its copies count once`() throws {
    let house = try shelfHouse()
    let photo = try ShelfHouse.photo(.sparse)
    let (first, cookie) = try house.upload(photo)
    let second = try house.upload(photo, key: "shelf-key-2", session: cookie).id
    let (stranger, _) = try house.upload(
      photo, key: "shelf-key-3", session: "shelf-\(first)=shelf-key-1")
    try house.work()
    #expect(try house.shelf(second).session == first)
    #expect(try house.shelf(stranger).session == stranger)
    let both = "\(cookie); \(try house.cookie(of: second))"
    let page = try house.page(of: (second, both))
    #expect(page.contains("Photo 1") && page.contains("/scans/\(first)/items\""), "a link")
    #expect(page.contains("Also number 1 in photo 1"))
    let list = try house.get("/scans/\(first)/items?format=text", cookie: both).body
    #expect(list.matches(of: /Dune/).count == 1, "\(list)")
    let separated = try house.post("/scans/\(second)/items/1/separate", cookie: both)
    #expect(separated.status == 200, "\(separated.body)")
    let longer = try house.get("/scans/\(first)/items?format=text", cookie: both).body
    #expect(longer.matches(of: /Dune/).count == 2, "\(longer)")
    #expect(try house.post("/scans/\(second)/finish", cookie: both).status == 200)
    for id in [first, second] {
      #expect(!Files.exists("\(house.realm.installation.data)/photos/\(id).jpg"))
      #expect(try house.get("/scans/\(id)/items", cookie: both).status == 200)
    }
  }

  @Test func `a build on a new web root writes the page that leads to the shelf`() throws {
    let house = try shelfHouse()
    let (id, _) = try house.upload(try ShelfHouse.photo(.empty))
    try house.work()
    let page = "\(house.realm.installation.site)/shelf/\(id)/index.html"
    let before = try Files.read(page)
    try Files.removeTree("\(house.realm.installation.site)/shelf")
    try house.realm.installation.albumscan(["build"])
    #expect(try Files.read(page) == before)
  }

  @Test func `without a model the boxes are found, and everything can be typed in`() throws {
    let house = try Installation()
    let program = try house.loneCGI()
    try house.albumscan(["build"])
    let body = Multipart(
      photo: try ShelfHouse.photo(.sparse), fields: [("kind", "shelf"), ("key", "typed-key-1")])
    _ = try house.runCGI(
      program, house.uploadEnvironment(body), input: try house.bodyFile(body.bytes))
    try house.albumscan(["work"])
    let id = try #require(
      try Files.entries(of: "\(house.data)/photos").first.flatMap { ScanID($0.dropLast(4)) })
    let shelf = try #require(try house.store().shelf(id))
    #expect(shelf.state == .complete && !shelf.items.isEmpty && shelf.failure == .noModel)
    #expect(shelf.items.allSatisfy { $0.sureness == .unsure && $0.names == nil })
  }

  @Test func `a shelf without boxes says so, and sends nothing to the model`() throws {
    let house = try shelfHouse()
    let empty = try house.upload(try ShelfHouse.photo(.empty, seed: 724), key: "shelf-key-2")
    try house.work()
    #expect(try house.shelf(empty.id).state == .complete)
    #expect(try house.shelf(empty.id).items.isEmpty)
    let page = try house.get("/scans/\(empty.id)/items", cookie: empty.cookie).body
    #expect(page.contains("No Books Found"))
    #expect(house.realm.model.log.requests.isEmpty, "nothing is sent for an empty shelf")
  }
}
