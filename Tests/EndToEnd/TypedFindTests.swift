// Finds without a photo, through the web server, the worker and the services: the facts that the worker
// adds, the suggestions, the find that the history has already, and the undo.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct TypedFindTests {
  static let route = "/cgi-bin/albumscan/add"

  private let realm: Realm
  private let server: WebServer
  private var house: Installation { realm.installation }

  init() throws {
    realm = try Realm()
    server = try WebServer(realm.installation)
  }

  private func add(_ fields: [String], json: Bool = true) throws -> CurlAnswer {
    try house.curl(
      (json ? CorrectTests.json : []) + fields.flatMap { ["--data-urlencode", $0] }, Self.route)
  }

  /// Waits until no job runs.
  private func settle() throws {
    #expect(
      try eventually {
        let store = try house.store()
        return try store.queuedJobs().isEmpty && store.queuedScans().isEmpty
          && !store.hasStalePages()
      })
  }

  @Test func `typed names become a find with facts and artwork, and no call is paid`() throws {
    let answer = try add(["artist=ac/dc", "title= back in black ", "status=have"])
    #expect(answer.status == 202 && answer.body.contains(#""added":true"#), "\(answer.body)")
    try settle()
    let find = try #require(try house.store().newestFinds(2).first)
    #expect(answer.body.contains(find.page))
    #expect(find.album.artist == "AC/DC" && find.album.title == "Back in Black")
    #expect(find.album.year == 1980 && find.album.artwork != nil && find.isSure)
    #expect(find.details.status == .have && find.review == nil && find.scan == nil)
    #expect(realm.model.log.requests.isEmpty && realm.musicBrainz.log.refusals.isEmpty)
    #expect(try house.text("history/index.html").contains("Back in Black"))
    #expect(try house.albumscan(["check"]).exitCode == 0)
    // The names of the history are suggested while typing.
    #expect(try house.curl([], Self.route).body.contains(#"<option value="AC&#47;DC">"#))
    // A second request leads to the find, and adds nothing.
    let again = try add(["artist=AC/DC", "title=Back in Black"])
    #expect(again.status == 200 && again.body.contains(#""added":false"#))
    let page = try add(["artist=AC/DC", "title=Back in Black", "status=want"], json: false)
    #expect(page.status == 200 && page.body.contains("The log already has this"))
    #expect(page.body.contains("href=\"\(find.page.asReferences)\""))
    #expect(page.body.contains(#"name="status" value="want" checked"#))
    #expect(try house.store().newestFinds(9).count == 1)
    let copy = try add(["artist=AC/DC", "title=Back in Black", "copy=1"], json: false)
    #expect(copy.status == 303 && copy.location.contains("/add?added="))
    #expect(try house.store().newestFinds(9).count == 2)
  }

  @Test func `a typed book has the facts and the cover of Open Library`() throws {
    #expect(try add(["artist=J.R.R. Tolkien", "title=The Hobbit", "kind=book"]).status == 202)
    try settle()
    let find = try #require(try house.store().newestFinds(2).first)
    #expect(find.album.kind == .book && find.page.hasPrefix("/book/") && find.isSure)
    #expect(find.album.year == 1937 && find.album.isbn != nil && find.album.artwork != nil)
    #expect(realm.openLibrary.log.refusals.isEmpty && realm.musicBrainz.log.requests.isEmpty)
  }

  @Test func `a typed product code becomes a scan without a photo, and a find`() throws {
    let answer = try add(["code=0-441-01359-7"])
    #expect(answer.status == 202 && answer.body.contains(#""page":"/scan/"#), "\(answer.body)")
    // The same code again is the same scan.
    #expect(try add(["code=978 0441 013593"]).body == answer.body)
    try settle()
    let find = try #require(try house.store().newestFind())
    #expect(find.album.title == "Dune" && find.album.kind == .book && find.isSure)
    #expect(find.album.isbn == "9780441013593" && find.album.artwork != nil)
    #expect(find.evidence?.origin == .sleeve(hasCode: true))
    #expect(try house.store().newestFinds(9).count == 1)
    #expect(realm.model.log.requests.isEmpty && realm.openLibrary.log.refusals.isEmpty)
    #expect(try house.albumscan(["check"]).exitCode == 0)
  }

  @Test func `the code of a record names the album, which the model reviews`() throws {
    var coded = Awkward.loudenUpNow
    coded.releases[0].barcode = "5033197240428"
    let realm = try Realm(catalogue: [coded], settings: "read-sleeves: off")
    let server = try WebServer(realm.installation)
    let answer = try realm.installation.curl(
      ["--data-urlencode", "code=5 033197 240428"], Self.route)
    #expect(answer.status == 303 && answer.location.contains("/scan/"))
    #expect(try eventually { try realm.installation.store().newestFind() != nil })
    let find = try #require(try realm.installation.store().newestFind())
    #expect(find.album.title == "Louden Up Now" && find.isSure && find.review != nil)
    #expect(realm.model.log.charged(.identify) == 0)
    _ = consume server
  }

  @Test func `a code that no work has ends with other ways, and a wrong code is refused`() throws {
    for code in ["5099902894226", "12345", "2012345678900", "abc", ""] {
      let refused = try add(["code=\(code)"])
      #expect(refused.status == 400, "\(code)")
      #expect(refused.body.contains("That's no product code"), "\(refused.body)")
    }
    #expect(try house.store().scans(since: Timestamp(milliseconds: 0)).isEmpty)
    #expect(try add(["code=5099902894225"]).status == 202)
    try settle()
    let scan = try #require(try house.store().scans(since: Timestamp(milliseconds: 0)).first)
    #expect(scan.state == .identificationFailed && scan.failure == .codeUnknown)
    let page = try house.text("scan/\(scan.id)/index.html")
    #expect(page.contains("<h1>Unknown product code</h1>"))
    #expect(page.contains("has this product code"))
    let corrected = try house.curl(
      ["-d", "artist=AC/DC&title=Back in Black"], "/cgi-bin/albumscan/scans/\(scan.id)/correct")
    #expect(corrected.status == 303)
    try settle()
    #expect(try house.store().newestFind()?.album.title == "Back in Black")
  }

  @Test func `a service that does not answer leaves the names, and is asked again later`() throws {
    realm.musicBrainz.order(.serverError, .always)
    realm.openLibrary.order(.serverError, .always)
    #expect(try add(["artist=AC/DC", "title=Back in Black"]).status == 202)
    #expect(
      try add(["artist=J.R.R. Tolkien", "title=The Hobbit", "kind=book"]).status == 202)
    #expect(
      try eventually {
        try house.store().queuedJobs().map(\.request) == [.refill, .refill]
      })
    #expect(try house.store().newestFinds(9).allSatisfy { $0.isSure && $0.job == nil })
  }

  @Test func `the form says what was added, with the undo, and refuses a missing name`() throws {
    let added = try add(["artist=Nobody", "title=Nothing <b>", "status=none"], json: false)
    #expect(added.status == 303)
    let id = try #require(try house.store().newestFinds(2).first?.id)
    let page = try house.curl([], "\(Self.route)?added=\(id)")
    #expect(page.body.contains("Added to the log") && !page.body.contains("<b>Nothing"))
    #expect(page.body.contains("action=\"/cgi-bin/albumscan/finds/\(id)/delete\""))
    let undone = try house.curl(["-d", ""], "/cgi-bin/albumscan/finds/\(id)/delete")
    #expect(undone.status == 303)
    #expect(try house.store().newestFinds(2).isEmpty)
    #expect(try !house.curl([], "\(Self.route)?added=\(id)").body.contains("Added to the log"))
    for fields in [["artist=A"], ["title=B"], ["artist= ", "title= "], ["title=B", "kind=tape"]] {
      #expect(try add(fields).status == 400, "\(fields)")
    }
    #expect(try add(["artist=A", "title=B", "status=lent"]).status == 400)
    #expect(try house.store().newestFinds(2).isEmpty)
  }
}

extension String {
  /// The form in which the CGI writes a path into a page.
  fileprivate var asReferences: String { replacing("/", with: "&#47;") }
}
