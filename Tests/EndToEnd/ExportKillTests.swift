// kill −9 at every commit and rename of an export, and of the import of an export. After an import
// into an empty history, a new export has the same bytes. An import into another history gives the
// same result as without a kill.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct ExportKillTests {
  /// A folder with the archive `log.zip` and the folder `log`: exports of a history with a scanned
  /// find, its review and pictures, an account, an edited find and an imported table.
  private static func exports() throws -> String {
    try Fixtures.folder("log-exports") { folder in
      let house = try filled()
      for path in ["\(folder)/log.zip", "\(folder)/log/"] {
        guard try house.albumscan(["export", path]).exitCode == 0 else {
          throw InstallationError.failed("export \(path)")
        }
      }
    }
  }

  private static func filled() throws -> Installation {
    let house = try Installation()
    try house.copySample()
    let table = try house.folder.write(
      "Artist,Title,release_id,Date Added\r\n"
        + (0..<5).map { "Artist \($0),Title \($0),\($0),2020-01-02 03:04:05\r\n" }.joined(),
      to: "collection.csv")
    for command in [["scan", Sample.cover], ["import", table], ["person", "add", "Anna"]] {
      guard try house.albumscan(command).exitCode == 0 else {
        throw InstallationError.failed(command.joined(separator: " "))
      }
    }
    guard let find = try house.store().newestFinds(1).first?.id,
      try house.albumscan(["edit", find.text, "--tags", "a, b"]).exitCode == 0
    else { throw InstallationError.failed("edit") }
    return house
  }

  /// An installation with a copy of an export in its folder.
  private func imported(
    _ form: String, into installation: Installation
  ) throws -> KillCourse {
    let name = form.split(separator: "/").first.map(String.init) ?? form
    let output = try Programs.run(
      "/bin/cp", ["-R", "\(try Self.exports())/\(name)", installation.folder.path],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    #expect(output.exitCode == 0)
    return try KillCourse(installation, ["import", installation.folder.file(form)])
  }

  private func expectCompleted(
    _ course: KillCourse, _ count: Int, of what: String, equals export: [UInt8]? = nil
  ) throws {
    let points = try course.sample(count, of: what)
    let installation = course.installation
    let undisturbed = try installation.exported()
    if let export { #expect(undisturbed == export, "\(what), undisturbed") }
    for point in points {
      try course.kill(at: point)
      let mark = "\(what), \(point)"
      #expect(try installation.store().damage() == nil, "\(mark)")
      try course.repeatCommand(after: point)
      #expect(try installation.exported() == undisturbed, "\(mark)")
      let unended = try installation.sqlite("SELECT count(*) FROM imports WHERE ended IS NULL")
      #expect(unended == "0\n", "\(mark)")
      try installation.expectWholeSite(mark)
      #expect(try installation.albumscan(["check"]).exitCode == 0, "\(mark)")
    }
  }

  /// The import reads the three forms differently, and then processes them by the same code.
  @Test(arguments: [("log.zip", 4), ("log", 1), ("log/log.json", 1)])
  func `an export killed on its way into an empty log gives the same export again`(
    form: String, count: Int
  ) throws {
    try expectCompleted(
      try imported(form, into: try Installation()), count, of: "an import of \(form)",
      equals: try Files.read("\(try Self.exports())/log.zip"))
  }

  @Test func `an export killed on its way into another log ends like an undisturbed one`() throws {
    let other = try Installation()
    let table = try other.folder.write(
      "Artist,Title,release_id,Date Added\r\nOther,One,9,2020-01-02 03:04:05\r\n"
        + "Artist 1,Title 1,1,2020-01-02 03:04:05\r\n", to: "mine.csv")
    #expect(try other.albumscan(["import", table]).exitCode == 0)
    try expectCompleted(
      try imported("log.zip", into: other), 2, of: "an import into another log")
  }

  @Test func `a killed export leaves the earlier file, and the next one replaces it`() throws {
    let installation = try Self.filled()
    let file = try installation.folder.write("the export before", to: "log.zip")
    let course = try KillCourse(installation, ["export", file])
    let points = try course.sample(2, of: "an export")
    let whole = try Files.read(file)
    for point in points {
      try course.kill(at: point)
      let left = try Files.read(file)
      #expect(left == whole || left == Array("the export before".utf8), "\(point)")
      try course.repeatCommand(after: point)
      #expect(try Files.read(file) == whole, "\(point)")
    }
  }
}
