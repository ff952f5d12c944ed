// Deleted finds: the page, the command, and the removal after 30 days.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct DeletedFindsTests {
  let household: Household
  private let owner: String
  private var house: Installation { household.installation }

  init() throws {
    let household = try Household(settings: "pages: protected")
    let house = household.installation
    // The copied data have no people, so the test adds the owner once more.
    try house.copySample()
    let anna = try house.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles, at: Household.now)
    owner = try Household.session(of: anna, in: house)
    self.household = household
    try #require(try house.albumscan(["scan", Sample.photo]).exitCode == 0)
  }

  private func newestFind() throws -> Find { try #require(try house.store().newestFinds(1).first) }

  @Test
  func `a deleted find is on the page of its finder and of owners, and can be restored there`()
    throws
  {
    let find = try newestFind()
    let ben = try household.person("Ben", .base)
    let carl = try household.person("Carl", .base)
    try house.sql("UPDATE finds SET person = '\(ben.person.id)'")
    let browser = { household.browser($0) }
    #expect(try household.get("/deleted", browser(ben.cookie)).body.contains("No find was deleted"))
    #expect(try household.post("/finds/\(find.id)/delete", [], browser(ben.cookie)).status == 303)
    for (cookie, isShown) in [
      (ben.cookie, true), (owner, true), (carl.cookie, false),
    ] {
      let page = try household.get("/deleted", browser(cookie))
      #expect(page.status == 200)
      #expect(page.body.contains("finds/\(find.id)/undelete") == isShown)
      #expect(page.body.contains(find.album.title) == isShown)
    }
    #expect(
      try household.post("/finds/\(find.id)/undelete", [], browser(ben.cookie)).status == 303)
    #expect(try newestFind().id == find.id)
  }

  @Test func `the address of a deleted find names it only to those who may restore it`() throws {
    try house.edit { $0.replacing("pages: protected", with: "pages: open") }
    try house.albumscan(["build"])
    let find = try newestFind()
    let ben = try household.person("Ben", .base)
    let carl = try household.person("Carl", .ultra)
    try house.sql("UPDATE finds SET person = '\(ben.person.id)'")
    let bens = household.browser(ben.cookie)
    #expect(try household.post("/finds/\(find.id)/delete", [], bens).status == 303)
    let stranger = ["REMOTE_ADDR=203.0.113.9"]
    for (name, cookie, status) in [
      ("a stranger", nil, 404), ("another person", carl.cookie, 404),
      ("the finder", ben.cookie, 200), ("the owner", owner, 200),
    ] {
      for accept in [[], ["HTTP_ACCEPT=application/json"]] {
        let headers = household.browser(cookie) + accept
        let all = cookie == nil ? stranger + headers : headers
        let names = Set(all.compactMap { $0.split(separator: "=").first })
        let base = house.environment("GET", "/finds/\(find.id)").filter {
          !names.contains($0.split(separator: "=")[0])
        }
        let answer = try house.runCGI(household.program, base + all)
        let isShown = status == 200 && accept.isEmpty
        #expect(answer.status == (isShown ? 200 : 404), "\(name) \(accept): \(answer.status)")
        #expect(answer.body.contains(find.album.title) == isShown, "\(name) \(accept)")
        #expect(answer.body.contains(find.album.artist) == isShown, "\(name) \(accept)")
      }
    }
  }

  @Test func `the answer to a deletion names the find, and a placeholder in a name stays text`()
    throws
  {
    let find = try newestFind()
    try house.sql("UPDATE albums SET title = '[[artist]] <!--[id]--> <b>'")
    let headers = household.browser(owner)
    #expect(try household.post("/finds/\(find.id)/delete", [], headers).status == 303)
    let page = try household.get("/finds/\(find.id)", headers)
    #expect(page.status == 200)
    #expect(page.body.contains("finds/\(find.id)/undelete"))
    #expect(page.body.contains("<bdi>&#91;&#91;artist&#93;&#93; &#60;&#33;&#45;&#45;&#91;id"))
    #expect(!page.body.contains("[[") && !page.body.contains("<b>"))
    #expect(!Files.exists("\(house.site)/deleted"))
  }

  @Test func `the command lists deleted finds, and undelete takes their ids`() throws {
    let find = try newestFind()
    #expect(try house.albumscan(["delete", find.id.text]).exitCode == 0)
    let list = try house.told(["show", "finds", "--deleted", "--json"])
    #expect(list.code == 0 && list.text.contains(find.id.text))
    #expect(try house.albumscan(["undelete", find.id.text]).exitCode == 0)
    let emptied = try house.told(["show", "finds", "--deleted"])
    #expect(!emptied.text.contains(find.id.text))
  }

  @Test
  func `a find that was deleted 30 days ago is removed by the next worker, a younger one stays`()
    throws
  {
    let find = try newestFind()
    #expect(try house.albumscan(["delete", find.id.text]).exitCode == 0)
    let day: Int64 = 86_400_000
    for (age, stays) in [(30 * day - 600_000, true), (30 * day + 1, false)] {
      let deleted = Household.now.advanced(byMilliseconds: -age)
      try house.sql("UPDATE finds SET deleted = \(deleted.milliseconds)")
      #expect(try house.albumscan(["work"]).exitCode == 0)
      let kept = try house.store().deletedFind(find.id)
      #expect((kept != nil) == stays)
    }
    #expect(try house.albumscan(["undelete", find.id.text]).exitCode == 1)
    #expect(try house.albumscan(["check"]).exitCode == 0)
  }
}
