// The marker files data/sessions/open and data/sessions/local, with which web servers let clients
// without a session read the pages.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct PageAccessTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private let now = StoreFixture.time(0)

  private func configuration(_ lines: String) throws -> Configuration {
    try Configuration(
      Array("data: \(fixture.folder.path)\nsite: /srv/site\n\(lines)".utf8),
      file: fixture.folder.file("albumscan"), installation: "/usr/share/albumscan")
  }

  private func protected() throws -> Configuration {
    try configuration("base-url: https://records.example")
  }

  private func add(
    _ name: String, _ plan: Plan? = nil, in store: borrowing Store
  ) throws -> Person {
    try store.addPerson(
      name: try #require(PersonName(name)), plan: plan, files: fixture.sessionFiles, at: now)
  }

  static let settings: [(lines: String, alone: PageReaders, withPeople: PageReaders)] = [
    ("base-url: https://records.example", .everybody, .signedIn),
    ("base-url: http://192.168.1.20:8017", .everybody, .signedIn),
    ("base-url: http://127.0.0.1:8017", .thisComputer, .thisComputer),
    ("base-url: http://localhost:8017", .thisComputer, .thisComputer),
    ("pages: open\nbase-url: https://records.example", .everybody, .everybody),
    ("pages: open\nbase-url: http://127.0.0.1:8017", .everybody, .everybody),
    ("pages: protected\nbase-url: http://127.0.0.1:8017", .thisComputer, .signedIn),
  ]

  @Test(arguments: settings)
  func `the first person closes the pages, and the settings may open them again`(
    lines: String, alone: PageReaders, withPeople: PageReaders
  ) throws {
    let store = try fixture.open()
    let configuration = try configuration(lines)
    let files = configuration.sessionFiles
    #expect(files == fixture.sessionFiles)
    try store.keepPageAccess(of: configuration)
    #expect(files.readers == alone, "without people nobody has to sign in")
    _ = try add("Anna", in: store)
    #expect(files.readers == .signedIn)
    for _ in 0..<2 {
      try store.keepPageAccess(of: configuration)
      #expect(files.readers == withPeople)
    }
    _ = try add("Ben", in: store)
    #expect(files.readers == withPeople, "only the first person closes them")
    #expect(try files.names().isEmpty, "the marker files are no sessions")
  }

  @Test
  func `a data folder of version 9 with the marker file of open pages gets that of this computer`()
    throws
  {
    let store = try fixture.open()
    try fixture.sessionFiles.admit(.everybody)
    try store.keepPageAccess(of: try configuration("base-url: http://127.0.0.1:8017"))
    #expect(!Files.exists(fixture.sessionFiles.openMarker))
    #expect(fixture.sessionFiles.readers == .thisComputer)
  }

  @Test func `notes for this computer close the pages before another open address opens them`()
    throws
  {
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: now)
    try fixture.complete(1, at: now, in: store)
    let here = try configuration("base-url: http://127.0.0.1:8017")
    let network = try configuration("base-url: http://192.168.1.20:8017")
    try store.keepPageAccess(of: here)
    try store.keep(showsNotes: true, of: .household)
    _ = try store.edit(
      [StoreFixture.find(1)], try FindEdit(note: "secret"),
      as: EditID(unchecked: StoreFixture.find(9).text), by: .owner, at: now)
    try store.keepPageAccess(of: network)
    #expect(fixture.sessionFiles.readers == .signedIn)
    try store.keepPageAccess(of: here)
    #expect(fixture.sessionFiles.readers == .thisComputer, "the pages with notes may stay")
    try store.keepPageAccess(of: network)
    try store.keep(showsNotes: false, of: .household)
    try store.keepPageAccess(of: network)
    #expect(fixture.sessionFiles.readers == .everybody)
  }

  @Test func `pages that may show a note are not opened before they were written without it`()
    throws
  {
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: now)
    try fixture.complete(1, at: now, in: store)
    let closed = try configuration("pages: protected")
    let open = try configuration("pages: open")
    _ = try add("Anna", in: store)
    try store.keepPageAccess(of: closed)
    try store.keep(showsNotes: true, of: .household)
    try store.keepPageAccess(of: open)
    #expect(fixture.sessionFiles.readers == .everybody, "no find has a note")
    try store.keepPageAccess(of: closed)
    _ = try store.edit(
      [StoreFixture.find(1)], try FindEdit(note: "secret"),
      as: EditID(unchecked: StoreFixture.find(9).text), by: .owner, at: now)
    try store.keepPageAccess(of: open)
    #expect(fixture.sessionFiles.readers == .signedIn)
    try store.keep(showsNotes: false, of: .household)
    try store.keepPageAccess(of: open)
    #expect(fixture.sessionFiles.readers == .everybody)
  }

  @Test func `a first person who is refused leaves the pages open`() throws {
    let store = try fixture.open()
    try store.keepPageAccess(of: try protected())
    #expect(throws: StoreError.person(.firstIsNoOwner)) { try add("Anna", .free, in: store) }
    #expect(fixture.sessionFiles.readers == .everybody)
  }

  @Test func `a program that reads the people too early cannot open the pages again`() throws {
    let store = try fixture.open()
    let configuration = try protected()
    let hasty = try Store.open(fixture.path, waitMilliseconds: 0)
    // Another process is about to commit the first person.
    try store.connection.transaction { (_: borrowing Connection) throws(StoreError) in
      #expect(throws: StoreError.self) { try hasty.keepPageAccess(of: configuration) }
      #expect(fixture.sessionFiles.readers == .signedIn)
    }
  }

  @Test func `the first person and the start of a program at once leave the pages closed`()
    async throws
  {
    let name = try #require(PersonName("Anna"))
    for _ in 0..<20 {
      let fixture = try StoreFixture()
      let (path, files, now) = (fixture.path, fixture.sessionFiles, now)
      let configuration = try Configuration(
        Array(
          "data: \(fixture.folder.path)\nsite: /srv/site\nbase-url: https://records.example".utf8),
        file: fixture.folder.file("albumscan"), installation: "/usr/share/albumscan")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          _ = try Store.open(path).addPerson(name: name, plan: nil, files: files, at: now)
        }
        for _ in 0..<2 {
          group.addTask { try Store.open(path).keepPageAccess(of: configuration) }
        }
        try await group.waitForAll()
      }
      #expect(files.readers == .signedIn)
    }
  }
}
