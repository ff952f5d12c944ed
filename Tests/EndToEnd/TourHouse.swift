// An installation whose pages show every state of a find, a scan and an account. Its data come from the
// real pipeline with played services, once in each run of the tests.

import Albums
import Host
import Services
import Store
import Support
import Synchronization

final class TourHouse: Sendable {
  let installation: Installation
  private let server: Mutex<WebServer?>
  let anna: Person
  let annasCookie: String
  private let words: TemporaryFolder

  /// `language` is a language of `words`, or `qps`: English with texts that are 40 % longer.
  init(language: String = "en") throws {
    var settings = Self.deadServices + ["language: \(language)"]
    words = try TemporaryFolder()
    if language == "qps" {
      try PseudoLanguage.writeLongWords(to: words.path, name: language)
      settings.append("words: \(words.path)")
    }
    installation = try Installation(settings: settings.joined(separator: "\n"))
    try Self.copyLog(to: installation)
    (anna, annasCookie) = try Self.addPeople(to: installation)
    try Self.addShelves(to: installation, of: anna)
    try installation.albumscan(["build"])
    try Self.writeRunningScans(in: installation)
    try Self.writeLongPages(in: installation, words: try Self.words(in: language))
    server = Mutex(try WebServer(installation))
  }

  private static func words(in language: String) throws -> Phrasebook {
    switch language {
    case "qps": try .lengthened()
    default: try .shipped(language)
    }
  }

  /// Runs `body` while the server is stopped, as for a phone without a connection.
  func withoutServer<Result>(_ body: () throws -> Result) throws -> Result {
    server.withLock { $0?.stop() }
    let result = Swift.Result { try body() }
    try server.withLock { $0 = try WebServer(installation) }
    return try result.get()
  }

  /// No server listens at this address, so a waiting scan keeps waiting.
  static let deadServices = [
    "provider: openai", "openai-url: http://127.0.0.1:9/v1",
    "musicbrainz-url: http://127.0.0.1:9/ws/2", "cover-art-url: http://127.0.0.1:9",
    "contact: host@records.example", "show-finder: on",
  ]

  // MARK: Finds and scans

  /// Replaces the data of an installation by the finds and scans of the tour.
  static func copyLog(to house: Installation) throws {
    try house.copyData("tour-data") { try scanned() }
  }

  /// The title of the find that was deleted.
  static let deleted = "Leather Jackets"

  private static func scanned() throws -> Installation {
    let asked = [
      Awkward.firstLove, Awkward.morningGlory, Awkward.philosophy, invented, Awkward.loudenUpNow,
    ]
    let realm = try Realm(.inTurn(asked), settings: "advanced-search: on")
    let house = realm.installation
    try house.copySample()
    try realm.writeKey()
    let sleeves = [
      "Elton John - Leather Jackets",
      "Stevie Wonder - Stevie Wonder's Journey Through The Secret Life of Plants",
    ].map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
    _ = try house.albumscan(["scan"] + sleeves + [Sample.photo])
    _ = try house.albumscan(["scan", Sample.photo])
    for album in asked { _ = try realm.scan(album) }
    try mistake(realm)
    try fail(realm)
    try fillLog(of: house)
    return house
  }

  /// An album that only the model knows, with names that are written from right to left.
  private static let invented: KnownAlbum = {
    var album = KnownAlbum(
      "00000004-0000-4000-8000-000000000977", "وحدن بيبقوا متل زهر البيلسان",
      by: [KnownAlbum.Credit("فيروز", mbid: "00000004-0000-4000-8000-000000000978")], first: "1979",
      releases: [])
    album.sleeveSeed = 9777
    return album
  }()

  /// Makes the newest find an album that is not sure, with other candidates, and deletes another find.
  private static func mistake(_ realm: Realm) throws {
    let house = realm.installation
    let store = try house.store()
    if let find = try realm.find(titled: Awkward.loudenUpNow.title) {
      let typed = Correction.named(artist: "Weezer", title: "Weezer")
      _ = try store.correct(find.id, typed, by: .owner, at: Household.now)
      _ = try house.albumscan(["work"])
    }
    if let find = try realm.find(titled: deleted) {
      _ = try store.delete(find.id, at: Household.now)
    }
  }

  /// Makes failed scans, without and with possible albums, and scans that wait for their model.
  private static func fail(_ realm: Realm) throws {
    realm.model.plan { $0 = ModelAnswers() }
    _ = try realm.scan(Awkward.raisingSand)
    try realm.makeTwins(of: Awkward.backInBlack)
    _ = try realm.scan(Awkward.backInBlack)
    _ = try realm.accept(Awkward.pulpFiction)
    _ = try realm.accept(Awkward.backInBlack)
  }

  // MARK: People

  private static func addPeople(to house: Installation) throws -> (Person, String) {
    let store = try house.store()
    let files = house.sessionFiles
    let now = Household.now
    let anna = try store.addPerson(
      name: try Household.name("Anna"), plan: .owner, files: files, at: now)
    let others: [(String, Plan)] = [
      ("Ben", .base), ("Maximiliane Freifrau von Hohenstein-Wittgenstein", .free), ("ليلى", .ultra),
    ]
    for (name, plan) in others {
      let person = try store.addPerson(
        name: try Household.name(name), plan: plan, files: files, at: now)
      if plan == .free { try store.disable(person.id, files: files) }
    }
    _ = try store.signIn(anna.id, device: "Safari, iPhone", files: files, at: now)
    _ = try store.makeToken(named: "Shortcut", for: anna.id, files: files, at: now)
    return (anna, try Household.session(of: anna, in: house))
  }

  /// A code with which Anna signs in on a phone. "Add a phone" does not void it.
  func code() throws -> String {
    try installation.store().makeCode(.invitation, for: anna.id, at: Household.now).shown
  }
}
