// The backs of the made-up albums, drawn from their numbers.

import Albums
package import Support

package enum MadeBacks {
  /// The back of an album: a made-up number of tracks, the catalogue number, and the product code of the album.
  /// `album` is a number beyond the catalogue for an album that is missing there.
  package static func design(
    of album: Int, _ name: MadeCatalogue.Name, _ maker: NameMaker
  ) -> LetteredBack.Design {
    var random = SeededGenerator(seed: UInt64(album) &* 64 &+ 445_000_000)
    let tracks = (1...random.count(6...14)).map { "\($0). \(maker.title(&random))" }
    let label = MadeCatalogue.recordLabel(of: album)
    let number = MadeCatalogue.catalogueNumber(of: album)
    let notes = [
      "\(label)  \(number)", "Produced for \(label) Records. All rights reserved.",
      "Unauthorised copying, hiring and public performance prohibited.",
    ]
    return LetteredBack.Design(
      seed: UInt64(album), names: MadeFronts.printed(name), tracks: tracks,
      notes: Array(notes.prefix(random.count(1...3))),
      code: MadeCatalogue.code(of: album)?.digits)
  }

  /// Whether the album has a code that no other album has.
  package static func hasOwnCode(_ album: Int) -> Bool {
    guard let code = MadeCatalogue.code(of: album) else { return false }
    return [album - 2, album + 2].allSatisfy { $0 < 0 || MadeCatalogue.code(of: $0) != code }
  }
}
