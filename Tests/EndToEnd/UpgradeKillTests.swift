// kill −9 at every moment of an upgrade. The next `albumscan init` finishes the upgrade, no data is
// lost, and the pages equal the pages of an upgrade without a kill.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct UpgradeKillTests {
  static let fixtures = "\(Checkout.root)/Tests/Store/Fixtures"

  static let moments =
    Store.UpgradeMoment.allCases.map { "upgrade-\($0.rawValue)" } + [
      "init-fingerprint", "init-build:before", "build:marked",
    ]

  /// An installation with a database of version 9, in which one picture has no fingerprint.
  private func earlier() throws -> Installation {
    let installation = try Installation()
    try installation.importSample()
    let database = "\(installation.data)/albums.db"
    let artwork = try #require(
      try installation.store().knownCovers().lazy.compactMap { (cover) in
        try? installation.store().album(cover.album)?.artwork
      }.first)
    try Files.remove(database)
    for file in ["v9.sql", "v9-rows.sql"] { try sqlite(database, ".read \(Self.fixtures)/\(file)") }
    try sqlite(database, "UPDATE albums SET artwork = '\(artwork.digest)' WHERE id = 1")
    return installation
  }

  private func sqlite(_ path: String, _ command: String) throws {
    let output = try Programs.run(
      "/usr/bin/sqlite3", [path, command], input: "/dev/null", limit: 1000,
      timeoutMilliseconds: 5000)
    guard output.exitCode == 0 else { throw InstallationError.failed("sqlite3 \(command)") }
  }

  @Test func `an upgrade that is killed at any moment is finished by the next one`() throws {
    let undisturbed = try earlier()
    #expect(try undisturbed.albumscan(["init"]).exitCode == 0)
    let pages = try album(pages: undisturbed)
    #expect(pages.count == 4)
    for moment in Self.moments {
      let installation = try earlier()
      let killed = try installation.albumscan(["init"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      #expect(try installation.albumscan(["init"]).exitCode == 0, "\(moment)")
      let store = try installation.store()
      #expect(try store.damage() == nil, "\(moment)")
      #expect(try store.queuedScans().count == 5 && store.queuedJobs().count == 7, "\(moment)")
      #expect(try !store.hasStalePages(), "\(moment)")
      #expect(try album(pages: installation) == pages, "\(moment)")
      let names = try Files.entries(of: installation.data)
      #expect(names.count { $0.hasPrefix("albums.db.v9-") } == 1, "\(moment)")
      #expect(!names.contains { $0.hasPrefix(".tmp-albums") }, "\(moment)")
    }
  }

  /// The pages of finds by their addresses. The port is removed from each page, because it differs
  /// between installations.
  private func album(pages installation: Installation) throws -> [String: String] {
    var pages: [String: String] = [:]
    for name in try Files.entries(of: "\(installation.site)/album") {
      pages[name] = try installation.text("album/\(name)/index.html")
        .split(separator: "127.0.0.1:\(installation.port)").joined(separator: "HOST")
    }
    return pages
  }
}
