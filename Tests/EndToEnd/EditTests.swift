// Details of finds through the CGI and the command line: the form, the change of many finds, and
// the undo, all without script.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct EditTests {
  let household: Household
  private let owner: String
  private let find: Find
  private var house: Installation { household.installation }

  init() throws {
    household = try Household(settings: "pages: protected")
    let house = household.installation
    try house.copySampleFind()
    let anna = try house.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles, at: Household.now)
    owner = try Household.session(of: anna, in: house)
    find = try #require(try house.store().newestFinds(1).first)
  }

  /// Posts a form with encoded values.
  private func post(
    _ path: String, _ form: [(String, String)], _ headers: [String]
  ) throws -> CGIAnswer {
    let hex = Array("0123456789ABCDEF")
    let encoded = form.map { (name, value) in
      let text = value.utf8.map { "%\(hex[Int($0 >> 4)])\(hex[Int($0 & 15)])" }.joined()
      return (name, text)
    }
    return try household.post(path, encoded, headers)
  }

  private func page(_ path: String) throws -> String {
    String(decoding: try Files.read("\(house.site)/\(path)/index.html"), as: UTF8.self)
  }

  private func details() throws -> FindDetails {
    try #require(try house.store().details(of: find.id))
  }

  @Test func `the form of a find stores its fields, and the page shows them`() throws {
    let browser = household.browser(owner)
    let form = try household.get("/finds/\(find.id)/edit", browser)
    #expect(form.status == 200 && form.body.contains(#"value="none" checked"#))
    let saved = try post(
      "/finds/\(find.id)/edit",
      [
        ("status", "have"), ("tags", "late night, Modal"), ("place", "Rough Trade East"),
        ("own-rating", "8.5"), ("favourite", "yes"),
        ("notes", "**Bought** twice. <script>x</script>\r\n\r\n- inner sleeve\r\n- poster"),
        ("public", "yes"),
      ], browser)
    #expect(saved.status == 303 && saved.header("location") == "/album/\(find.id)/")
    _ = try house.albumscan(["refresh"])
    let album = try page("album/\(find.id)")
    #expect(album.contains("late night") && album.contains("Modal"))
    #expect(album.contains("Rough Trade East"))
    #expect(album.contains(#"<a href="/history/?own=8.5">8.5</a>"#))
    #expect(try page("history").contains(#"Own rating: <span>8.5</span>"#))
    #expect(album.contains("<strong>Bought</strong> twice.") && !album.contains("<script>x"))
    #expect(album.contains("<li>inner sleeve</li>"))
    #expect(album.contains(#"value="none" data-status="have" aria-pressed="true""#))
    let again = try household.get("/finds/\(find.id)/edit", browser)
    #expect(again.plainBody.contains(#"step="0.1" value="8.5""#))
    for rating in ["11", "8.55", "good"] {
      let wrong = try post("/finds/\(find.id)/edit", [("own-rating", rating)], browser)
      #expect(wrong.status == 400 && wrong.body.contains("A rating is a number from 0 to 10"))
    }
    #expect(try details().ownRating?.tenths == 85)
    #expect(try details().isFavourite && album.contains(#"href="/history/?favourite=1""#))
    #expect(again.plainBody.contains(#"name="favourite" value="yes" checked"#))
    #expect(again.plainBody.contains(#"value="have" checked"#))
    #expect(again.plainBody.contains(#"value="late night, Modal""#))
    #expect(!again.body.contains("<script>x"))
    #expect(
      again.plainBody.contains("<script>x</script>\n\n- inner sleeve\n- poster</textarea>"),
      "the lines of a note stay when the form is sent again")
  }

  @Test func `pages that everybody may open never contain a note`() throws {
    let open = try Installation()
    try open.edit { $0 + "\npages: open\n" }
    try open.copySampleFind()
    let id = try #require(try open.store().newestFinds(1).first?.id)
    let edited = try open.told(["edit", id.text, "--notes", "canary-note", "--place", "Spitz"])
    #expect(edited.code == 0, "\(edited.text)")
    #expect(try open.albumscan(["build"]).exitCode == 0)
    let found = try open.told(["show", "find", id.text])
    #expect(found.code == 0)
    let search = try Programs.run(
      "/bin/grep", ["-rl", "canary-note", open.site], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 10_000)
    #expect(search.exitCode == 1, "\(String(decoding: search.bytes, as: UTF8.self))")
    let shown = try Programs.run(
      "/bin/grep", ["-rl", "Spitz", "\(open.site)/album"], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 10_000)
    #expect(shown.exitCode == 0)
  }

  @Test func `pages that open to everybody have lost their notes before`() throws {
    let ended = try house.told(["edit", find.id.text, "--notes", "canary-note"])
    #expect(ended.code == 0)
    #expect(try page("album/\(find.id)").contains("canary-note"))
    try house.edit { $0.replacing("pages: protected", with: "pages: open") }
    let files = house.sessionFiles
    let server = try WebServer(house)
    #expect(files.readers == .everybody)
    #expect(try !page("album/\(find.id)").contains("canary-note"))
    server.stop()
  }

  @Test func `without a model, a request for a review or with a hint is refused`() throws {
    let browser = household.browser(owner) + ["HTTP_ACCEPT=application/json"]
    let review = try post("/finds/\(find.id)/review", [], browser)
    let hint = try post("/finds/\(find.id)/correct", [("hint", "a live album")], browser)
    #expect(review.status == 409 && hint.status == 409, "\(review.body) \(hint.body)")
    #expect(try house.store().queuedJobs().isEmpty)
  }

  @Test func `many finds change at once, and Undo gives them their former details`() throws {
    let browser = household.browser(owner)
    let changed = try post(
      "/finds/edit",
      [
        ("find-\(find.id)", "1"), ("status", "want"), ("public", ""), ("add-tags", "to buy"),
        ("remove-tags", ""),
      ], browser)
    let result = try #require(changed.header("location"))
    #expect(changed.status == 303 && result.hasPrefix("/cgi-bin/albumscan/edits/"))
    #expect(try details().status == .want && details().tags.map(\.text) == ["to buy"])
    let path = String(result.dropFirst("/cgi-bin/albumscan".count))
    let page = try household.get(path, browser)
    #expect(page.plainBody.contains("1 find was changed.") && page.body.contains("Undo"))
    #expect(try post("\(path)/undo", [], browser).status == 303)
    #expect(try details() == FindDetails())
    #expect(try household.get(path, browser).body.contains("This change was undone."))
    #expect(try post("\(path)/undo", [], browser).status == 303, "the page says so, too")
    #expect(
      try post("\(path)/undo", [], browser + ["HTTP_ACCEPT=application/json"]).status == 404)
  }

  @Test func `finds are deleted together, and come back together`() throws {
    let browser = household.browser(owner)
    let deleted = try post(
      "/finds/edit", [("find-\(find.id)", "1"), ("delete", "1")], browser)
    let path = try #require(deleted.header("location")).dropFirst("/cgi-bin/albumscan".count)
    #expect(try house.store().countFinds() == 0)
    #expect(try post("\(path)/undo", [], browser).status == 303)
    #expect(try house.store().find(find.id)?.id == find.id)
  }

  @Test func `a person cannot change the finds of another person, not even among own finds`() throws
  {
    let ben = try household.person("Ben", .base)
    let browser = household.browser(ben.cookie)
    let fields = [("find-\(find.id)", "1"), ("status", "have")]
    #expect(try post("/finds/edit", fields, browser).status == 403)
    #expect(try household.get("/finds/\(find.id)/edit", browser).status == 403)
    #expect(try details() == FindDetails())
    // Ben cannot undo the owner's edit either.
    let edit = try post("/finds/edit", fields, household.browser(owner))
    let path = try #require(edit.header("location")).dropFirst("/cgi-bin/albumscan".count)
    #expect(try household.get(String(path), browser).status == 404)
    #expect(try post("\(path)/undo", [], browser).status == 404)
    #expect(try details().status == .have)
  }

  @Test func `a change that another person made with this browser needs that person's sign-in`()
    throws
  {
    let path = "/finds/\(find.id)/edit"
    let ben = try household.person("Ben", .owner)
    let change = [("status", "have"), ("person", PersonID.owner.text)]
    #expect(try post(path, change, household.browser(ben.cookie)).status == 401)
    #expect(try details() == FindDetails())
    #expect(try post(path, change, household.browser(owner)).status == 303)
    #expect(try details().status == .have)
  }

  @Test(arguments: [
    ([("status", "owned")], "Unknown status"), ([("tags", "a\u{7}")], "These tags"),
    ([("place", String(repeating: "x", count: 201))], "This place"), ([], "Nothing to change"),
  ])
  func `a form that cannot be used gets a page that says why, and changes nothing`(
    fields: [(String, String)], words: String
  ) throws {
    let answer = try post("/finds/\(find.id)/edit", fields, household.browser(owner))
    #expect(answer.status == 400 && answer.body.contains(words), "\(answer.body)")
    #expect(try details() == FindDetails())
  }

  @Test func `the command changes, shows and takes back`() throws {
    let edited = try house.told(
      [
        "edit", find.id.text, "--status", "heard", "--add-tags", "Loft, loft", "--own-rating",
        "7,5",
        "--json",
      ])
    #expect(edited.code == 0 && edited.text.contains(#""tags":["Loft"]"#), "\(edited.text)")
    let record = try #require(JSONObject(edited.text)["edit"])
    #expect(edited.text.contains(#""ownRating":75"#), "\(edited.text)")
    #expect(try details().status == .heard && details().ownRating?.tenths == 75)
    #expect(try house.told(["edit", "--undo", record]).code == 0)
    #expect(try details() == FindDetails())
    #expect(try house.told(["edit", "--undo", record]).code == 1)
    #expect(try house.told(["edit", find.id.text, "--status", "mine"]).code == 2)
    #expect(try house.told(["edit"]).code == 2)
  }
}

/// The texts of a JSON object without nested objects.
private struct JSONObject {
  private let text: String

  init(_ text: String) { self.text = text }

  subscript(name: String) -> String? {
    text.split(separator: "\"\(name)\":\"").dropFirst().first?.prefix { $0 != "\"" }
      .description
  }
}
