// The offer of reviews on the page of a shelf in a real browser, with and without script.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserShelfReviewTests {
  private static let records = [Awkward.backInBlack, Awkward.loudenUpNow]

  private let house: ShelfHouse
  private let server: WebServer
  private let id: ScanID
  private let secret: String

  /// A shelf with two records and a book, which are read and not added.
  init() throws {
    house = try ShelfHouse(
      PlayedShelf(
        Self.records.map { PlayedSpine($0.title, $0.artist, kind: .record) } + [
          PlayedSpine("Dune", "Frank Herbert")
        ]))
    server = try WebServer(house.realm.installation)
    id = try house.upload(try ShelfHouse.photo(.sparse)).id
    secret = try #require(try house.installation.store().sender(of: id)).secret
    try house.work()
  }

  private func browser(hasScript: Bool) throws -> Browser {
    let origin = house.realm.installation.origin
    let browser = try Browser(width: 390, height: 844, hasScript: hasScript)
    let path = "/cgi-bin/albumscan/scans/\(id)"
    try browser.chromium(
      "Network.setCookie",
      [
        "name": .text("shelf-\(id)"), "value": .text(secret), "url": .text(origin),
        "path": .text(path), "httpOnly": true,
      ])
    try browser.open("\(origin)\(path)/items")
    return browser
  }

  @Test(arguments: [true, false])
  func `after Add all the page offers reviews, and its button asks for them once`(
    hasScript: Bool
  ) throws {
    let browser = try browser(hasScript: hasScript)
    #expect(try browser.run("return document.querySelector('.reviews') === null").isTrue)
    try browser.tap(".add-all button")
    let isOffered = try eventually {
      try browser.run("return Boolean(document.querySelector('.reviews button'))").isTrue
    }
    #expect(isOffered)
    #expect(house.realm.model.log.count(of: .review) == 0, "Add all calls no model")
    #expect(try browser.text(".reviews button").contains("2 records (at most $"))
    if hasScript { try expectNoProblems(in: browser) }
    try browser.tap(".reviews button")
    let isAsked = try eventually {
      try browser.run(
        """
        return document.querySelector('.notice p')?.textContent.startsWith('2 reviews will be')
          && !document.querySelector('.reviews')
        """
      ).isTrue
    }
    #expect(isAsked)
    let isWritten = try eventually {
      try Self.records.allSatisfy { try house.realm.find(titled: $0.title)?.review != nil }
    }
    #expect(isWritten)
    #expect(house.realm.model.log.charged(.review) == 2)
  }
}
