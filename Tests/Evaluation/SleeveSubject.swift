// Which album a drawn photograph shows, chosen by the number of the photograph. All seeds and shares were fixed
// before the first run.

import Services
import Support

struct SleeveSubject {
  /// The number of the album; beyond the catalogue if the album is missing there.
  let album: Int
  let name: MadeCatalogue.Name

  /// The number of the album whose picture the front has.
  let picture: Int

  /// Whether the catalogue lacks the album, and whether it then has others of the same artist.
  let isMissing: Bool
  let isRelative: Bool

  /// The share of missing albums whose artist has albums in the catalogue, and the share of these whose front has the
  /// picture of such an album.
  private static let relatives = 0.25
  private static let sharedPictures = 0.1

  /// The share of photographed albums that are chosen among those with Japanese titles.
  private static let japanese = 0.03

  /// Every third album is missing from the catalogue.
  init(
    _ number: Int, _ catalogue: MadeCatalogue, _ fronts: MadeFronts, _ maker: NameMaker,
    _ random: inout SeededGenerator
  ) {
    isMissing = number % 3 == 2
    var known = random.count(0...catalogue.names.count - 1)
    guard isMissing else {
      if random.happens(Self.japanese) {
        while LetteringScript(of: catalogue.names[known].title) != .japanese {
          known = (known + 1) % catalogue.names.count
        }
      }
      (album, name, isRelative) = (known, catalogue.names[known], false)
      picture = fronts.pictureSource(of: known)
      return
    }
    album = catalogue.names.count + number
    let artist = catalogue.names[known].artist
    isRelative = random.happens(Self.relatives) && artist != "Various Artists"
    guard isRelative else {
      name = .init(artist: maker.artist(&random), title: maker.title(&random))
      picture = album
      return
    }
    let title = catalogue.names[known].title
    let titles = [
      "\(title) Live in Town", "\(artist)'s Best", "\(title) Volume Two", "More of \(artist)",
      maker.title(&random),
    ]
    name = .init(artist: artist, title: titles[random.count(0...4)])
    picture = random.happens(Self.sharedPictures) ? known : album
  }
}
