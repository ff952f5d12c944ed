// Former and new texts lie outside of the folders of web servers, also those that an earlier version left there.

import Host
import Installing
import Support
import Testing

@Suite struct KeptTextsTests {
  let folder: TemporaryFolder
  private var kept: KeptTexts { KeptTexts(of: "records", in: folder.file("etc/albumscan")) }

  init() throws { folder = try TemporaryFolder() }

  private static let ours =
    "# Written by \"albumscan setup\", which writes it again, or a file with \".new\" if you have changed this one.\n"

  @Test(arguments: [
    ("old", KeptTextsTests.ours + "var.a = 1\n", true),
    ("new", KeptTextsTests.ours + "var.a = 2\n", true),
    ("old", "#!/usr/bin/albumscan-cgi /srv/records/etc/albumscan.conf\n", true),
    ("old", "var.a = 1\n", false), ("new", "", false), ("orig", KeptTextsTests.ours, false),
  ])
  func
    `a text that an earlier version of setup left beside a file is moved, and a text of the host stays`(
      suffix: String, text: String, isMoved: Bool
    ) throws
  {
    let path = try folder.write("present\n", to: "conf-enabled/50-albumscan.conf")
    let beside = try folder.write(text, to: "conf-enabled/50-albumscan.conf.\(suffix)")
    let file = RecordedFile(kind: .text, proof: "0", path: path)
    #expect(try kept.collect(besides: [file]) == (isMoved ? [beside] : []))
    #expect(Files.exists(beside) == !isMoved)
    let moved = suffix == "old" ? kept.former(of: path) : kept.new(of: path)
    #expect(Files.exists(moved) == isMoved)
    #expect(try kept.collect(besides: [file]).isEmpty)
    #expect(try folder.text("conf-enabled/50-albumscan.conf") == "present\n")
    try kept.remove()
    #expect(!Files.exists(moved))
  }

  @Test func `only texts beside a recorded text are moved, and no link is followed`() throws {
    let link = folder.file("sites-enabled/records")
    try folder.write(Self.ours, to: "elsewhere")
    try Files.makeDirectories(folder.file("sites-enabled"))
    try Files.makeLink(to: folder.file("elsewhere"), at: "\(link).old")
    try folder.write(Self.ours, to: "sites-enabled/other.old")
    for kind in [RecordedFile.Kind.link, .text] {
      let file = RecordedFile(kind: kind, proof: "0", path: link)
      #expect(try kept.collect(besides: [file]).isEmpty)
    }
    #expect(Files.isLink("\(link).old") && Files.exists(folder.file("sites-enabled/other.old")))
  }

  @Test func `a copy that a removal of the package kept is forgotten with its file`() throws {
    try folder.write("a\n", to: "removed/etc/a")
    try folder.write("b\n", to: "removed/etc/b")
    let file = RecordedFile(kind: .text, proof: "0", path: "/etc/a")
    try KeptTexts.forgetRemoved([file], in: folder.path)
    #expect(try Files.entries(of: folder.file("removed/etc")) == ["b"])
  }

  @Test func `texts of the owner stay in the folder of the installation, but not in cgi-bin`() {
    let inside = KeptTexts(inside: "/srv/records")
    #expect(
      inside.former(of: "/srv/records/cgi-bin/albumscan")
        == "/srv/records/etc/old/cgi-bin/albumscan")
    #expect(
      KeptTexts(of: "a").new(of: "/etc/caddy/a.caddy") == "/etc/albumscan/a.new/etc/caddy/a.caddy")
  }
}
