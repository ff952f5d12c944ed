// The upgrade: it makes a complete copy first, and a database is never a mixture of two versions.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct UpgradeTests {
  private func earlier(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("albums.db")
    try sqlite(path, ".read \(MigrationTests.folder)/v9.sql")
    try sqlite(path, ".read \(MigrationTests.folder)/v9-rows.sql")
    return path
  }

  private func copies(in folder: TemporaryFolder) throws -> [String] {
    try Files.entries(of: folder.path).filter { $0.hasPrefix("albums.db.v") }
  }

  private func hasTemporary(in folder: TemporaryFolder) throws -> Bool {
    try Files.entries(of: folder.path).contains { $0.hasPrefix(".tmp-") }
  }

  @Test func `the copy is complete, of the old version, and has the day in its name`() throws {
    let folder = try TemporaryFolder()
    let path = try earlier(in: folder)
    _ = try Store.openUpgrading(path)
    let copies = try copies(in: folder)
    #expect(copies.count == 1)
    let name = try #require(copies.first)
    let parts = name.split(separator: "-")
    #expect(name.hasPrefix("albums.db.v9-20") && parts.count == 4)
    #expect(throws: StoreError.older(version: 9, known: Schema.version)) {
      _ = try Store.open(folder.file(name))
    }
    try sqliteConfirms(folder.file(name), "SELECT count(*) = 5 FROM finds")
    #expect(try !hasTemporary(in: folder))
  }

  @Test func `neither an old file of the copy's name nor an incomplete copy counts as the copy`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try earlier(in: folder)
    try folder.write("an older file", to: "albums.db.v9")
    try folder.write("a part", to: ".tmp-albums.db.v9")
    _ = try Store.openUpgrading(path)
    #expect(try folder.text("albums.db.v9") == "an older file")
    let name = try #require(try copies(in: folder).first { $0 != "albums.db.v9" })
    try sqliteConfirms(folder.file(name), "SELECT count(*) = 5 FROM finds")
    #expect(try !hasTemporary(in: folder))
  }

  @Test func `a second upgrade on the same day keeps the newer copy`() throws {
    let folder = try TemporaryFolder()
    let path = try earlier(in: folder)
    let before = try Files.read(path)
    _ = try Store.openUpgrading(path)
    // The state after a host returned to the old version and made more scans.
    try Files.replace(path, with: before, durably: false)
    try sqlite(path, "UPDATE finds SET deleted = 1 WHERE id LIKE 'findlone%'")
    _ = try Store.openUpgrading(path)
    let copies = try copies(in: folder)
    #expect(copies.count == 1)
    try sqliteConfirms(
      folder.file(try #require(copies.first)),
      "SELECT count(*) = 2 FROM finds WHERE deleted IS NOT NULL")
  }

  @Test func `references to missing rows stop the upgrade, and nothing is changed`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try earlier(in: folder)
    try sqlite(path, "UPDATE finds SET album = 99 WHERE id LIKE 'findlone%'")
    do {
      _ = try Store.openUpgrading(path)
      Issue.record("the upgrade went on")
    } catch {
      #expect(error.description.contains("do not exist"), "\(error)")
    }
    #expect(throws: StoreError.older(version: 9, known: Schema.version)) {
      _ = try Store.open(path)
    }
    try sqliteConfirms(path, "SELECT count(*) = 14 FROM jobs")
  }

  @Test func `a new database has no copy`() throws {
    let folder = try TemporaryFolder()
    _ = try Store.openUpgrading(folder.file("albums.db"))
    _ = try Store.openUpgrading(folder.file("albums.db"))
    #expect(try copies(in: folder).isEmpty)
  }
}
