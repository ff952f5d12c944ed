// `albumscan evaluate SET` sends real photographs through the same calls as a scan. It sums the
// results by category.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct EvaluateTests {
  private func set(_ realm: Realm, _ lines: [String]) throws -> String {
    let folder = realm.installation.folder.file("set")
    try Files.makeDirectories(folder)
    for album in [Awkward.backInBlack, Awkward.weezer] {
      try Files.replace("\(folder)/\(album.mbid).jpg", with: try album.photo(), durably: false)
    }
    let text = (["file,artist,title,category,controversy"] + lines).joined(separator: "\n")
    try Files.replace("\(folder)/set.csv", with: Array(text.utf8), durably: false)
    return folder
  }

  @Test func `an evaluation is printed as a table and as a document, with its cost`() throws {
    let realm = try Realm()
    let set = try set(
      realm,
      [
        "\(Awkward.backInBlack.mbid).jpg,AC/DC,Back in Black,popular,",
        "\(Awkward.weezer.mbid).jpg,Can,Tago Mago,obscure,", "nowhere.jpg,Can,Ege Bamyasi,obscure,",
      ])
    let output = try realm.installation.albumscan(["evaluate", "--json", "--yes", set])
    #expect(output.exitCode == 0)
    let json = String(decoding: output.bytes, as: UTF8.self)
    #expect(json.contains(#""photos":2,"right":1,"rightAtCall1":1,"unfair":0,"wrongButSure":1"#))
    #expect(json.contains(#""category":"popular""#) && json.contains(#""category":"obscure""#))
    #expect(json.contains(#""prompts":["identify-"#) && json.contains(#""provider":"openai""#))
    #expect(realm.model.log.charged(.identify) == 2)
    #expect(try realm.installation.store().countFinds() == 0, "an evaluation makes no find")
    let table = try realm.installation.albumscan(["evaluate", "--yes", set])
    let words = String(decoding: table.bytes, as: UTF8.self)
    #expect(words.contains("right at call 1"))
    #expect(words.contains("Can – Tago Mago, not Weezer"))
  }

  @Test func `without a model, the photographs that the sleeves name are counted`() throws {
    let realm = try Realm(
      catalogue: Awkward.catalogue + [Awkward.lettered],
      settings: "provider: sample\nread-sleeves: on")
    let folder = realm.installation.folder.file("set")
    try Files.makeDirectories(folder)
    for album in [Awkward.lettered, Awkward.weezer] {
      try Files.replace("\(folder)/\(album.mbid).jpg", with: try album.photo(), durably: false)
    }
    let lines = [
      "file,artist,title", "\(Awkward.lettered.mbid).jpg,\(Awkward.lettered.artist),Blue Melodies",
      "\(Awkward.weezer.mbid).jpg,Weezer,Weezer",
    ]
    try Files.replace(
      "\(folder)/set.csv", with: Array(lines.joined(separator: "\n").utf8), durably: false)
    let output = try realm.installation.albumscan(["evaluate", "--json", folder])
    let json = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 0, "\(json)")
    #expect(json.contains(#""outcomes":{"free":1,"unknown":1}"#), "\(json)")
  }

  @Test func `an album with a controversy is reviewed with and without it`() throws {
    var answers = ModelAnswers.knowing([Awkward.backInBlack])
    answers.review(
      artist: "AC/DC", title: "Back in Black",
      as: ModelAnswer(Awkward.review(of: Awkward.backInBlack)),
      ModelAnswer(Self.rated("2.0")))
    let realm = try Realm(answers)
    let set = try set(realm, ["\(Awkward.backInBlack.mbid).jpg,AC/DC,Back in Black,x,They argued."])
    let output = try realm.installation.albumscan(["evaluate", "--json", "--yes", set])
    let json = String(decoding: output.bytes, as: UTF8.self)
    #expect(json.contains(#""unfair":1"#), "\(json)")
    #expect(json.contains(#","2.0"]"#))
    let texts = realm.model.log.requests(of: .review).map(\.text)
    #expect(texts.map { $0.contains("Context: They argued.") } == [false, true])
    #expect(
      try realm.installation.store().findsReviewed(otherThanBy: "").isEmpty, "nothing is kept")
  }

  @Test func `the cost of a rating counts, even if the other rating failed`() throws {
    var answers = ModelAnswers.knowing([Awkward.backInBlack])
    answers.review(
      artist: "AC/DC", title: "Back in Black",
      as: ModelAnswer(Awkward.review(of: Awkward.backInBlack)), ModelAnswer("I would rather not."))
    let realm = try Realm(answers)
    let set = try set(realm, ["\(Awkward.backInBlack.mbid).jpg,AC/DC,Back in Black,x,They argued."])
    let output = try realm.installation.albumscan(["evaluate", "--json", "--yes", set])
    let json = String(decoding: output.bytes, as: UTF8.self)
    #expect(!json.contains("ratings"))
    #expect(realm.model.log.charged(.review) == 3)
    let told = try #require(json.firstMatch(of: #/"cost":([0-9.]+)/#)?.output.1)
    let spent = try #require(try realm.installation.store().spendingByMonth().first?.spent)
    #expect(Double(told) == spent.dollars)
  }

  /// The same review with another rating.
  private static func rated(_ rating: String) -> String {
    Awkward.review(of: Awkward.backInBlack)
      .replacing(#/"rating":\s*[0-9.]+/#, with: "\"rating\":\(rating)")
  }

  @Test func `without --yes a script makes no paid call`() throws {
    let realm = try Realm()
    let photo = "\(Awkward.backInBlack.mbid).jpg,AC/DC,Back in Black,popular"
    let set = try set(realm, ["\(photo),", "\(photo),They argued."])
    let told = try realm.installation.told(["evaluate", set])
    #expect(told.code == 2)
    #expect(
      told.text.contains(
        "one to four calls each, up to eight with a controversy, 12 at most."))
    #expect(realm.model.log.requests.isEmpty)
  }

  @Test(arguments: ["file,artist\nx.jpg,Can", "file,artist,title\nx.jpg,Can,Tago Mago", ""])
  func `an invalid set, or a set without photographs, is unusable input`(text: String) throws {
    let realm = try Realm()
    let list = realm.installation.folder.file("set.csv")
    try Files.replace(list, with: Array(text.utf8), durably: false)
    #expect(try realm.installation.albumscan(["evaluate", "--yes", list]).exitCode == 3)
    #expect(realm.model.log.requests.isEmpty)
  }
}
