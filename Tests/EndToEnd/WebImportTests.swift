// An import from the web: the owner uploads a file, the worker makes the dry run, and the owner starts
// the import and takes it back. Everything works without script, and no file of the site has a row of
// the dry run.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct WebImportTests {
  let household: Household
  private var house: Installation { household.installation }
  private var owner: [String] { household.browser(household.annasCookie) }

  /// The port refuses connections, so that imported albums wait for MusicBrainz at a pace that no other
  /// test shares.
  private static let noMusicBrainz = "musicbrainz-url: http://127.0.0.1:\(freePort())/"

  init() throws { household = try Household(settings: "pages: protected\n\(Self.noMusicBrainz)") }

  private static let program = "/cgi-bin/albumscan"

  private func table(_ count: Int) -> String {
    "Artist,Title,release_id,CollectionFolder,Collection Media Condition\r\n"
      + (0..<count).map { "Artist \($0),Title \($0),\($0),Shelf,Mint\r\n" }.joined()
  }

  /// Uploads a file. Without a worker, its job stays queued.
  private func upload(
    _ bytes: [UInt8], named name: String = "collection.csv", _ headers: [String]? = nil
  ) throws -> CGIAnswer {
    let body = Multipart(photo: bytes, as: "file", fileName: name)
    let type = ["CONTENT_TYPE=\(body.contentType)", "CONTENT_LENGTH=\(body.bytes.count)"]
    return try house.runCGI(
      household.program, house.environment("POST", "/import", type + (headers ?? owner)),
      input: try house.bodyFile(body.bytes))
  }

  /// Uploads a file and runs the worker. Returns the path of the file's page.
  private func checked(_ text: String) throws -> String {
    let page = try path(of: try upload(Array(text.utf8)))
    #expect(try house.albumscan(["work"]).exitCode == 0)
    return page
  }

  /// The path to which an answer redirects, without the program.
  private func path(of answer: CGIAnswer) throws -> String {
    #expect(answer.status == 303, "\(answer.body)")
    return String(try #require(answer.header("location")).dropFirst(Self.program.utf8.count))
  }

  /// The page with its numeric character references replaced.
  private func page(_ path: String) throws -> String {
    let answer = try household.get(path, owner)
    #expect(answer.status == 200, "\(path)")
    return answer.body.replacing(#/&#([0-9]+);/#) { match in
      UInt32(match.output.1).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
  }

  private var files: [String] {
    get throws {
      let folder = "\(house.data)/imports"
      return Files.isDirectory(folder) ? try Files.entries(of: folder) : []
    }
  }

  private func isInSite(_ word: String) throws -> Bool {
    let search = try Programs.run(
      "/bin/grep", ["-rl", word, house.site], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 10_000)
    return search.exitCode == 0
  }

  @Test func `an owner uploads a file, sees the dry run, imports, and takes the import back`()
    throws
  {
    let text = table(3) + "canary,,9,Shelf,Mint\r\n"
    let file = try path(of: try upload(Array(text.utf8), named: "C:/my <b>records.csv"))
    let waiting = try page(file)
    #expect(waiting.contains("The file is being checked.") && waiting.contains(#"content="3""#))
    #expect(waiting.contains("<bdi>my <b>records.csv</bdi>"))
    #expect(try !household.get(file, owner).body.contains("<b>records"))
    let stored = try #require(try files.first)
    #expect(Files.mode(of: "\(house.data)/imports/\(stored)") == 0o600)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    let dryRun = try page(file)
    #expect(dryRun.contains("Import 3 finds") && dryRun.contains("Line 5"))
    #expect(dryRun.contains("the title is missing") && dryRun.contains("canary"))
    #expect(try house.store().countFinds() == 0 && !isInSite("canary") && !isInSite("Title 1"))
    #expect(Files.mode(of: "\(house.data)/imports/\(stored).report") == 0o600)
    #expect(try path(of: household.post("\(file)/start", [], owner)) == file)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try page(file).contains("3 finds were imported."))
    #expect(try house.store().countFinds() == 3 && !house.store().hasStalePages())
    #expect(try files == ["\(stored).report"], "the file is not needed any more")
    #expect(try !isInSite("canary") && !isInSite("Mint"))
    try expectUndo()
  }

  private func expectUndo() throws {
    let kept = try #require(try house.store().newestFinds(1).first)
    #expect(try house.albumscan(["edit", kept.id.text, "--notes", "mine"]).exitCode == 0)
    #expect(try page("/import").contains(#"/imports/1/undo""#))
    let undo = try path(of: household.post("/imports/1/undo", [], owner))
    // A second press leads to the same undo.
    #expect(try path(of: household.post("/imports/1/undo", [], owner)) == undo)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    let undone = try page(undo)
    #expect(undone.contains("2 finds were deleted.") && undone.contains("/album/\(kept.id)/"))
    #expect(try house.store().newestFinds(9).map(\.id) == [kept.id])
    let list = try page("/import")
    #expect(list.contains("undone") && !list.contains("/undo\""))
    #expect(try household.post("/imports/1/undo", [], owner).status == 303)
  }

  @Test func `statistics and index pages have the finds as soon as an import has ended`() throws {
    let file = try checked(table(3))
    _ = try household.post("\(file)/start", [], owner)
    // The worker is killed after the import, because it would continue with the lookups.
    #expect(try house.albumscan(["work"], kill: "job-done:after").exitCode != 0)
    #expect(try page(file).contains("3 finds were imported."))
    #expect(try house.text("statistics/index.html").contains("<b>3</b> finds"))
    #expect(try house.text("artists/artist-1/index.html").contains("Title 1"))
    _ = try household.post("/imports/1/undo", [], owner)
    #expect(try house.albumscan(["work"], kill: "job-done:after").exitCode != 0)
    #expect(try house.text("statistics/index.html").contains("Nothing here yet"))
  }

  @Test func `a second upload of the same file finds nothing new`() throws {
    let first = try checked(table(2))
    _ = try household.post("\(first)/start", [], owner)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    let second = try page(try checked(table(2)))
    #expect(second.contains("The file has nothing new.") && !second.contains("/start"))
  }

  @Test func `a worker that is killed in the middle of an import continues it`() throws {
    let file = try checked(table(25))
    _ = try household.post("\(file)/start", [], owner)
    #expect(try house.albumscan(["work"], kill: "import:after").exitCode == 128 + 9)
    #expect(try house.store().countFinds() == 20)
    #expect(try page(file).contains("20 of 25 rows"))
    let json = try household.get(file, owner + ["HTTP_ACCEPT=application/json"])
    #expect(json.body.contains(#""state":"queued""#) && json.body.contains(#""import":1"#))
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try page(file).contains("25 finds were imported."))
    let store = try house.store()
    #expect(try store.countFinds() == 25 && !store.hasStalePages() && store.damage() == nil)
    _ = try household.post("/imports/1/undo", [], owner)
    #expect(try house.albumscan(["work"], kill: "import-undo:after").exitCode == 128 + 9)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try house.store().countFinds() == 0)
    #expect(try house.albumscan(["check"]).exitCode == 0)
  }

  @Test func `the worker that the upload starts makes the dry run`() throws {
    let body = Multipart(photo: Array(table(2).utf8), as: "file", fileName: "a.csv")
    let type = ["CONTENT_TYPE=\(body.contentType)", "CONTENT_LENGTH=\(body.bytes.count)"]
    let answer = try house.runCGI(
      house.cgi, house.environment("POST", "/import", type + owner),
      input: try house.bodyFile(body.bytes))
    let file = try path(of: answer)
    #expect(try eventually { try page(file).contains("Import 2 finds") })
    #expect(eventually { house.workers.isEmpty })
  }

  static let bad: [(bytes: [UInt8], reason: String)] = [
    (Array("listing_id,artist,title,release_id,price\n".utf8), "inventory"),
    (Array("a,b\n1,2\n".utf8), "no export of AlbumScan"),
    (Array("Artist,Title,release_id\n\"A\n".utf8), "line 2"),
    ([0xFF, 0xFE, 0x41], "not UTF-8"), (Array("PK\u{3}\u{4}".utf8), "damaged"),
  ]

  @Test(arguments: bad)
  func `a file that cannot be imported gets the reason of the command line, and changes nothing`(
    bytes: [UInt8], reason: String
  ) throws {
    let file = try path(of: try upload(bytes))
    #expect(try house.albumscan(["work"]).exitCode == 0)
    let shown = try page(file)
    #expect(shown.contains("This file cannot be imported") && shown.contains(reason), "\(shown)")
    let path = house.folder.file("bad")
    try Files.replace(path, with: bytes, durably: false)
    let told = try house.told(["import", path]).text
    let sentence = told.split(separator: "\(path): ").last?.split(separator: "\n").first ?? ""
    #expect(!sentence.isEmpty && shown.contains(sentence), "\(told)")
    let store = try house.store()
    #expect(try store.countFinds() == 0 && store.queuedJobs().isEmpty)
    #expect(try files.allSatisfy { $0.hasSuffix(".report") })
    #expect(try household.post("\(file)/start", [], owner).status == 409)
    #expect(try house.store().queuedJobs().isEmpty)
  }

  @Test func `a start before the end of the dry run is refused, and a later one imports`() throws {
    let file = try path(of: try upload(Array(table(2).utf8)))
    let early = try household.post("\(file)/start", [], owner)
    #expect(early.status == 409 && early.body.contains("This file cannot be imported now"))
    let script = owner + ["HTTP_ACCEPT=application/json"]
    let told = try household.post("\(file)/start", [], script)
    #expect(told.status == 409 && told.body.contains(#""code":"conflict""#))
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try house.store().countFinds() == 0)
    for _ in 0..<2 { #expect(try household.post("\(file)/start", [], script).status == 202) }
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try house.store().countFinds() == 2)
    let undo = try path(of: household.post("/imports/1/undo", [], owner))
    #expect(try household.post("\(undo)/start", [], owner).status == 404, "an undo has no file")
  }

  @Test func `a file above 32 MiB is refused with a page, and nothing of it is kept`() throws {
    let large = try upload([UInt8](repeating: 0x41, count: 32 << 20 + 1))
    #expect(large.status == 413 && large.body.contains("This file is too large"))
    let announced = try house.runCGI(
      household.program,
      house.environment(
        "POST", "/import",
        ["CONTENT_TYPE=multipart/form-data; boundary=x", "CONTENT_LENGTH=99000000"] + owner))
    #expect(announced.status == 413 && announced.body.contains("up to 32 MB"))
    let empty = try upload([])
    #expect(empty.status == 422 && empty.body.contains("No file was chosen"))
    #expect(try files.isEmpty)
    #expect(try house.store().queuedJobs().isEmpty)
  }

  @Test func `only owners import, and pages of other sites do not`() throws {
    let ben = household.browser(try household.person("Ben", .base).cookie)
    let rows = Array(table(1).utf8)
    #expect(try upload(rows, ben).status == 403)
    #expect(try upload(rows, household.browser(nil)).status == 401)
    let forged = ["HTTP_ORIGIN=http://evil.example", owner[owner.count - 1]]
    #expect(try upload(rows, forged).status == 403)
    let file = try checked(table(1))
    #expect(try household.get(file, ben).status == 403)
    #expect(try household.post("\(file)/start", [], ben).status == 403)
    #expect(try household.post("\(file)/start", [], forged).status == 403)
    #expect(try house.store().countFinds() == 0 && house.store().queuedJobs().isEmpty)
    #expect(try household.get("/settings", ben).body.contains("/import\"") == false)
    #expect(try household.get("/settings", owner).body.contains("/import\""))
  }

  @Test func `a cancelled file is gone at once, and a forgotten one after a day`() throws {
    let cancelled = try checked(table(1))
    #expect(try page("/import").contains(cancelled))
    #expect(try path(of: household.post("\(cancelled)/cancel", [], owner)) == "/import")
    #expect(try files.isEmpty && household.get(cancelled, owner).status == 404)
    let forgotten = try checked(table(1))
    let names = try files
    #expect(names.count == 2)
    let past = timeval(tv_sec: time(nil) - 2 * 86_400, tv_usec: 0)
    for name in names {
      let path = "\(house.data)/imports/\(name)"
      #expect([past, past].withUnsafeBufferPointer { utimes(path, $0.baseAddress) } == 0)
    }
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try files.isEmpty && household.get(forgotten, owner).status == 404)
    #expect(try household.post("\(forgotten)/start", [], owner).status == 404)
    #expect(try !page("/import").contains(forgotten))
  }

  @Test func `a file that is cancelled during its check leaves nothing`() throws {
    let file = try path(of: try upload(Array(table(1).utf8)))
    #expect(try household.post("\(file)/cancel", [], owner).status == 303)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try files.isEmpty && house.store().queuedJobs().isEmpty)
  }

  @Test func `ten files may wait, and the next one is refused`() throws {
    // A script gets its answer without waiting for the worker.
    let script = owner + ["HTTP_ACCEPT=application/json"]
    for _ in 0..<10 { #expect(try upload(Array(table(1).utf8), script).status == 202) }
    let refused = try upload(Array(table(1).utf8))
    #expect(refused.status == 503 && refused.body.contains("Too many files are waiting"))
  }

  @Test func `rows that may be finds of the history are imported only on request`() throws {
    try house.copySampleFind()
    let now = Household.now
    let anna = try house.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles, at: now)
    let browser = household.browser(try Household.session(of: anna, in: house))
    let album = try #require(try house.store().newestFinds(1).first).album
    let row = "Artist,Title,release_id\r\n\"\(album.artist)\",\"\(album.title)\",7\r\n"
    let file = try path(of: try upload(Array(row.utf8), browser))
    #expect(try house.albumscan(["work"]).exitCode == 0)
    let shown = try household.get(file, browser).body
    #expect(shown.contains(#"name="ambiguous""#))
    _ = try household.post("\(file)/start", [("ambiguous", "1")], browser)
    #expect(try house.albumscan(["work"]).exitCode == 0)
    #expect(try house.store().countFinds() == 2)
  }

  @Test func `an export imported from the web brings no accounts`() throws {
    let other = try Installation(settings: Self.noMusicBrainz)
    #expect(try other.albumscan(["person", "add", "Zoe"]).exitCode == 0)
    let table = try other.folder.write(table(4), to: "collection.csv")
    #expect(try other.albumscan(["import", table]).exitCode == 0)
    let export = other.folder.file("log.zip")
    #expect(try other.albumscan(["export", export]).exitCode == 0)
    // Into a household database without people and finds, an import from the command line also
    // brings the accounts.
    let open = try Installation(settings: Self.noMusicBrainz)
    let body = Multipart(photo: try Files.read(export), as: "file", fileName: "log.zip")
    let type = ["CONTENT_TYPE=\(body.contentType)", "CONTENT_LENGTH=\(body.bytes.count)"]
    let origin = ["HTTP_ORIGIN=\(open.origin)", "HTTP_SEC_FETCH_SITE=same-origin"]
    let lone = try open.loneCGI()
    let answer = try open.runCGI(
      lone, open.environment("POST", "/import", type + origin),
      input: try open.bodyFile(body.bytes))
    let file = try path(of: answer)
    #expect(try open.albumscan(["work"]).exitCode == 0)
    let form = ["CONTENT_TYPE=application/x-www-form-urlencoded", "CONTENT_LENGTH=0"]
    #expect(
      try open.runCGI(lone, open.environment("POST", "\(file)/start", form + origin)).status == 303)
    #expect(try open.albumscan(["work"]).exitCode == 0)
    let store = try open.store()
    #expect(try store.countFinds() == 4 && !store.hasPeople() && !store.hasStalePages())
    #expect(try store.newestFinds(99).map(\.id) == other.store().newestFinds(99).map(\.id))
  }
}
