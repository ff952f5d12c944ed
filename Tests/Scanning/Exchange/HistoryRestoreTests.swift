// The pictures of an imported export. A picture that albumscan-photo wrote keeps all its bytes. No
// byte of any other file gets into data/artwork.

import Albums
import Host
import JPEG
import Photos
import Support
import Testing
import Text

@testable import Exchange
@testable import Store

@Suite struct HistoryRestoreTests {
  /// A history with one find, whose artwork albumscan-photo made, and its export as a folder.
  private struct Exported {
    let house: ExchangeHouse
    let artwork: Artwork
    let folder: String

    init() async throws {
      house = try ExchangeHouse()
      let sample = try ExchangeHouse.photoProgram.artwork("\(Checkout.root)/sample/photo.jpg")
      let keeping = ArtworkKeeping(photoProgram: ExchangeHouse.photoProgram, folder: house.artwork)
      artwork = try keeping.keepClean(sample).artwork
      _ = try house.store().keep(Album(artist: "Can", title: "Landed", artwork: artwork))
      try await house.take(table: "Artist,Title,release_id\r\nCan,Landed,1\r\n")
      folder = house.folder.file("out")
      _ = try HistoryExport(artworkFolder: house.artwork).write(try house.store(), to: "\(folder)/")
    }

    func picture(side: Int) throws -> [UInt8] {
      try Files.read("\(house.artwork)/\(artwork.fileName(side: side))")
    }

    /// Changes a picture of the export, also its digest in `log.json`.
    func change(side: Int, to bytes: [UInt8]) throws {
      let name = "pictures/\(artwork.fileName(side: side))"
      try Files.replace("\(folder)/\(name)", with: bytes, durably: false)
      guard let json = JSON(try Files.read("\(folder)/log.json")) else { return }
      let digest = JSON.string(hexadecimal(SHA256.digest(of: bytes)))
      let pictures = json["pictures"].items.map { picture in
        picture["name"].text == name ? picture.setting("sha256", to: digest) : picture
      }
      try Files.replace(
        "\(folder)/log.json", with: json.setting("pictures", to: .array(pictures)).bytes(),
        durably: false)
    }
  }

  @Test func `the pictures of an own export stay byte for byte`() async throws {
    let exported = try await Exported()
    let other = try ExchangeHouse()
    try await other.take(exported.folder)
    for side in Artwork.sides {
      let name = exported.artwork.fileName(side: side)
      #expect(try Files.read("\(other.artwork)/\(name)") == exported.picture(side: side))
    }
    #expect(try Files.entries(of: other.artwork).count == 3)
  }

  /// A changed picture. All bytes that are added contain "needle".
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable ([UInt8]) -> [UInt8]

    init(_ name: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      testDescription = name
      self.change = change
    }

    static let needle = Array("needle".utf8)

    /// A segment after the beginning of the picture.
    static func segment(_ code: UInt8, _ payload: [UInt8]) -> @Sendable ([UInt8]) -> [UInt8] {
      { bytes in
        Array(bytes.prefix(2)) + [0xFF, code, 0, UInt8(payload.count + 2)] + payload
          + bytes.dropFirst(2)
      }
    }
  }

  static let changes = [
    Change("a script after the end") { $0 + Array("<script>needle</script>".utf8) },
    Change("an archive after the end") { $0 + [0x50, 0x4B, 3, 4] + Change.needle },
    Change("a page before the picture's segments", Change.segment(0xFE, Array("<!--needle".utf8))),
    Change("a comment", Change.segment(0xFE, Change.needle)),
    Change(
      "a place in EXIF",
      Change.segment(
        0xE1, Array("Exif".utf8) + [0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0] + Change.needle)),
    Change(
      "a profile", Change.segment(0xE2, Array("ICC_PROFILE".utf8) + [0, 1, 1] + Change.needle)),
    Change("a text in a table") { bytes in
      var changed = bytes
      guard let table = bytes.firstRange(of: [0xFF, 0xDB]) else { return [] }
      changed.replaceSubrange(table.lowerBound + 10..<table.lowerBound + 16, with: Change.needle)
      return changed
    },
    Change("a text between the data and the end") {
      $0.dropLast(2) + Change.needle + [0xFF, 0xD9]
    },
    Change("no end") { Array($0.dropLast(2)) },
    Change("another picture's end") { $0.dropLast(40) + Change.needle + [0xFF, 0xD9] },
  ]

  @Test(arguments: changes)
  func `a picture that another program wrote is encoded again, and keeps its name`(
    change: Change
  ) async throws {
    let exported = try await Exported()
    for side in Artwork.sides {
      let other = try ExchangeHouse()
      let bytes = try exported.picture(side: side)
      try exported.change(side: side, to: change.change(bytes))
      try await other.take(exported.folder)
      try exported.change(side: side, to: bytes)
      for kept in Artwork.sides {
        let name = exported.artwork.fileName(side: kept)
        let file = try Files.read("\(other.artwork)/\(name)")
        #expect(JPEG.isOwn(file, side: kept), "\(side) of \(kept)")
        #expect(!file.contains(Change.needle), "\(side) of \(kept)")
      }
      #expect(try other.finds().map(\.album.artwork) == [exported.artwork])
      #expect(try Files.entries(of: other.artwork).count == 3)
    }
  }

  @Test func `a picture that cannot be read is left out, and the import goes on`() async throws {
    let exported = try await Exported()
    let bytes = try exported.picture(side: 1000)
    for broken in [Array(bytes.prefix(bytes.count / 2)), Array(bytes.prefix(300))] {
      try exported.change(side: 1000, to: broken)
      let other = try ExchangeHouse()
      var leftOut: [String] = []
      let count = try await other.take(exported.folder, leftOut: { leftOut.append($0) })
      #expect(count == 1 && leftOut == [String(exported.artwork.stem)])
      #expect(try Files.entries(of: other.artwork).isEmpty)
    }
  }

  @Test func `an import fails if albumscan-photo cannot run, and can be repeated`() async throws {
    let exported = try await Exported()
    let other = try ExchangeHouse()
    let archive = try HistoryArchive(exported.folder)
    let missing = HistoryRestore(
      artworkFolder: other.artwork, photoProgram: PhotoProgram(path: "/nowhere/albumscan-photo"))
    await #expect(throws: PhotoProgramError.self) {
      _ = try await missing.run(
        archive, name: "out", by: .owner, into: try other.database(), at: ExchangeHouse.now)
    }
    #expect(try other.finds().isEmpty && Files.entries(of: other.artwork).isEmpty)
    #expect(try await other.take(exported.folder) == 1)
  }
}
