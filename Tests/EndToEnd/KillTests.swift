// kill −9 at every transition of a scan. The next worker finishes the scan; no data is lost, and no
// work is repeated.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct KillTests {
  /// The moments before and after every commit of a scan, before and after the deletion of its
  /// photo, and between the files and the commit of the summary pages.
  static let moments =
    ["identifying", "cropped", "identified", "reviewing", "complete", "photo"].flatMap {
      ["\($0):before", "\($0):after"]
    } + ["summaries:written"]

  /// A quarter of the moments, each once. `make torture` tests each moment three times, because the
  /// parallel work of a scan differs from run to run.
  static var rounds: [String] {
    let once = sampled(moments, moments.count / 4, of: "kill points of a scan", name: \.self)
    return Array(repeating: once, count: Environment.isTorture ? 3 : 1).flatMap(\.self)
  }

  private func installationWithPhoto() throws -> (Installation, ScanID) {
    let installation = try Installation()
    try installation.copySample()
    let id = ScanID(randomBytes: Randomness.bytes(17))
    let photo = try Files.read(Sample.photo)
    try Files.replace("\(installation.data)/photos/\(id).jpg", with: photo, durably: false)
    let scan = NewScan(
      id: id, person: .owner, key: nil, digest: SHA256.digest(of: photo), byteCount: photo.count,
      guide: nil)
    _ = try installation.store().accept(
      scan, at: Timestamp(milliseconds: Clock.wallMilliseconds()))
    return (installation, id)
  }

  @Test func `a worker killed at any transition loses nothing and doubles nothing`() throws {
    for moment in Self.rounds {
      let (installation, id) = try installationWithPhoto()
      let killed = try installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      try expectFinished(installation, id, after: moment)
    }
  }

  @Test func `a worker killed twice in a row at one point still finishes`() throws {
    for moment in ["cropped:before", "complete:before", "complete:after"] {
      let (installation, id) = try installationWithPhoto()
      for _ in 0..<2 { _ = try installation.albumscan(["work"], kill: moment) }
      try expectFinished(installation, id, after: "\(moment) twice")
    }
  }

  @Test func `a photo that kills its worker every time is given up after a day`() throws {
    let (installation, id) = try installationWithPhoto()
    for _ in 0..<3 {
      #expect(try installation.albumscan(["work"], kill: "cropped:before").exitCode == 128 + 9)
    }
    _ = try installation.sqlite("UPDATE jobs SET created = created - 86400001")
    #expect(try installation.albumscan(["work"], kill: "cropped:before").exitCode == 0)
    let scan = try installation.store().scan(id)
    #expect(scan?.state == .failed && scan?.failure == .givenUp(.serverStopped))
    #expect(try installation.photos.isEmpty)
  }

  private func expectFinished(
    _ installation: Installation, _ id: ScanID, after moment: String
  ) throws {
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    let store = try installation.store()
    #expect(try store.scan(id)?.state == .complete, "\(moment)")
    #expect(try store.countFinds() == 1, "\(moment)")
    #expect(try !store.hasStalePages() && !store.hasStaleSummaries(), "\(moment)")
    #expect(try store.damage() == nil, "\(moment)")
    #expect(try installation.photos.isEmpty, "\(moment)")
    let before = try tree(installation.site)
    #expect(try installation.albumscan(["build"]).exitCode == 0)
    #expect(try tree(installation.site) == before, "\(moment): a full build differs")
  }

  /// Every file of a folder with the digest of its bytes.
  private func tree(_ folder: String) throws -> [String] {
    try Files.entries(of: folder).flatMap { (name) throws -> [String] in
      let path = "\(folder)/\(name)"
      if Files.isDirectory(path) { return try tree(path) }
      return ["\(path) \(hexadecimal(SHA256.digest(of: try Files.read(path))))"]
    }
  }
}
