// The costs of models on the terminal, in JSON and on the owner's pages. Also the pause of a
// failing provider.

import Albums
import Host
import Photos
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct SpendingTests {
  private func words(_ realm: Realm, _ arguments: [String]) throws -> String {
    let output = try realm.installation.albumscan(arguments)
    #expect(output.exitCode == 0, "\(arguments)")
    return String(decoding: output.bytes, as: UTF8.self)
  }

  @Test func `spending is listed by month, person, model and scan`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let scan = try #require(try realm.installation.store().newestFinds(1).first?.scan)
    let text = try words(realm, ["show", "spending"])
    for part in ["monthly limit: $10.0000, ", "by person:\n", " owner: $", "review-", scan.text] {
      #expect(text.contains(part), "\(part) is not in \(text)")
    }
    let json = try words(realm, ["show", "spending", "--json"])
    for part in [
      #""version":1"#, #""cap":10,"#, #""used":"#, #""person":"owner""#, #""stage":"identify""#,
      #""scan":"\#(scan)""#, #""calls":2"#, #""resting":[]"#,
    ] {
      #expect(json.contains(part), "\(part) is not in \(json)")
    }
  }

  @Test func `a scan is shown with its paid answers, in the model's own words`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let scan = try #require(try realm.installation.store().newestFinds(1).first?.scan)
    let text = try words(realm, ["show", "scan", scan.text])
    for part in [
      "state: complete", "granted: 0", ": identify, openai ", "  settled, $", "  answer: {",
    ] {
      #expect(text.contains(part), "\(part) is not in \(text)")
    }
    let json = try words(realm, ["show", "scan", scan.text, "--json"])
    for part in [
      #""state":"complete""#, #""calls":[{"answer":"{\""#, #""candidates":["#, #""errands":[]"#,
      #""inputTokens":"#, #""text_confidence":"#,
    ] {
      #expect(json.contains(part), "\(part) is not in \(json)")
    }
  }

  @Test func `a scan is shown with the place of its cover in the photo`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let scan = try #require(try realm.installation.store().newestFinds(1).first?.scan)
    let program = PhotoProgram(path: "\(realm.installation.programs)/albumscan-photo")
    let crop = try program.crop(try realm.photo(of: Awkward.backInBlack), guide: nil)
    #expect(crop.isQuad && crop.quad.numbers.split(separator: ",").count == 8)
    let json = try words(realm, ["show", "scan", scan.text, "--json"])
    #expect(json.contains("\"quad\":\"\(crop.quad.numbers)\""), "\(json)")
  }

  @Test func `a cover seen before costs the number 0`() throws {
    let realm = try Realm()
    for isFree in [false, true] {
      #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
      let scan = try #require(try realm.installation.store().newestFinds(1).first?.scan)
      let status = try realm.installation.text("scan/\(scan)/status.json")
      #expect(status.contains(#""cost":0.000000"#) == isFree, "\(status)")
      #expect(!status.contains(#""cost":null"#))
    }
  }

  @Test func `from 80 percent of the cap on the owner's pages have a note`() throws {
    let realm = try Realm()
    let server = try WebServer(realm.installation)
    let session = { try realm.installation.curl([], "/cgi-bin/albumscan/session").body }
    #expect(try session().contains(#""spendingNote":null"#))
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    _ = try realm.installation.store().reserve(
      PlannedCall(
        owner: CallOwner(ScanID(randomBytes: Randomness.bytes(17)), person: .owner),
        stage: .identify, provider: "openai", model: "m", prompt: "p-1",
        worstCase: Money(microdollars: 8_200_000)),
      cap: Money(microdollars: 10_000_000), at: now)
    let sentence = "$8.20 of this month's $10.00 budget is used."
    #expect(try session().contains(sentence))
    let browser = try Browser()
    try browser.open("\(realm.installation.origin)/settings/")
    #expect(try eventually { try browser.text(".answer").contains(sentence) })
    try browser.open("\(realm.installation.origin)/")
    #expect(try eventually { try browser.text(".banner").hasPrefix(sentence) })
    try browser.tap(".banner a")
    #expect(try eventually { try browser.address.hasSuffix("/settings") })
    _ = server
  }

  @Test func `without credit no call is sent, until a manual retry finds new credit`() throws {
    let realm = try Realm()
    realm.model.order(.quota, .always)
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 4)
    #expect(try realm.scan(Awkward.weezer).exitCode == 4)
    #expect(realm.model.log.requests.count == 1, "the second one is not sent")
    for scan in try realm.installation.store().queuedScans() {
      switch scan.failure {
      case .trouble(.quota), .paused(.quota, _): break
      default: Issue.record("\(String(describing: scan.failure))")
      }
      #expect(scan.costMicrodollars == 0)
    }
    #expect(try words(realm, ["show", "spending"]).contains("paused until "))
    realm.model.clearOrders()
    let first = try #require(try realm.installation.store().queuedScans().first)
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    #expect(try realm.installation.store().retry(first.id, at: now))
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    #expect(try realm.installation.store().countFinds() == 2, "who waited was woken")
    #expect(realm.model.log.charged(.identify) == 2)
    #expect(try realm.installation.store().breakers().isEmpty)
  }

  @Test func `a provider that fails five times in a row stays paused over restarts`() throws {
    let realm = try Realm()
    realm.model.order(.serverError, .always)
    for album in Awkward.albums.prefix(5) {
      #expect(try realm.scan(album).exitCode == 4)
    }
    // Each new scan also makes waiting scans retry, so up to four calls run when the fifth call
    // fails.
    let sent = realm.model.log.requests.count
    #expect((5...8).contains(sent), "\(sent)")
    #expect(try realm.installation.store().breakers().first?.isOpen == true)
    for album in Awkward.albums.dropFirst(5).prefix(2) {
      #expect(try realm.scan(album).exitCode == 4)
    }
    #expect(realm.model.log.requests.count == sent, "nothing is sent while the provider pauses")
    let keys = try realm.installation.store().queuedScans().compactMap(\.failure?.reason.key)
    #expect(keys.count { $0 == "failure.until" } >= 2)
  }
}
