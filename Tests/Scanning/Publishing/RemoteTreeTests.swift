// Sending with the real rclone to a folder, and the files of a remote that belong to a published
// log.

import Exchange
import Host
import Support
import Testing

@testable import Publishing

@Suite struct RemoteTreeTests {
  let folder: TemporaryFolder
  let remote: RemoteTree

  init() throws {
    folder = try TemporaryFolder()
    remote = RemoteTree(
      rclone: try Rclone(for: "publish-remote", configuration: nil), folder: folder.file("log"),
      target: folder.file("remote"), lists: folder.path)
    try folder.write("page", to: "log/album/x/index.html")
    try folder.write("front", to: "log/index.html")
  }

  private func lock() throws -> Lock {
    guard let lock = try Lock.take(folder.file("lock")) else { throw PublishError.busy }
    return lock
  }

  @Test func `listed files arrive and disappear, others stay, and empty folders go`() throws {
    try folder.write("old", to: "remote/album/gone/index.html")
    try folder.write("mine", to: "remote/mine.txt")
    try remote.synchronise(
      ["album/x/index.html", "index.html", "album/gone/index.html"],
      headers: ["Cache-Control: max-age=300"], holding: try lock())
    #expect(try folder.text("remote/album/x/index.html") == "page")
    #expect(try Files.entries(of: folder.file("remote/album")) == ["x"])
    #expect(try Files.entries(of: folder.file("remote")) == ["album", "index.html", "mine.txt"])
  }

  @Test func `the list of a remote has sizes; a folder that does not exist yet has no files`()
    throws
  {
    #expect(try remote.files().isEmpty)
    try remote.synchronise(["album/x/index.html", "index.html"], holding: try lock())
    let expected: PathTable<Int?> = [
      "album/x/index.html": 4, "index.html": 5,
    ]
    #expect(try remote.files() == expected)
    try remote.probe()
  }

  @Test func `a file of the same size and time is sent again, because our list decides`() throws {
    try remote.synchronise(["index.html"], holding: try lock())
    let old = try #require(Files.modificationMilliseconds(of: folder.file("remote/index.html")))
    try folder.write("FRONT", to: "log/index.html")
    let touched = try Programs.run(
      "/usr/bin/touch", ["-r", folder.file("remote/index.html"), folder.file("log/index.html")],
      input: "/dev/null", limit: 100, timeoutMilliseconds: 5000)
    #expect(touched.exitCode == 0 && old > 0)
    try remote.synchronise(["index.html"], holding: try lock())
    #expect(try folder.text("remote/index.html") == "FRONT")
  }

  @Test func `the list of a remote may be longer than other output of rclone`() throws {
    let script = """
      #!/bin/sh
      awk 'BEGIN { p = sprintf("%4000s", ""); gsub(/ /, "a", p)
        for (i = 0; i < 4400; i++) print "1;album/" p "/" i }'
      """
    let program = try folder.write(script, to: "long")
    try Files.setMode(0o755, of: program)
    let tree = RemoteTree(
      rclone: Rclone(program: program), folder: folder.file("log"), target: "played:log",
      lists: folder.path)
    #expect(try tree.files().paths.count == 4400)
    #expect(throws: RcloneError.self) { try Rclone(program: program).run([], within: 60_000) }
  }

  @Test func `rclone holds the lock until it ends, even if its parent does not`() throws {
    let script = """
      #!/bin/sh
      exec 3<&0
      sleep 1 <&3 3<&- >/dev/null 2>&1 &
      """
    let program = try folder.write(script, to: "orphan")
    try Files.setMode(0o755, of: program)
    let path = folder.file("lock")
    do {
      let lock = try lock()
      _ = try Programs.run(
        program, [], holding: lock, limit: 100, timeoutMilliseconds: 5000, errors: .hidden)
    }
    #expect(Lock.isHeld(path), "the child of the program still runs")
    #expect(eventually(within: 10_000) { !Lock.isHeld(path) })
  }

  @Test(arguments: [
    ("index.html", true), ("album/x/index.html", true), ("sitemap-2.xml", true),
    ("archive.zip", true), ("book/x/index.html", true), ("authors/x/index.html", true),
    ("CNAME", false), ("photos/index.html", false), ("albums/x", false),
    (".well-known/x", false), ("style.css", false),
  ])
  func `only files of a log are removed from a remote`(path: String, isOwn: Bool) {
    #expect(RemoteTree.isOwn(path) == isOwn)
  }
}
