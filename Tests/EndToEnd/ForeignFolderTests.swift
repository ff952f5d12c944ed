// A folder with files of others is not taken as data or pages, and stays as it is.

import Host
import Support
import Testing

@Suite struct ForeignFolderTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  /// The setting, the commands that would use the folder, and the language of the message.
  @Test(
    arguments: [
      ("data", "init", "en"), ("data", "restore", "de"), ("site", "init", "de"),
      ("site", "build", "en"), ("site", "refresh", "en"), ("site", "work", "en"),
      ("site", "restore", "en"),
    ])
  func `a folder with files of others is refused, and stays as it is`(
    setting: String, command: String, language: String
  ) throws {
    let backup = installation.folder.file("backup.tar")
    #expect(try installation.albumscan(["backup", backup]).exitCode == 0)
    let index = try installation.folder.write("mine", to: "other/index.html")
    let other = installation.folder.file("other")
    try Files.setMode(0o755, of: other)
    try installation.edit {
      $0.replacing("\(setting): ../\(setting)", with: "\(setting): ../other")
        + "\nlanguage: \(language)\n"
    }
    let words = command == "restore" ? ["restore", "--replace", backup] : [command]
    let told = try installation.told(words)
    #expect(told.code == 2, "\(told.text)")
    #expect(told.text.contains("\(setting) \(language == "de" ? "nennt" : "names") \(other)"))
    #expect(told.text.contains(index) && told.text.contains(installation.controlFile))
    let doctor = try installation.told(["doctor", "--offline"])
    #expect(
      doctor.code == 1 && doctor.text.contains("FAIL \(setting == "data" ? "data folder" : "site")")
    )
    #expect(try installation.folder.text("other/index.html") == "mine")
    #expect(try Files.entries(of: other) == ["index.html"])
    #expect(Files.mode(of: other) == 0o755 && Files.mode(of: index) == 0o644)
  }

  @Test func `an empty folder, and the folder of an interrupted build, become the pages`() throws {
    try Files.makeDirectories(installation.folder.file("other"))
    try installation.edit { $0.replacing("site: ../site", with: "site: ../other") }
    #expect(try installation.told(["init"]).code == 0)
    try Files.remove(installation.folder.file("other/assets.txt"))
    try installation.folder.write("", to: "data/building")
    let again = try installation.told(["init"])
    #expect(again.code == 0, "\(again.text)")
    #expect(Files.exists(installation.folder.file("other/assets.txt")))
  }

  @Test func `a pipe in place of the control file ends each command at once`() throws {
    try Files.remove(installation.controlFile)
    let made = try Programs.run(
      "/usr/bin/mkfifo", [installation.controlFile], input: "/dev/null", limit: 100,
      timeoutMilliseconds: 5000)
    try #require(made.exitCode == 0)
    for command in ["init", "build", "doctor", "status"] {
      let told = try installation.told([command])
      #expect(told.code == 2 && told.text.contains("no regular file"), "\(command): \(told.text)")
    }
  }
}
