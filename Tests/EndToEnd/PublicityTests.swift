// The reason why strangers see a find, or do not. The form of the details and the command `edit`
// give the same reason, and `publish` acts accordingly.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct PublicityTests {
  /// A change from the command line, and the reason in the form and in the printed line.
  /// `publisher` is the value of `publishedBy`; strangers get the page if it is not nil.
  struct Choice: Sendable {
    let edit: [String]
    let reason: String
    let publisher: String?
  }

  /// The test makes these changes one after another.
  static let choices: [Choice] = [
    Choice(edit: [], reason: "Public, because this log publishes all finds.", publisher: "all"),
    Choice(edit: ["--public", "no"], reason: "Private, by choice.", publisher: nil),
    Choice(edit: ["--public", "yes"], reason: "Public, by choice.", publisher: "choice"),
    Choice(
      edit: ["--public", "undecided"], reason: "Public, because this log publishes all finds.",
      publisher: "all"),
  ]

  @Test func `the form and edit name the rule that publishes a find, and publish follows it`()
    throws
  {
    let household = try Household(
      settings: """
        pages: protected
        publish-to: ../public-log
        publish: all
        publish-url: https://records.example/log
        """)
    let house = household.installation
    try house.copySampleFind()
    let anna = try house.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles, at: Household.now)
    let browser = household.browser(try Household.session(of: anna, in: house))
    let find = try #require(try house.store().newestFinds(1).first).id
    for choice in Self.choices {
      let printed = try house.told(["edit", find.text] + choice.edit)
      #expect(printed.code == 0 && printed.text.contains("  \(choice.reason)"), "\(printed.text)")
      let json = try house.told(["edit", find.text, "--json"]).text
      let publisher = choice.publisher.map { "\"\($0)\"" } ?? "null"
      #expect(json.contains("\"publishedBy\":\(publisher)"), "\(json)")
      let form = try household.get("/finds/\(find)/edit", browser).plainBody
      #expect(form.contains("id=\"publicity\">\(choice.reason)</p>"), "\(form)")
      let published = try house.told(["publish"])
      #expect(published.code == 0, "\(published.text)")
      let page = "\(house.publicLog)/album/\(find)/index.html"
      #expect(Files.exists(page) == (choice.publisher != nil), "\(choice.reason)")
    }
  }

  @Test func `the page of publishing says what is public, what changed and what failed`() throws {
    let household = try Household(
      settings: """
        pages: protected
        publish-to: ../public-log
        publish: all
        publish-url: https://records.example/log
        publish-ratings: on
        publish-remote: nowhere,pass=hunter2:records
        """)
    let house = household.installation
    try house.copySampleFind()
    let anna = try house.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles, at: Household.now)
    let browser = household.browser(try Household.session(of: anna, in: house))
    let find = try #require(try house.store().newestFinds(1).first)
    func page() throws -> String { try household.get("/publishing", browser).plainBody }
    let before = try page()
    #expect(
      before.contains("Not published yet") && before.contains("The public log shows all finds"))
    #expect(before.contains("<li>1 find.</li>") && before.contains("<li>0 own ratings.</li>"))
    #expect(before.contains("https://records.example/log") && before.contains("“nowhere”"))
    #expect(try house.albumscan(["publish", "--no-send"]).exitCode == 0)
    let after = try page()
    #expect(after.contains("No find changed since then.") && after.contains("files changed."))
    #expect(after.contains("wait to be sent."))
    // This CGI has no worker beside it, so the change waits to be published.
    let edit = [("own-rating", "9"), ("public", "no")]
    #expect(try household.post("/finds/\(find.id)/edit", edit, browser).status == 303)
    let changed = try page()
    #expect(
      changed.contains("1 find changed.") && changed.contains("The next publishing leaves it out"))
    #expect(changed.contains("<li>0 finds.</li>"))
    // One job is queued, however often the button is pressed.
    for _ in 1...2 {
      #expect(try household.post("/publishing", [], browser).status == 303)
    }
    let store = try house.store()
    #expect(try store.queuedJobs().map(\.request) == [.publish])
    #expect(try page().contains("Publishing…"))
    let now = Household.now
    let job = try #require(try store.claimJob(of: [.publish], at: now))
    let reason = "no section for \"nowhere,pass=hunter2:records\""
    let later = now.advanced(byMilliseconds: 600_000)
    try store.wait(job, until: later, .notSent(reason: reason), at: now)
    let failed = try page()
    #expect(failed.contains("The last attempt failed") && failed.contains("The next attempt"))
    #expect(failed.contains("was not sent") && !failed.contains("hunter2"), "\(failed)")
    #expect(try household.post("/publishing", [], browser).status == 303)
    let next = try #require(try store.nextPublishing())
    #expect(next < later && failed.contains("Publish now"))
  }

  @Test func `without a published log, the form and edit name no rule`() throws {
    let household = try Household(settings: "pages: protected")
    let house = household.installation
    try house.copySampleFind()
    let find = try #require(try house.store().newestFinds(1).first).id
    let printed = try house.told(["edit", find.text])
    #expect(!printed.text.contains("Public,") && !printed.text.contains("Private,"))
    let form = try household.get("/finds/\(find)/edit")
    #expect(form.status == 200 && !form.plainBody.contains("publishes"), "\(form.body)")
  }
}
