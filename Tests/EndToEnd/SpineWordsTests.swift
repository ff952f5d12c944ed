// Shelves whose spines are named by their words: without a model, before and after a model, with faults, and with
// the real text reader.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct SpineWordsTests {
  private static let free = "provider: sample\nread-sleeves: on"
  private static let freeFirst = "read-sleeves: on\nfree-first: on"

  /// What stands on the first items of the shelf.
  static let lines: [Int: [PlayedReader.Line]] = [
    1: [("THE HOBBIT", 20), ("TOLKIEN", 14), ("HarperCollins", 8)],
    2: [("DAVID BOWIE", 16), ("HEROES", 16)],
    3: [("PENGUIN BOOKS", 12)],
    4: [("DER VERLORENE ZUG", 18)],
    5: [("DUNE", 20), ("HERBERT", 14)],
    6: [("Crime and Punishment", 18), ("DOSTOEVSKY", 14), ("£4.99", 10)],
  ]

  private let photo: [UInt8]

  /// Reads `lines` on the photo.
  private let reader: PlayedReader

  init() throws {
    photo = try ShelfHouse.photo(.sparse)
    reader = try PlayedReader()
    try reader.read(Self.lines, on: photo)
  }

  private func house(_ settings: String) throws -> ShelfHouse {
    try ShelfHouse(programs: reader.programs, settings: settings)
  }

  private func scanned(
    _ house: ShelfHouse, _ other: [UInt8]? = nil
  ) throws -> (shelf: Shelf, sent: ShelfHouse.Sent) {
    let sent = try house.upload(other ?? photo)
    try house.work()
    return (try house.shelf(sent.id), sent)
  }

  /// As `scanned`, after the worker was killed once.
  private func scanned(
    _ house: ShelfHouse, _ photo: [UInt8], killedAt moment: String
  ) throws -> (shelf: Shelf, sent: ShelfHouse.Sent) {
    let sent = try house.upload(photo)
    let killed = try house.installation.albumscan(["work"], kill: moment)
    #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
    try house.work()
    let shelf = try house.shelf(sent.id)
    #expect(shelf.state == .complete, "\(moment): \(String(describing: shelf.failure))")
    #expect(shelf.items.map(\.number) == Array(1...shelf.items.count), "\(moment)")
    #expect(try house.installation.told(["check"]).code == 0, "\(moment)")
    return (shelf, sent)
  }

  private func item(_ number: Int, of shelf: Shelf) throws -> ShelfItem {
    try #require(shelf.items.first { $0.number == number })
  }

  @Test func `without a model, the words of spines name books and records`() throws {
    let house = try house(Self.free)
    let (shelf, sent) = try scanned(house)
    #expect(shelf.state == .complete, "\(String(describing: shelf.failure))")
    let hobbit = try item(1, of: shelf)
    #expect(hobbit.work?.album.title == "The Hobbit" && hobbit.work?.album.kind == .book)
    #expect(hobbit.work?.album.artist == "J.R.R. Tolkien" && hobbit.sureness == .sure)
    #expect(hobbit.work?.album.artwork != nil, "the cover of Open Library")
    let heroes = try item(2, of: shelf)
    #expect(heroes.work?.album.artist == "David Bowie" && heroes.work?.album.kind == .album)
    #expect(heroes.sureness == .sure)
    // A publisher names nothing. Lettering that names nothing is a title to correct.
    #expect(try item(3, of: shelf).names == nil)
    let lost = try item(4, of: shelf)
    #expect(lost.names?.title == "DER VERLORENE ZUG" && lost.work == nil)
    #expect(lost.sureness == .unsure && !lost.isInAddAll && lost.reading?.creator == nil)
    #expect(lost.reading.map { $0.confidence <= 0.3 } == true)
    // Two authors of one surname have a book of this title.
    let dune = try item(5, of: shelf)
    #expect(dune.names?.title == "Dune" && dune.reading?.creator == nil && dune.sureness == .likely)
    #expect(try item(6, of: shelf).work?.album.title == "Crime and Punishment")
    #expect(shelf.items.dropFirst(6).allSatisfy { $0.names == nil })
    #expect(house.realm.model.log.requests.isEmpty && house.refusals.isEmpty, "\(house.refusals)")
    // The reason for the items without a title, and the way to type one.
    #expect(shelf.failure == .noModel)
    #expect(try house.page(of: sent).contains("DER VERLORENE ZUG"))
    #expect(try house.installation.told(["check"]).code == 0)
  }

  @Test func `nothing private is sent, and the answers about words are kept apart`() throws {
    let house = try house(Self.free)
    _ = try scanned(house)
    let kept = try house.installation.sqlite("SELECT question FROM answers")
    #expect(kept.contains("sleeve:search.json?q=crime"), "\(kept)")
    #expect(!kept.contains("4.99") && !kept.contains("harpercollins"), "\(kept)")
  }

  @Test func `with free-first, a model gets only the boxes that stayed unread`() throws {
    let house = try house(Self.freeFirst)
    let (shelf, sent) = try scanned(house)
    let numbers = Set(house.readSheets.joined())
    #expect(
      numbers == Set(shelf.items.map(\.number)).subtracting([1, 2, 5, 6]), "\(house.readSheets)")
    #expect(try item(1, of: shelf).names?.title == "The Hobbit")
    #expect(try item(12, of: shelf).names?.title == "Pride and Prejudice", "read by the model")
    #expect(try item(4, of: shelf).names == nil, "the model read it, and found no title")
    #expect(shelf.state == .complete && house.refusals.isEmpty, "\(house.refusals)")
    try house.expectLedgerOfRequests(sent.id, "a shelf with words")
  }

  @Test func `without free-first, the model gets every box, and no word is searched`() throws {
    let house = try house("read-sleeves: on")
    let (shelf, _) = try scanned(house)
    #expect(Set(house.readSheets.joined()) == Set(shelf.items.map(\.number)))
    let kept = try house.installation.sqlite("SELECT question FROM answers")
    #expect(!kept.contains("sleeve:"), "\(kept)")
  }

  @Test func `the words name the boxes for which no call was allowed`() throws {
    let house = try house("read-sleeves: on\nshelf-call-limit: 0")
    let (shelf, sent) = try scanned(house)
    #expect(house.readSheets.isEmpty && shelf.state == .complete)
    for number in [1, 2, 5, 6] { #expect(try item(number, of: shelf).names != nil) }
    #expect(try item(1, of: shelf).work?.album.title == "The Hobbit")
    #expect(try item(4, of: shelf).names == nil, "a model may read it later")
    #expect(shelf.failure == .askedTooOften, "\(String(describing: shelf.failure))")
    try house.expectLedgerOfRequests(sent.id, "words after the limit")
  }

  @Test(arguments: ["shelf-call-limit: 0", ""])
  func `with free-first, one attempt reads the shelf once`(limit: String) throws {
    let runs = reader.folder.file("runs")
    try reader.read(Self.lines, on: photo, before: "echo >> '\(runs)'")
    let house = try house("\(Self.freeFirst)\n\(limit)")
    let (shelf, _) = try scanned(house)
    #expect(try item(1, of: shelf).work?.album.title == "The Hobbit")
    #expect(try Files.read(runs, limit: 100).count == 1)
  }

  @Test func `with sleeves unread, no word of a spine is searched`() throws {
    let house = try house("provider: sample\nread-sleeves: off")
    let (shelf, _) = try scanned(house)
    #expect(shelf.items.allSatisfy { $0.names == nil } && shelf.failure == .noModel)
    #expect(house.realm.openLibrary.log.requests.isEmpty)
  }

  @Test func `a box that a person draws is read by its words`() throws {
    try reader.run("exit 4")
    let house = try house(Self.free)
    let (shelf, sent) = try scanned(house)
    #expect(shelf.items.allSatisfy { $0.names == nil })
    try reader.read(Self.lines, on: photo)
    let corners = try item(1, of: shelf).box.corners
    let size = try #require(shelf.size)
    let (x, y) = (corners[0] / Double(size.width), corners[1] / Double(size.height))
    let (w, h) = (corners[4] / Double(size.width) - x, corners[5] / Double(size.height) - y)
    try house.post(
      "/scans/\(sent.id)/items", "x=\(x)&y=\(y)&w=\(w)&h=\(h)", cookie: sent.cookie)
    try house.work()
    #expect(try house.shelf(sent.id).items.last?.names?.title == "The Hobbit")
  }

  @Test func `while no service answers, the lettering is a title to correct`() throws {
    let house = try house(
      Self.free + "\nmusicbrainz-url: http://127.0.0.1:1/ws/2\nopen-library-url: http://127.0.0.1:1"
    )
    let (shelf, _) = try scanned(house)
    #expect(shelf.state == .complete)
    let hobbit = try item(1, of: shelf)
    // The lettering runs upwards or downwards.
    let titles = ["THE HOBBIT TOLKIEN", "TOLKIEN THE HOBBIT"]
    #expect(titles.contains(hobbit.names?.title ?? "") && hobbit.sureness == .unsure)
  }

  @Test func `a text reader with a fault costs a shelf only the words`() throws {
    for fault in sampled(SleeveScanTests.faults, 1, of: "faults of the text reader", name: \.name) {
      try reader.run(fault.script)
      let house = try house(Self.freeFirst)
      let (shelf, sent) = try scanned(house)
      house.expectBooks(in: shelf, fault.name)
      try house.expectLedgerOfRequests(sent.id, fault.name)
    }
  }

  static let moments = ["", "#2"].flatMap {
    ["shelf-named:before\($0)", "shelf-named:after\($0)"]
  }

  @Test func `a worker that is killed while it names spines goes on, loses and doubles nothing`()
    throws
  {
    try reader.read(Self.lines.filter { [1, 6].contains($0.key) }, on: photo)
    for moment in sampled(Self.moments, 1, of: "kill points of words of spines", name: \.self) {
      let house = try house(Self.freeFirst)
      let (shelf, sent) = try scanned(house, photo, killedAt: moment)
      let titles = [1: "The Hobbit", 6: "Crime and Punishment", 12: "Pride and Prejudice"]
      for (number, title) in titles {
        #expect(try item(number, of: shelf).names?.title == title, "\(moment)")
      }
      #expect(Set(house.readSheets.joined()).isDisjoint(with: [1, 6]), "\(moment)")
      try house.expectLedgerOfRequests(sent.id, moment)
    }
  }

  // MARK: Lettering outside of all boxes

  @Test func `lettering outside of all boxes shows one more item, which its words name`() throws {
    let (photo, lines) = try LetteredShelf.withHiddenSpines()
    let bare = try scanned(try house("provider: sample\nread-sleeves: off"), photo).shelf
    try reader.read([:], on: photo, elsewhere: lines)
    let modes = [Self.free, Self.freeFirst]
    for settings in sampled(modes, 1, of: "modes of further items", name: \.self) {
      let (shelf, sent) = try scanned(try house(settings), photo)
      #expect(shelf.items.count == bare.items.count + 1, "\(settings)")
      let item = try #require(shelf.items.last)
      #expect(item.work?.album.title == "The Hobbit" && item.box.source == .spine, "\(settings)")
      #expect(shelf.items.map(\.number) == Array(1...shelf.items.count) && sent.id == shelf.id)
    }
  }

  @Test func `a worker that is killed while it adds items adds each once`() throws {
    let (photo, lines) = try LetteredShelf.withHiddenSpines()
    try reader.read([:], on: photo, elsewhere: lines)
    let moments = ["shelf-lettered:before", "shelf-lettered:after"]
    for moment in sampled(moments, 1, of: "kill points of further items", name: \.self) {
      let (shelf, _) = try scanned(try house(Self.free), photo, killedAt: moment)
      #expect(shelf.items.count { $0.names?.title == "The Hobbit" } == 1, "\(moment)")
    }
  }

  // MARK: The real text reader

  private static let texts = [
    ["SALON IN ROME", "LEO MARSDEN"], ["NORA CINDERS", "SUNDIAL ROADS"],
  ]

  @Test func `the real reader reads spines, whose words name a book and a record`() throws {
    let house = try ShelfHouse(
      catalogue: Awkward.catalogue + [Awkward.otherLettered], settings: Self.free)
    let sent = try house.upload(try LetteredShelf.photo(Self.texts))
    try house.work()
    let shelf = try house.shelf(sent.id)
    #expect(shelf.state == .complete)
    let titles = Set(shelf.items.compactMap { $0.work?.album.title })
    #expect(titles == ["Salon in Rome", "Sundial Roads"], "\(shelf.items.map { $0.names?.title })")
    #expect(house.refusals.isEmpty, "\(house.refusals)")
  }
}
