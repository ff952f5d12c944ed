// Corrections from the command line: the commands `correct`, `artwork` and `review`.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct CorrectCommandTests {
  @Test func `a find is corrected, pictured and reviewed from the command line`() throws {
    let realm = try Realm()
    let find = try realm.copyFind()
    let typed = try run(
      realm, ["correct", find.text, "--artist", "AC/DC", "--title", "Back in Black"])
    #expect(typed.code == 0 && typed.text == "AC/DC – Back in Black\n", "\(typed)")
    let shown = try run(realm, ["show", "find", find.text])
    let former = try #require(
      shown.text.firstMatch(of: #/candidate (\d+): !!! – Louden/#)?.output.1)
    #expect(try run(realm, ["correct", find.text, "--candidate", String(former)]).code == 0)
    #expect(try run(realm, ["correct", find.text, "--musicbrainz", "nothing"]).code == 1)
    #expect(try run(realm, ["correct", find.text, "--artist", "AC/DC"]).code == 2)
    #expect(try run(realm, ["correct", find.text]).code == 2)
    #expect(try run(realm, ["correct", "nothing", "--hint", "a"]).code == 1)
    let picture = try realm.photo(of: Awkward.weezer)
    #expect(try run(realm, ["artwork", find.text, picture]).code == 0)
    #expect(try realm.installation.store().find(find)?.hasOwnArtwork == true)
    #expect(try run(realm, ["artwork", find.text, realm.installation.controlFile]).code == 3)
    #expect(try run(realm, ["artwork", find.text, "--remove"]).code == 0)
    #expect(try realm.installation.store().find(find)?.hasOwnArtwork == false)
    let before = realm.model.log.charged(.review)
    #expect(try run(realm, ["review", find.text]).code == 0)
    #expect(realm.model.log.charged(.review) == before + 1)
    #expect(try realm.installation.photos.isEmpty)
    #expect(try run(realm, ["check"]).code == 0)
  }

  @Test(arguments: ["work", "init"])
  func `a picture of an earlier version gets its tint`(_ command: String) throws {
    let realm = try Realm()
    let find = try realm.copyFind()
    let installation = realm.installation
    let page = "\(installation.site)/album/\(find)/index.html"
    #expect(try String(decoding: Files.read(page), as: UTF8.self).contains(" tint-"))
    try installation.sql("UPDATE albums SET tint = NULL")
    try Files.remove(page)
    #expect(try run(realm, [command]).code == 0)
    #expect(try installation.store().find(find)?.album.artwork?.tint != nil)
    #expect(try String(decoding: Files.read(page), as: UTF8.self).contains(" tint-"))
  }

  @Test func `reviews of an earlier prompt are written again, once, and only those`() throws {
    let realm = try Realm()
    for album in [Awkward.loudenUpNow, Awkward.backInBlack] {
      #expect(try realm.scan(album).exitCode == 0)
    }
    #expect(try run(realm, ["review", "--all-but-prompt", "--yes"]).text.hasPrefix("Every review"))
    let old = try #require(try realm.find(titled: "Back in Black"))
    try realm.installation.store().keep(
      try #require(old.review), of: old.album.key, origin: "gpt-6-luna", prompt: "review-1",
      at: old.found)
    let before = realm.model.log.charged(.review)
    #expect(try run(realm, ["review", "--all-but-prompt"]).code == 2, "nobody said --yes")
    #expect(try run(realm, ["review", "--all-but-prompt", "--yes"]).code == 0)
    #expect(realm.model.log.charged(.review) == before + 1)
    #expect(try run(realm, ["review", "--all-but-prompt", "--yes"]).code == 0)
    #expect(realm.model.log.charged(.review) == before + 1)
  }

  @Test func `the maximum cost of a review, second call included, is shown before`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black"))
    let told = try realm.installation.told(["review", find.id.text])
    let most = try #require(told.text.firstMatch(of: #/1 review by .*: \$([0-9.]+) at most/#))
    // The price includes a second call, because the program asks again for a review that breaks the
    // rules.
    let calls = try realm.installation.store().callRecords(of: try #require(find.scan))
    let booked = try #require(calls.last { $0.stage == "review" }?.reserved.dollars)
    #expect(try #require(Double(most.output.1)) >= 2 * booked - 0.000_1)
  }

  @Test func `no review is requested from a model with an unknown price`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black"))
    // The model now runs on a remote server, not on the host's own server, so it costs money.
    let file = realm.installation.controlFile
    let text = String(decoding: try Files.read(file), as: UTF8.self)
      .replacing(realm.model.url, with: "https://models.invalid/v1")
    try Files.replace(
      file, with: Array("\(text)\nreview-model: gpt-5.1\n".utf8), durably: false)
    let told = try realm.installation.told(["review", find.id.text])
    #expect(told.code == 2)
    #expect(told.text.contains("the price of gpt-5.1 is not known"), "\(told.text)")
    #expect(told.text.contains("model-prices:") && !told.text.contains("$0"))
    #expect(try realm.installation.store().jobNotice(of: find.id) == nil)
  }

  private func run(
    _ realm: Realm, _ words: [String]
  ) throws -> (code: Int32, text: String) {
    let output = try realm.installation.albumscan(words)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }
}
