// Two albums with the same picture. The picture is in two different files, because a file can be
// the cover of only one album. For a photo of this picture, each album is likely and none is sure.

import Albums
import Host
import JPEG
import Services
import Store
import Support

extension Realm {
  /// The title of the album that was found before.
  static let found = "Twin"

  /// Makes both albums known covers with the sleeve of `album`, and adds a find of one of them.
  /// Returns this find.
  @discardableResult
  func makeTwins(of album: KnownAlbum) throws -> FindID {
    for (title, quality) in [(Self.found, 90), ("Other Twin", 89)] {
      let picture = try JPEG.encode(
        album.sleeve.reduced(toLongerSide: 800), quality: quality, maximumBytes: 4 << 20)
      try Files.makeDirectories(installation.folder.file("twins"))
      try Files.replace(
        installation.folder.file("twins/The Castors - \(title).jpg"), with: picture, durably: false)
    }
    let imported = try installation.albumscan([
      "catalogue", "import", installation.folder.file("twins"),
    ])
    guard imported.exitCode == 0 else { throw InstallationError.failed("twins") }
    return try find(of: AlbumKey(artist: "The Castors", title: Self.found))
  }

  /// Adds a find of a known album to the history. The date of the find is 14 November 2023.
  private func find(of key: AlbumKey) throws -> FindID {
    let store = try installation.store()
    let then = Timestamp(milliseconds: 1_700_000_000_000)
    let id = FindID(randomBytes: Randomness.bytes(17))
    let scan = NewScan(
      id: ScanID(randomBytes: Randomness.bytes(17)), person: .owner, key: nil,
      digest: Randomness.bytes(32), byteCount: 1, guide: nil)
    _ = try store.accept(scan, at: then)
    guard let claim = try store.claimJob(of: [.scan], at: then),
      let album = try store.albumID(of: key)
    else {
      throw InstallationError.failed("no \(key)")
    }
    try store.identify(claim, as: album, isRecognised: true, at: then)
    try store.finish(claim, as: id, evidence: Evidence(.recognised(isCertain: true)), at: then)
    _ = try installation.albumscan(["refresh"])
    return id
  }
}
