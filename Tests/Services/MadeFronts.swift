// The fronts of the made-up albums, as their sleeves show them and as the played Cover Art Archive has them. Each
// front is drawn again from the number of its album.

import JPEG
import Pictures
package import Support

package struct MadeFronts: Sendable {
  /// What the archive has for an album.
  package enum Kept: String, CaseIterable, Sendable {
    /// The picture of the sleeve, reproduced: other colours, other crop.
    case same
    /// The same with a banner, from another edition.
    case banner
    /// The picture of an edition with another front.
    case other
    case none

    /// The shares were fixed before the first run: 57, 5, 8 and 30 of 100.
    init(_ share: Double) {
      self = share < 0.57 ? .same : share < 0.62 ? .banner : share < 0.7 ? .other : .none
    }
  }

  /// The share of live albums, collections, box sets and tributes that have the picture of an album of the artist, and
  /// the share of other albums that have the picture of the artist's album before them.
  private static let sharedPictures = 0.1
  private static let repeatedPictures = 0.01

  /// The share of fronts without lettering.
  private static let wordless = 0.06

  private let catalogue: MadeCatalogue

  package init(of catalogue: MadeCatalogue) { self.catalogue = catalogue }

  private static func random(_ album: Int, _ subject: UInt64) -> SeededGenerator {
    SeededGenerator(seed: UInt64(album) &* 64 &+ subject &+ 440_000_000)
  }

  package func kept(_ album: Int) -> Kept {
    var random = Self.random(album, 1)
    return Kept(random.number(in: 0...1))
  }

  // MARK: The designs

  /// The front of the album's sleeve.
  package func design(of album: Int) -> FrontDesign {
    design(of: album, catalogue.names[album], picture: pictureSource(of: album))
  }

  /// The front of an album that may be missing from the catalogue: `album` is then a number beyond it. `picture` is the
  /// number of the album whose picture the front has.
  package func design(
    of album: Int, _ name: MadeCatalogue.Name, picture: Int
  ) -> FrontDesign {
    var random = Self.random(album, 2)
    var design = FrontDesign(
      picture: Self.pictureSeed(picture), layout: UInt64(album) &+ 1 << 33,
      names: Self.printed(name), notes: Self.notes(of: album, &random))
    if random.happens(Self.wordless) { (design.names, design.notes) = ([], []) }
    return design
  }

  /// The names that a sleeve shows: a self-titled album and a collection have one.
  package static func printed(_ name: MadeCatalogue.Name) -> [String] {
    name.artist == name.title || name.artist == MadeCatalogue.variousArtists
      ? [name.title] : [name.artist, name.title]
  }

  private static func pictureSeed(_ album: Int) -> UInt64 { UInt64(album) &+ 1 << 34 }

  private static func notes(of album: Int, _ random: inout SeededGenerator) -> [String] {
    let notes = [
      "STEREO", "MONO", "33 1/3 RPM", "A HIGH FIDELITY RECORDING",
      MadeCatalogue.recordLabel(of: album),
    ]
    var chosen = (0..<random.count(0...2)).map { _ in notes[random.count(0...4)] }
    if random.happens(0.15) { chosen.append(MadeCatalogue.catalogueNumber(of: album)) }
    return chosen
  }

  /// The album whose picture this album's front has; mostly the album itself.
  package func pictureSource(of album: Int) -> Int {
    let (name, names) = (catalogue.names[album], catalogue.names)
    var random = Self.random(album, 3)
    let share = random.number(in: 0...1)
    let isCopy =
      name.title.hasSuffix(" Live") || name.title.hasPrefix("The Best of ")
      || name.title.hasPrefix("The Complete ")
    let tribute = "A Tribute to "
    let artist = name.title.hasPrefix(tribute) ? String(name.title.dropFirst(tribute.count)) : nil
    let before = (max(0, album - 40)..<album).filter {
      names[$0].artist == artist ?? name.artist
    }
    guard let first = before.first, let last = before.last else { return album }
    if isCopy || artist != nil { return share < Self.sharedPictures ? first : album }
    let isNext = last == album - 1 && name.artist != MadeCatalogue.variousArtists
    return isNext && share < Self.repeatedPictures ? last : album
  }

  // MARK: The archive

  /// The JPEG that the archive has for the album, `side` pixels wide; nil without one.
  package func archived(_ album: Int, side: Int = 250) throws -> [UInt8]? {
    let kept = kept(album)
    guard kept != .none else { return nil }
    var design = design(of: album)
    if kept == .other {
      design.picture &+= 1 << 40
      design.layout &+= 1 << 40
    }
    // Drawn in twice the size: small letters are then as even as on a reduced scan.
    var sleeve = try LetteredFront(design, side: 2 * side).sleeve
    if kept == .banner { sleeve = sleeve.withBanner(seed: UInt64(album)) }
    let pixels = sleeve.reproduced(seed: UInt64(album)).pixels.scaled(toLongerSide: side)
    return try JPEG.encode(pixels, quality: 85, maximumBytes: 1 << 20)
  }
}
