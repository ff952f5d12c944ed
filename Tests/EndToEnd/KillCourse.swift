// Kills a command at every point that it passes: before and after each commit and each rename, and at
// the named failpoints. Before each kill, the installation is set back, so that every run begins in
// the same state.

import Host
import Store
import Support
import Testing

/// A point at which a command can be killed.
struct KillPoint: Equatable, Sendable, CustomStringConvertible {
  /// The value of `ALBUMSCAN_KILL`: `commit:before#3` is the third commit.
  let name: String

  /// The path that a rename makes; empty for other points.
  let path: String

  var description: String { path.isEmpty ? name : "\(name) \(path)" }
}

/// A command, and an installation that can be set back to its state before the command.
struct KillCourse {
  let installation: Installation
  let command: [String]

  /// A copy of the installation's folder.
  private let start: TemporaryFolder

  /// Keeps a copy of the folder of `installation` as it is now. `command` must change nothing outside
  /// of this folder.
  init(_ installation: Installation, _ command: [String]) throws {
    self.installation = installation
    self.command = command
    start = try TemporaryFolder()
    try Self.copy(installation.folder.path, to: start.path)
  }

  /// Sets the installation back.
  func reset() throws {
    for name in try Files.entries(of: installation.folder.path) {
      try Files.removeTree(installation.folder.file(name))
    }
    try Self.copy(start.path, to: installation.folder.path)
  }

  /// Copies with times, modes and hard links.
  private static func copy(_ folder: String, to other: String) throws {
    let output = try Programs.run(
      "/bin/cp", ["-a", "\(folder)/.", other], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else { throw InstallationError.failed("cp: \(output.exitCode)") }
  }

  /// Runs the command undisturbed. Returns the points that the command passes. Of the many renames
  /// of pages and of artwork, the list has only some. Renames outside of the installation are left
  /// out, because all installations share those files.
  func points() throws -> [KillPoint] {
    try reset()
    let notes = try TemporaryFolder()
    let output = try installation.albumscan(command, passed: notes.file("passed"))
    try #require(output.exitCode == 0, "\(command) ended with \(output.exitCode)")
    var counts: [Substring: Int] = [:]
    let points = try notes.text("passed").split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      counts[parts[0], default: 0] += 1
      return KillPoint(
        name: "\(parts[0])#\(counts[parts[0], default: 1])", path: parts.dropFirst().joined())
    }
    let groups = [
      installation.site, "\(installation.data)/pages", "\(installation.data)/artwork",
    ].map { folder in points.filter { $0.path.hasPrefix("\(folder)/") } }
    let others = points.filter { point in
      (point.path.isEmpty || point.path.hasPrefix("\(installation.folder.path)/"))
        && !groups.contains { $0.contains(point) }
    }
    return others + groups.flatMap(Self.some)
  }

  /// The first, the middle and the last point.
  private static func some(of points: [KillPoint]) -> [KillPoint] {
    guard points.count > 3 else { return points }
    return [0, points.count / 2, points.count - 1].map { points[$0] }
  }

  /// `count` of the points in `make test`; all of them in `make torture`. Each point occurs once,
  /// because a command passes the same points in the same order in every run.
  func sample(
    _ count: Int, of what: String, file: StaticString = #fileID
  ) throws -> [KillPoint] {
    sampled(try points(), count, of: "kill points of \(what)", file: file, name: \.name)
  }

  /// Sets the installation back and runs the command until it is killed at `point`.
  func kill(at point: KillPoint) throws {
    try reset()
    let code = try installation.albumscan(command, kill: point.name).exitCode
    #expect(code == 128 + 9, "\(command): \(point) was not reached")
  }

  /// Runs the command once more, undisturbed.
  func repeatCommand(after point: KillPoint) throws {
    let told = try installation.told(command)
    #expect(told.code == 0, "\(command) after \(point): \(told.text)")
  }
}

extension Installation {
  /// Every file of a folder with the digest of its bytes. Files that a killed process had not renamed
  /// yet are left out: the housekeeping removes them later.
  func listing(of folder: String) throws -> [String] {
    try Files.entries(of: folder).filter { !$0.hasPrefix(".tmp-") }.flatMap {
      (name) throws -> [String] in
      let path = "\(folder)/\(name)"
      if Files.isDirectory(path) { return try listing(of: path) }
      return ["\(path) \(hexadecimal(SHA256.digest(of: try Files.read(path))))"]
    }
  }

  /// Checks that the database is whole, that no page is stale, and that the pages are those of a
  /// full build.
  func expectWholeSite(_ mark: String) throws {
    let store = try store()
    #expect(try store.damage() == nil, "\(mark)")
    #expect(try !store.hasStalePages() && !store.hasStaleSummaries(), "\(mark)")
    #expect(!Files.exists("\(data)/building"), "\(mark)")
    let pages = try listing(of: site)
    #expect(try albumscan(["build"]).exitCode == 0, "\(mark)")
    let built = try listing(of: site)
    #expect(
      pages == built,
      "\(mark): a full build differs in \(Set(pages).symmetricDifference(built).sorted())")
  }

  /// The bytes of a complete export: everything about the history.
  func exported() throws -> [UInt8] {
    let outside = try TemporaryFolder()
    guard try albumscan(["export", outside.file("log.zip")]).exitCode == 0 else {
      throw InstallationError.failed("export")
    }
    return try Files.read(outside.file("log.zip"))
  }

  /// The output of the program `sqlite3` for some statements on the database.
  func sqlite(_ sql: String) throws -> String {
    let output = try Programs.run(
      "/usr/bin/sqlite3", ["\(data)/albums.db", sql], input: "/dev/null", limit: 8 << 20,
      timeoutMilliseconds: 10_000)
    guard output.exitCode == 0 else { throw InstallationError.failed("sqlite3: \(sql)") }
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
