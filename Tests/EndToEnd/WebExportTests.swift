// Exports for the web: the file of each person, a second request, a worker that is killed, and the
// deletion after a day.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct WebExportTests {
  let household: Household
  private let anna: [String]
  private let ben: [String]
  private var house: Installation { household.installation }

  init() throws {
    household = try Household(
      settings: "musicbrainz-url: http://127.0.0.1:9\ncover-art-url: http://127.0.0.1:9")
    let other = try household.person("Ben", .base)
    anna = household.browser(household.annasCookie)
    ben = household.browser(other.cookie)
    let store = try household.installation.store()
    for (title, person) in [("Mine", other.person.id), ("Hers", household.anna.id)] {
      _ = try store.add(
        Album(artist: "=Can", title: title), status: nil, isCopy: false, by: person,
        at: Household.now)
    }
  }

  /// Asks for an export, and returns the path of its file, below the address of the CGI.
  private func ask(_ browser: [String]) throws -> String {
    let answer = try household.post("/exports", [], browser + ["HTTP_ACCEPT=application/json"])
    let match = answer.body.firstMatch(of: #/"id":"([0-9a-z]{26})"/#)
    #expect(answer.status == 202, "\(answer.body)")
    return "/exports/\(try #require(match).output.1)"
  }

  private var files: [String] {
    get throws { try Files.entries(of: "\(house.data)/exports") }
  }

  @Test func `an owner gets the archive of the command, others a table of their own finds`() throws
  {
    let (hers, his) = (try ask(anna), try ask(ben))
    #expect(try ask(anna) == hers, "a second request joins the first one")
    #expect(try household.get(hers, anna).status == 404)
    #expect(try household.get("/settings", anna).plainBody.contains("is being written"))
    #expect(try house.albumscan(["work"]).exitCode == 0)
    let archive = house.folder.file("all.zip")
    #expect(try house.albumscan(["export", archive]).exitCode == 0)
    let name = try #require(hers.split(separator: "/").last)
    #expect(try Files.read("\(house.data)/exports/\(name)") == Files.read(archive))
    #expect(Files.mode(of: "\(house.data)/exports/\(name)") == 0o600)
    let answer = try household.get(hers, anna)
    #expect(answer.status == 200 && answer.header("content-type") == "application/zip")
    #expect(answer.header("content-length") == "\(try Files.read(archive).count)")
    #expect(answer.header("cache-control") == "no-store" && answer.body.hasPrefix("PK"))
    #expect(answer.header("content-disposition")?.contains("albumscan.zip") == true)
    let table = try household.get(his, ben)
    #expect(table.status == 200 && table.header("content-type")?.hasPrefix("text/csv") == true)
    #expect(table.body.contains(",'=Can,Mine,") && !table.body.contains("Hers"))
    // An owner, too, gets no file of another person.
    for (path, browser, status) in [
      (hers, ben, 404), (his, anna, 404), (his, household.browser(nil), 401),
    ] {
      #expect(try household.get(path, browser).status == status)
    }
    #expect(try household.get("/settings", ben).body.contains("/cgi-bin/albumscan\(his)\""))
    // The next export replaces the file.
    let next = try ask(ben)
    #expect(next != his)
    #expect(try household.get(his, ben).status == 404)
    #expect(try files.count == 1)
  }

  @Test(arguments: [true, false])
  func `the file of a removed person goes at once, and that of the others stays`(
    isByCommand: Bool
  ) throws {
    let (hers, his) = (try ask(anna), try ask(ben))
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try files.count == 2)
    if isByCommand {
      #expect(try house.albumscan(["person", "remove", "Ben"]).exitCode == 0)
    } else {
      let store = try house.store()
      let id = try #require(try store.people().first { $0.name.text == "Ben" }).id.text
      let form = [("do", "remove"), ("id", id), ("sure", "1")]
      #expect(try household.post("/people", form, anna).status == 200)
    }
    #expect(try files.map { "/exports/\($0)" } == [hers])
    #expect(try household.get(his, anna).status == 404)
    #expect(try household.get(hers, anna).status == 200)
  }

  @Test func `a killed worker leaves nothing broken, and the file ends after a day`()
    throws
  {
    let path = try ask(ben)
    _ = try house.albumscan(["work"], kill: "export:written")
    #expect(try household.get(path, ben).status == 404)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try household.get(path, ben).status == 200)
    #expect(try files.count == 1, "no unfinished file stays")
    try house.sql("UPDATE jobs SET updated = updated - 86400001 WHERE kind = 'export'")
    #expect(try household.get(path, ben).status == 404)
    let file = "\(house.data)/exports/\(try files[0])"
    _ = try Programs.run(
      "/usr/bin/touch", ["-d", "25 hours ago", file], input: "/dev/null", limit: 1024,
      timeoutMilliseconds: 10_000)
    #expect(try house.albumscan(["nightly"]).exitCode == 0)
    #expect(!Files.exists(file))
  }
}
