// A file of setup: it is written once, kept if the host changes it, and removed only while it is unchanged.

import Host
import Installing
import Support
import Testing

@Suite struct PlannedFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var kept: KeptTexts { KeptTexts(of: "records", in: folder.file("kept")) }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read(path), as: UTF8.self)
  }

  private func written(_ file: PlannedFile, after earlier: RecordedFile? = nil) throws
    -> RecordedFile?
  {
    try file.make(file.change(after: earlier), keeping: kept)
  }

  @Test func `a text is written once, replaced with a copy, and kept if the host changed it`()
    throws
  {
    let path = folder.file("conf/site.conf")
    let first = PlannedFile(path, .text("one\n"))
    #expect(try first.change(after: nil) == .write)
    let record = try #require(try written(first))
    #expect(try first.change(after: record) == .none)

    let second = PlannedFile(path, .text("two\n"))
    #expect(try second.change(after: record) == .replace)
    let later = try #require(try written(second, after: record))
    #expect(try folder.text("conf/site.conf") == "two\n")
    #expect(try text(kept.former(of: path)) == "one\n")

    try folder.write("mine\n", to: "conf/site.conf")
    let third = PlannedFile(path, .text("three\n"))
    #expect(try third.change(after: later) == .keep)
    #expect(try written(third, after: later) == nil)
    #expect(try folder.text("conf/site.conf") == "mine\n")
    #expect(try text(kept.new(of: path)) == "three\n")
    #expect(try Files.entries(of: folder.file("conf")) == ["site.conf"])
    #expect(try !later.isUnchanged)
  }

  @Test func `a file that no record names belongs to the host, unless it has the same text`() throws
  {
    try folder.write("one\n", to: "a")
    #expect(try PlannedFile(folder.file("a"), .text("two\n")).change(after: nil) == .keep)
    #expect(try PlannedFile(folder.file("a"), .text("one\n")).change(after: nil) == .none)
    try Files.makeLink(to: folder.file("a"), at: folder.file("b"))
    #expect(try PlannedFile(folder.file("b"), .text("one\n")).change(after: nil) == .keep)
  }

  @Test func `a link is made, follows its target, and is kept if the host has another`() throws {
    let path = folder.file("enabled/site")
    let record = try #require(try written(PlannedFile(path, .link("/one"))))
    #expect(Files.linkTarget(of: path) == "/one")
    #expect(try record.isUnchanged)
    let other = PlannedFile(path, .link("/two"))
    #expect(try other.change(after: nil) == .keep)
    #expect(try other.change(after: record) == .replace)
    #expect(try written(other, after: record)?.proof == "/two")
    #expect(try !record.isUnchanged)
    try folder.write("mine", to: "enabled/own")
    #expect(try PlannedFile(folder.file("enabled/own"), .link("/one")).change(after: nil) == .keep)
  }

  @Test func `a line is added to the host's file once, and only this line is removed`() throws {
    let path = try folder.write("first", to: "Caddyfile")
    let file = PlannedFile(path, .line("import /etc/caddy/albumscan.caddy"))
    let record = try #require(try written(file))
    #expect(try folder.text("Caddyfile") == "first\nimport /etc/caddy/albumscan.caddy\n")
    #expect(try file.change(after: record) == .none)
    #expect(try record.isUnchanged)
    try record.remove()
    #expect(try folder.text("Caddyfile") == "first\n")
    #expect(try !record.isUnchanged)
  }

  @Test func `a change is taken back, and a file that was there before stays`() throws {
    let path = folder.file("site.conf")
    let first = PlannedFile(path, .text("one\n"))
    let record = try #require(try written(first))
    let second = PlannedFile(path, .text("two\n"))
    _ = try second.make(.replace, keeping: kept)
    try second.takeBack(.replace, after: record, keeping: kept)
    #expect(try folder.text("site.conf") == "one\n")
    #expect(!Files.exists(kept.former(of: path)))
    try first.takeBack(first.change(after: record), after: record, keeping: kept)
    #expect(try folder.text("site.conf") == "one\n")
    let link = PlannedFile(folder.file("link"), .link(path))
    _ = try link.make(.write, keeping: kept)
    let linked = link.recorded
    let other = PlannedFile(folder.file("link"), .link("/other"))
    _ = try other.make(.replace, keeping: kept)
    try other.takeBack(.replace, after: linked, keeping: kept)
    #expect(Files.linkTarget(of: folder.file("link")) == path)
    try link.takeBack(.write, after: nil, keeping: kept)
    #expect(!Files.isLink(folder.file("link")))
    let third = PlannedFile(path, .text("three\n"))
    _ = try third.make(.keep, keeping: kept)
    try third.takeBack(.keep, after: nil, keeping: kept)
    #expect(!Files.exists(kept.new(of: path)))
  }

  @Test func `the record keeps the answers of the host, and reads records without answers`() throws
  {
    let path = try folder.write("server\tnginx\t/srv/records\n", to: "records.setup")
    var record = try InstallationRecord(of: "records", in: folder.path)
    #expect(record.answers.isEmpty && record.installation == "/srv/records")
    let address = try SiteAddress("https://records.example")
    record.note(
      try InstallationAnswers(
        folder: "/srv/records", server: .nginx, address: address, certificate: "/etc/keys",
        innerPort: 8020, settings: [("contact", "me@records.example"), ("language", "de")]))
    try record.write()
    let read = try InstallationRecord(of: "records", in: folder.path)
    #expect(
      read.answers == [
        .address: "https://records.example", .certificate: "/etc/keys",
        .contact: "me@records.example", .port: "8020",
      ])
    #expect(read.server == .nginx && read.files.count == 1)
    record.note(try InstallationAnswers(folder: "/srv/records", server: .nginx, address: address))
    #expect(record.answers == [.address: "https://records.example", .port: "8017"])
    #expect(try folder.text("records.setup").contains("answer\t8020\tport\n"), "\(path)")
  }

  @Test func `the record is read as it was written, and names the paths of others`() throws {
    var record = try InstallationRecord(of: "records", in: folder.path)
    #expect(record.files.isEmpty && record.server == nil)
    let text = RecordedFile(kind: .text, proof: "abc", path: "/etc/a")
    record.add(RecordedFile(kind: .server, proof: "nginx", path: "/srv/records"))
    record.add(RecordedFile(kind: .text, proof: "old", path: "/etc/a"))
    record.add(text)
    try record.write()
    let read = try InstallationRecord(of: "records", in: folder.path)
    #expect(read.server == .nginx)
    #expect(read.files.count == 2 && read["/etc/a"] == text)
    #expect(try read.shared().isEmpty)
    #expect(
      try InstallationRecord(of: "other", in: folder.path).shared() == ["/etc/a", "/srv/records"])
  }
}
