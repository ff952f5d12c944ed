// Scans of unknown sleeves without a model, with the real text reader: an album is found by words or by a
// product code, or the scan names the reason. With a model, the words of the sleeve are evidence.

import Albums
import Host
import JPEG
import Photos
import Pictures
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct SleeveScanTests {
  private static let free = "provider: sample\nread-sleeves: on"
  private static let pair = [Awkward.lettered, Awkward.otherLettered]

  private static func page(_ path: String, of realm: Realm) throws -> String {
    let bytes = try Files.read("\(realm.installation.site)/\(path)/index.html")
    return String(decoding: bytes, as: UTF8.self)
  }

  private func find(in realm: Realm) throws -> Find {
    try #require(try realm.installation.store().newestFind())
  }

  /// A photo of the back of a sleeve with a product code, and the album with this code at MusicBrainz.
  private func back(
    of album: KnownAlbum, seed: UInt64 = 2
  ) throws -> (jpeg: [UInt8], album: KnownAlbum) {
    let drawn = DrawnCode(seed: seed, "EAN-13", .none)
    var coded = album
    coded.releases[0].barcode = String(drawn.digits.drop { $0 == "0" })
    return (try JPEG.encode(drawn.pixels, quality: 90, maximumBytes: 1 << 20), coded)
  }

  private func scan(_ jpeg: [UInt8], in realm: Realm) throws -> Int32 {
    let file = realm.installation.folder.file("back.jpg")
    try Files.replace(file, with: jpeg, durably: false)
    return try realm.installation.albumscan(["scan", "--json", file]).exitCode
  }

  @Test func `a sleeve that was never seen is known by its words and its picture`() throws {
    let realm = try Realm(catalogue: Awkward.catalogue + Self.pair, settings: Self.free)
    #expect(try realm.scan(Awkward.lettered).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.album.title == "Blue Melodies" && find.album.year == 1974 && find.isSure)
    #expect(find.evidence?.origin == .sleeve(hasCode: false) && find.agreement == .same)
    #expect(find.album.artwork != nil && find.album.recordLabel == "Dunes")
    #expect(find.review == nil)
    #expect(realm.model.log.requests.isEmpty)
    #expect(realm.musicBrainz.log.refusals.isEmpty, "\(realm.musicBrainz.log.refusals)")
    #expect(realm.archive.log.refusals.isEmpty, "\(realm.archive.log.refusals)")
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
    // The cover is known now, so a second scan reads no sleeve.
    let asked = realm.musicBrainz.log.requests.count
    #expect(try realm.scan(Awkward.lettered).exitCode == 0)
    #expect(try self.find(in: realm).evidence?.origin == .recognised(isCertain: true))
    #expect(realm.musicBrainz.log.requests.count == asked)
    // Neither photo cost anything, so neither counts for a plan.
    let store = try realm.installation.store()
    let month = store.zone.month(of: Timestamp(milliseconds: Clock.wallMilliseconds()))
    #expect(try store.knownPhotos(in: month) == (all: 2, free: 2))
    #expect(try store.spending(in: month).callCount == 0)
  }

  @Test func `without a picture at the archive, the likely albums are offered`() throws {
    let bare = Self.pair.map { album in
      var bare = album
      for index in bare.releases.indices { bare.releases[index].hasFront = false }
      return bare
    }
    let realm = try Realm(catalogue: bare, settings: Self.free)
    let scanned = try realm.scan(Awkward.lettered)
    #expect(scanned.exitCode == 1)
    let store = try realm.installation.store()
    #expect(try store.newestFind() == nil)
    let scan = try #require(try store.scans(since: Timestamp(milliseconds: 0)).first)
    #expect(scan.state == .identificationFailed && scan.failure == .notIdentified)
    #expect(scan.likely.map(\.album.title) == ["Blue Melodies"])
    #expect(try Self.page("scan/\(scan.id)", of: realm).contains("Is it this one?"))
  }

  @Test func `a product code on the back names the album, and the back becomes no known cover`()
    throws
  {
    let (jpeg, album) = try back(of: Awkward.lettered)
    let realm = try Realm(catalogue: Awkward.catalogue + [album], settings: Self.free)
    #expect(try scan(jpeg, in: realm) == 0)
    let find = try find(in: realm)
    #expect(find.album.title == "Blue Melodies" && find.isSure)
    #expect(find.evidence?.origin == .sleeve(hasCode: true))
    let store = try realm.installation.store()
    #expect(try store.countCovers() == 1, "the artwork of the archive alone")
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `a code that the phone read before it reduced the photo names the album`() throws {
    let code = try #require(ProductCode(.ean13, "5099902894225"))
    var coded = Awkward.lettered
    coded.releases[0].barcode = code.digits
    let realm = try Realm(catalogue: Awkward.catalogue + [coded], settings: Self.free)
    // The photo itself shows no code that can be read.
    _ = try realm.accept(try Awkward.philosophy.photo(), codes: [code])
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.album.title == "Blue Melodies" && find.isSure)
    #expect(find.evidence?.origin == .sleeve(hasCode: true))
  }

  @Test func `the ISBN of a photographed book names the book, in the title of its edition`() throws
  {
    let realm = try Realm(settings: Self.free)
    let isbn = try #require(ProductCode(.ean13, "9783453317178"))
    _ = try realm.accept(try Awkward.philosophy.photo(), codes: [isbn])
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.album.kind == .book && find.album.title == "Der Wüstenplanet" && find.isSure)
    #expect(find.album.artist == "Frank Herbert" && find.album.year == 1965)
    #expect(find.album.isbn == isbn.digits && find.album.artwork != nil)
    #expect(find.album.recordLabel == "Heyne Verlag")
    #expect(find.evidence?.origin == .sleeve(hasCode: true))
    #expect(try Self.page("book/\(find.id)", of: realm).contains("The product code belongs to"))
    let store = try realm.installation.store()
    // The photo of a book is no cover of a record.
    #expect(try store.countCovers() == 0 && store.queuedJobs().isEmpty)
    #expect(realm.openLibrary.log.refusals.isEmpty, "\(realm.openLibrary.log.refusals)")
    #expect(realm.musicBrainz.log.requests.isEmpty)
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `while Open Library does not answer, a photographed book waits`() throws {
    let realm = try Realm(settings: Self.free)
    let installation = realm.installation
    realm.openLibrary.order(.serverError, .always)
    let isbn = try #require(ProductCode(.ean13, "9783453317178"))
    let id = try realm.accept(try Awkward.philosophy.photo(), codes: [isbn])
    try Programs.startDetached(
      "\(installation.programs)/albumscan", ["--config", installation.controlFile, "work"])
    defer { installation.workers.forEach { $0.signal(9) } }
    #expect(try eventually { try installation.store().scan(id)?.state == .waiting })
    #expect(try installation.store().scan(id)?.failure == .network)
  }

  @Test func `a sleeve that MusicBrainz does not know ends with the advice to photograph the back`()
    throws
  {
    let realm = try Realm(catalogue: Awkward.catalogue, settings: Self.free)
    #expect(try realm.scan(Awkward.lettered).exitCode == 1)
    let scan = try #require(
      try realm.installation.store().scans(since: Timestamp(milliseconds: 0)).first)
    #expect(scan.failure == .wordsUnknown)
    let page = try Self.page("scan/\(scan.id)", of: realm)
    #expect(page.contains("Photograph the back"))
  }

  @Test func `with sleeves unread, a scan sends nothing and says what it knows`() throws {
    let realm = try Realm(
      catalogue: Awkward.catalogue + Self.pair, settings: "provider: sample\nread-sleeves: off")
    #expect(try realm.scan(Awkward.lettered).exitCode == 1)
    let scan = try #require(
      try realm.installation.store().scans(since: Timestamp(milliseconds: 0)).first)
    #expect(scan.failure == .notKnownHere(covers: 0))
    #expect(realm.musicBrainz.log.requests.isEmpty)
  }

  @Test func `while MusicBrainz does not answer, the scan waits`() throws {
    let realm = try Realm(
      catalogue: Self.pair, settings: Self.free + "\nmusicbrainz-url: http://127.0.0.1:1/ws/2")
    _ = try realm.scan(Awkward.lettered)
    let scan = try #require(
      try realm.installation.store().scans(since: Timestamp(milliseconds: 0)).first)
    #expect(scan.state == .waiting && scan.failure == .musicBrainzDown)
  }

  @Test func `free-first saves the call that identifies, and the model writes the review`() throws {
    let realm = try Realm(
      .knowing([Awkward.lettered]), catalogue: Awkward.catalogue + Self.pair,
      settings: "read-sleeves: on\nfree-first: 60")
    #expect(try realm.scan(Awkward.lettered).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.isSure && find.evidence?.origin == .sleeve(hasCode: false))
    #expect(find.review != nil)
    #expect(realm.model.log.requests.count == 1, "\(realm.model.log.requests)")
  }

  @Test func `an answer that the sleeve contradicts is not sure and says why`() throws {
    // The model takes the sleeve for an album whose names do not stand on it, without artwork.
    var wrong = Awkward.rumours
    for index in wrong.releases.indices { wrong.releases[index].hasFront = false }
    wrong.sleeveSeed = Awkward.lettered.sleeveSeed
    wrong.lettering = Awkward.lettered.lettering
    // The scan waits five seconds for the words; the real reader would wait for those of other tests.
    let reader = try PlayedReader()
    try reader.read(
      Awkward.lettered.lettering.enumerated().map {
        ($1, Quad(x: 100, y: 100 + 200 * Double($0), width: 600, height: 90))
      })
    let realm = try Realm(
      .knowing([wrong]), catalogue: [wrong], programs: reader.programs,
      settings: "read-sleeves: on")
    #expect(try realm.scan(wrong).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.album.title == "Rumours" && !find.isSure)
    #expect(find.evidence?.isContradicted == true)
    let page = try Self.page("album/\(find.id)", of: realm)
    #expect(page.contains("Neither this artist nor this title stands on the sleeve."))
  }

  @Test func `a model that names no album leaves the sleeve's words to find it`() throws {
    let realm = try Realm(
      .knowing([]), catalogue: Awkward.catalogue + Self.pair, settings: "read-sleeves: on")
    #expect(try realm.scan(Awkward.lettered).exitCode == 0)
    #expect(try find(in: realm).evidence?.origin == .sleeve(hasCode: false))
  }

  /// What a program that stands in place of the text reader does. `isAnswer`: its output is valid.
  static let faults: [(name: String, script: String, isAnswer: Bool)] = [
    ("crashes", "kill -SEGV $$", false), ("ends", "exit 1", false),
    ("is not installed", "exit 4", false), ("is busy", "exit 5", false),
    ("writes something else", "echo '<title>502</title>'", false),
    ("lies about a line", #"echo '{"lines":[{"text":"A","confidence":2,"quad":[]}]}'"#, false),
    ("writes half of its answer", #"printf '{"lines":[{"te'"#, false),
    ("reads nothing of its input", #"exec 0<&-; echo '{"lines":[]}'"#, true),
  ]

  @Test func `a text reader with a fault costs a scan only the words`() throws {
    let reader = try PlayedReader()
    for fault in sampled(Self.faults, 2, of: "faults of the text reader", name: \.name) {
      try reader.run(fault.script)
      // Without a model, the scan ends without a find.
      let free = try Realm(catalogue: Self.pair, programs: reader.programs, settings: Self.free)
      #expect(try free.scan(Awkward.lettered).exitCode == 1, "\(fault.name)")
      let scan = try #require(
        try free.installation.store().scans(since: Timestamp(milliseconds: 0)).first)
      let reason: Failure = fault.isAnswer ? .noWordsRead : .notKnownHere(covers: 0)
      #expect(scan.failure == reason, "\(fault.name)")
      #expect(free.musicBrainz.log.requests.isEmpty)
      let paid = try Realm(
        .knowing([Awkward.lettered]), catalogue: Self.pair, programs: reader.programs,
        settings: "read-sleeves: on\nfree-first: on")
      #expect(try paid.scan(Awkward.lettered).exitCode == 0, "\(fault.name)")
      #expect(try find(in: paid).isSure, "\(fault.name)")
    }
  }

  static let moments = ["read", "identified", "complete"].flatMap {
    ["\($0):before", "\($0):after"]
  }

  @Test func `a worker that is killed while it searches by a code goes on and doubles nothing`()
    throws
  {
    let (jpeg, album) = try back(of: Awkward.lettered)
    for moment in sampled(Self.moments, 2, of: "kill points of a free scan", name: \.self) {
      let realm = try Realm(catalogue: [album], settings: Self.free)
      let id = try realm.accept(jpeg)
      let killed = try realm.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
      let store = try realm.installation.store()
      #expect(try store.scan(id)?.state == .complete && store.countFinds() == 1, "\(moment)")
      #expect(try store.countCovers() == 1 && store.damage() == nil, "\(moment)")
      #expect(try realm.installation.photos.isEmpty, "\(moment)")
      #expect(realm.musicBrainz.log.refusals.isEmpty, "\(moment)")
      #expect(try realm.installation.albumscan(["check"]).exitCode == 0, "\(moment)")
    }
  }
}
