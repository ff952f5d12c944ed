// The fronts of the made-up albums, and what the played archive has of them.

import JPEG
import Support
import Testing

@testable import Services

@Suite struct MadeFrontsTests {
  static let catalogue = MadeCatalogue(5_000)
  static let fronts = MadeFronts(of: catalogue)

  @Test func `the archive has the photographed front of 57 albums of 100, and none of 30`() {
    let kept = Self.catalogue.names.indices.map(Self.fronts.kept)
    for (kind, share) in [(MadeFronts.Kept.same, 0.57), (.banner, 0.05), (.other, 0.08)] {
      let found = Double(kept.count { $0 == kind }) / Double(kept.count)
      #expect((share - 0.02...share + 0.02).contains(found), "\(kind)")
    }
  }

  @Test
  func `some live albums and collections have the picture of another album, with other words`() {
    let shared = Self.catalogue.names.indices.filter { Self.fronts.pictureSource(of: $0) != $0 }
    #expect((20...250).contains(shared.count))
    for album in shared {
      let source = Self.fronts.pictureSource(of: album)
      let (own, other) = (Self.fronts.design(of: album), Self.fronts.design(of: source))
      #expect(own.layout != other.layout)
      if Self.fronts.pictureSource(of: source) == source { #expect(own.picture == other.picture) }
    }
  }

  @Test(.enabled(if: LetteringFont.missingFiles.isEmpty, "./setup evaluate installs the fonts"))
  func `the archive gives the same front twice, in 250 pixels, and another one of another album`()
    throws
  {
    let albums = Self.catalogue.names.indices.filter { Self.fronts.kept($0) == .same }
    let first = try #require(try Self.fronts.archived(albums[0]))
    #expect(try Self.fronts.archived(albums[0]) == first)
    #expect(try Self.fronts.archived(albums[1]) != first)
    let pixels = try JPEG.decode(first, coveringSide: 250).pixels
    #expect(pixels.width == 250 && pixels.height == 250)
    let without = try #require(
      Self.catalogue.names.indices.first { Self.fronts.kept($0) == .none })
    #expect(try Self.fronts.archived(without) == nil)
  }

  @Test func `only a product code of one album is its own`() {
    #expect(!MadeBacks.hasOwnCode(1) && MadeBacks.hasOwnCode(4))
    #expect(!MadeBacks.hasOwnCode(100) && !MadeBacks.hasOwnCode(102) && MadeBacks.hasOwnCode(104))
  }
}
