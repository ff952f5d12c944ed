// The runs of rclone: its environment, its lists of files, and the texts of its failures. A script
// plays rclone where rclone itself would need a server.

import Exchange
import Host
import Support
import Testing

@Suite struct RcloneTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A script in the place of rclone.
  private func played(_ script: String) throws -> Rclone {
    let program = try folder.write("#!/bin/sh\n\(script)\n", to: "rclone")
    try Files.setMode(0o755, of: program)
    return Rclone(program: program)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `rclone gets no variable but those that every program gets`() throws {
    let output = try played("env | sed 's/=.*//' | sort | tr '\\n' ' '").run([], within: 5000)
    let allowed: Set<Substring> = ["HOME", "LANG", "PATH", "PWD", "TZ", "_", "SHLVL", "OLDPWD"]
    #expect(Set(text(output.bytes).split(separator: " ")).isSubset(of: allowed))
    #expect(text(output.bytes).contains("PATH"))
  }

  @Test func `the variables that open an encrypted configuration reach rclone, and no other`()
    throws
  {
    let program = try folder.write(
      "#!/bin/sh\necho \"$RCLONE_CONFIG_PASS $RCLONE_PASSWORD_COMMAND $AWS_CA_BUNDLE\"\n",
      to: "rclone")
    try Files.setMode(0o755, of: program)
    let rclone = Rclone(program: program) { name in "the \(name)" }
    let wanted = "the RCLONE_CONFIG_PASS the RCLONE_PASSWORD_COMMAND \n"
    #expect(text(try rclone.run([], within: 5000).bytes) == wanted)
    guard let lock = try Lock.take(folder.file("lock")) else {
      Issue.record("the lock is held")
      return
    }
    let listed = try rclone.run(
      [], files: ["a"], listedIn: folder.path, holding: lock, within: 5000)
    #expect(text(listed.bytes) == wanted)
    _ = consume lock
  }

  @Test func `the list holds each path as it is, and exists only while rclone runs`() throws {
    let script = """
      while [ "$1" != --files-from-raw ]; do shift; done
      cat "$2"; stat -c %a "$2"; echo "$3 $4 $5 $6"
      """
    let output = try played(script).run(
      ["sync", "--", "a", "b"], files: ["index.html", "#one ;two.html"], listedIn: folder.path,
      within: 5000)
    #expect(text(output.bytes) == "index.html\n#one ;two.html\n600\nsync -- a b\n")
    #expect(try Files.entries(of: folder.path) == ["rclone"])
  }

  @Test(arguments: [
    ([], "it is empty"), (["a", ""], "\"\" is no path"), (["a\nb"], "no path of one line"),
    (["a\r"], "no path of one line"),
  ])
  func `a list that rclone would misread is refused`(files: [String], reason: String) throws {
    let rclone = try played("touch '\(folder.file("ran"))'")
    do throws(RcloneError) {
      _ = try rclone.run(["sync"], files: files, listedIn: folder.path, within: 5000)
      Issue.record("\(files) was accepted")
    } catch {
      #expect("\(error)".contains(reason), "\(error)")
    }
    #expect(!Files.exists(folder.file("ran")))
  }

  @Test func `sync of a list sends what exists, deletes the rest of it, and leaves other files`()
    throws
  {
    let rclone = try Rclone(for: "publish-remote", configuration: nil)
    for name in ["site/index.html", "site/tags/#1 [x] *.html", "site/unlisted.html"] {
      try folder.write("new", to: name)
    }
    for name in ["index.html", "gone.html", "mine.txt"] {
      try folder.write("old", to: "remote/\(name)")
    }
    let output = try rclone.run(
      [
        "sync", "--ignore-times", "--no-traverse", "--", folder.file("site"), folder.file("remote"),
      ],
      files: ["index.html", "tags/#1 [x] *.html", "gone.html"], listedIn: folder.path,
      within: 60_000)
    #expect(output.exitCode == 0, "\(text(output.errors))")
    #expect(
      try Files.entries(of: folder.file("remote")) == ["index.html", "mine.txt", "tags"])
    #expect(try folder.text("remote/index.html") == "new")
    #expect(try folder.text("remote/tags/#1 [x] *.html") == "new")
    #expect(try folder.text("remote/mine.txt") == "old")
  }

  @Test func `a failure names the command, the place and rclone's last message`() throws {
    let rclone = try Rclone(for: "publish-remote", configuration: nil)
    let output = try rclone.run(["lsf", "--", folder.file("none")], within: 60_000)
    #expect(output.exitCode == 3 && output.bytes.isEmpty)
    let failure = "\(rclone.failure("lsf", at: "nas:log", output))"
    #expect(failure.hasPrefix("rclone lsf nas:log ended with 3 (Failed to lsf"), "\(failure)")
    #expect(failure.contains("directory not found)"), "\(failure)")
    #expect(failure.hasSuffix("run as this user: rclone lsf 'nas:log'"), "\(failure)")
  }

  @Test func `a long message is cut, and a failure without a message says so much`() throws {
    let long = try played("printf '%0900d' 7 >&2; exit 1")
    let cut = "\(long.failure("sync", at: "nas:", try long.run([], within: 5000)))"
    #expect(cut.contains("(" + String(repeating: "0", count: 300) + ")"), "\(cut)")
    let silent = try played("exit 5")
    let failure = "\(silent.failure("sync", at: "nas:", try silent.run([], within: 5000)))"
    #expect(failure.hasPrefix("rclone sync nas: ended with 5; to test"), "\(failure)")
  }

  @Test func `a run that takes too long is ended`() throws {
    let rclone = try played("exec sleep 30")
    #expect(throws: RcloneError.host(.childOverran(path: folder.file("rclone")))) {
      try rclone.run([], within: 200)
    }
  }

  @Test(arguments: [("nas:", "nas:a"), ("nas:x", "nas:x/a"), ("/x/", "/x/a"), ("/x", "/x/a")])
  func `a file's place follows the folder`(target: String, place: String) {
    #expect(Rclone.path(of: "a", in: target) == place)
  }
}
