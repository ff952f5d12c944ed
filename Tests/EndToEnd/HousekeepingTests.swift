// The next worker removes the files of killed processes and of replaced pictures.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite struct HousekeepingTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  /// Makes a file that was changed two hours ago.
  private func old(_ path: String) throws -> String {
    try Files.replace(path, with: [1], durably: false)
    let past = timeval(tv_sec: time(nil) - 7200, tv_usec: 0)
    #expect([past, past].withUnsafeBufferPointer { utimes(path, $0.baseAddress) } == 0)
    return path
  }

  @Test func `old temporary files are removed, and young ones stay`() throws {
    let (data, site) = (installation.data, installation.site)
    let leftovers = try [
      "\(data)/.tmp-1-a", "\(data)/lighttpd-upload-b", "\(data)/artwork/.tmp-1-c",
      "\(site)/.tmp-1-d",
      "\(site)/history/.tmp-1-e", "\(site)/scan/.tmp-1-f",
    ].map(old)
    let young = "\(data)/artwork/.tmp-1-young"
    try Files.replace(young, with: [1], durably: false)
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(leftovers.filter(Files.exists).isEmpty)
    #expect(Files.exists(young))
  }

  @Test func `a picture that no album shows any more is removed once a day`() throws {
    try installation.importSample()
    let before = try Files.entries(of: "\(installation.data)/artwork")
    let name = "\(installation.data)/artwork/\(String(repeating: "a", count: 32))"
    let unused = try [1000, 500, 200].map { try old("\(name)-\($0).jpg") }
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(unused.filter(Files.exists).isEmpty)
    #expect(try Files.entries(of: "\(installation.data)/artwork") == before)
    let next = try old("\(name)-500.jpg")
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(Files.exists(next))
  }

  @Test func `a refresh removes temporary files of a killed process from an album's folder`()
    throws
  {
    try installation.importSample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first)
    let leftover = "\(installation.site)/album/\(find.id)/.tmp-1-a"
    try Files.replace(leftover, with: [1], durably: false)
    #expect(try installation.albumscan(["delete", find.id.text]).exitCode == 0)
    #expect(!Files.exists("\(installation.site)/album/\(find.id)/index.html"))
    #expect(try installation.albumscan(["undelete", find.id.text]).exitCode == 0)
    #expect(Files.exists("\(installation.site)/album/\(find.id)/index.html"))
    #expect(!Files.exists(leftover))
  }
}
