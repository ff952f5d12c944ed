// An album as the played services know it: its catalogue entry, its sleeve, and the model's
// answers.

import JPEG
import Photos
package import Pictures
import Support

package struct KnownAlbum: Sendable {
  /// One artist of a credit.
  package struct Credit: Sendable {
    package let name: String
    package let mbid: String
    /// Other spellings under which MusicBrainz finds the artist.
    package let aliases: [String]
    /// The text between this name and the next name.
    package let joinPhrase: String

    package init(
      _ name: String, mbid: String, aliases: [String] = [], joinPhrase: String = ""
    ) {
      self.name = name
      self.mbid = mbid
      self.aliases = aliases
      self.joinPhrase = joinPhrase
    }
  }

  package struct Release: Sendable {
    package let mbid: String
    package let title: String
    /// MBIDs of releases that were merged into this one.
    package var formerMBIDs: [String] = []
    package var disambiguation = ""
    /// `""`, a year, a year with a month, or a day.
    package var date = ""
    package var country: String?
    package var label: String?
    package var catalogNumber: String?

    /// The digits of the product code, without leading zeros.
    package var barcode: String?
    package var status = "Official"
    package var format: String? = "12\" Vinyl"
    package var trackCount = 10
    package var hasFront = true

    /// The seed of this edition's sleeve; nil if the edition has the album's sleeve.
    package var sleeveSeed: UInt64?

    package init(_ mbid: String, _ title: String) {
      self.mbid = mbid
      self.title = title
    }
  }

  /// The MBID of the release group.
  package let mbid: String
  package let title: String
  package let credits: [Credit]
  /// The MBIDs of release groups that were merged into this one.
  package var formerMBIDs: [String] = []
  package var disambiguation = ""
  package var firstReleaseDate: String
  package var primaryType: String? = "Album"
  package var secondaryTypes: [String] = []
  package var genres: [String] = []
  package var releases: [Release]

  /// The seed of the drawn sleeve. The archive has a picture of the sleeve for each release with
  /// `hasFront`.
  package var sleeveSeed: UInt64 = 0

  /// Lines of capital letters on a pale panel of the sleeve, as `ReaderSample` draws them.
  package var lettering: [String] = []

  /// A number that is added to the search score, so that a wrong album can be the best match.
  package var searchBoost = 0.0

  /// The title and the review that the model gives; nil if the model gives those of the catalogue.
  package var saidTitle: String?
  package var review: String?

  package init(
    _ mbid: String, _ title: String, by credits: [Credit], first date: String,
    releases: [Release]
  ) {
    self.mbid = mbid
    self.title = title
    self.credits = credits
    self.releases = releases
    firstReleaseDate = date
  }

  package var artist: String { credits.map { $0.name + $0.joinPhrase }.joined() }

  package var subject: String { "\(artist) – \(title)" }

  /// The picture that a shop would show. The played model recognises photographs of this picture.
  /// The sleeve of an edition with another title has a golden band at the bottom.
  package var sleeve: Pixels {
    // A sleeve has 4 MB. It is drawn once in a run, and read from the shared folder instead of
    // being kept in memory.
    let bytes = try? Fixtures.bytes("\(drawingName).rgb", isKept: false) { drawnSleeve.rgb }
    return bytes.map { Pixels(width: 1200, height: 1200, rgb: $0) } ?? drawnSleeve
  }

  /// The picture with which the played model compares a photograph.
  var thumbnail: SleeveThumbnail {
    let bytes = try? Fixtures.bytes("\(drawingName).thumbnail") { SleeveThumbnail(sleeve).rgb }
    return bytes.map { SleeveThumbnail(rgb: $0) } ?? SleeveThumbnail(sleeve)
  }

  /// The name of the files of the drawn sleeve.
  var drawingName: String {
    let band = saidTitle == nil ? "" : "-banded"
    return "sleeve-\(sleeveSeed)\(band)\(lettering.map { "-\($0)" }.joined())"
  }

  private var drawnSleeve: Pixels {
    var pixels = DrawnSleeve(seed: sleeveSeed, side: 1200).pixels
    if !lettering.isEmpty {
      pixels.fill(x: 60, y: 700, width: 1080, height: 60 + 120 * lettering.count, (236, 230, 216))
    }
    for (index, line) in lettering.enumerated() {
      pixels.draw(line, x: 110, y: 740 + 120 * index, scale: 12, (40, 30, 60))
    }
    guard saidTitle != nil else { return pixels }
    for index in stride(from: 1200 * 1050 * 3, to: pixels.rgb.count, by: 3) {
      pixels.rgb.replaceSubrange(index..<index + 3, with: [212, 175, 55])
    }
    return pixels
  }

  /// A simple photograph as JPEG: the sleeve on a grey table, 1200 × 1600. For a difficult
  /// photograph use `DrawnPhotograph(of: DrawnSleeve(seed: album.sleeveSeed), …)`.
  package func photo() throws -> [UInt8] {
    try Fixtures.bytes("\(drawingName)-photo.jpg") { try drawnPhoto() }
  }

  private func drawnPhoto() throws -> [UInt8] {
    let small = sleeve.reduced(toLongerSide: 960)
    var generator = SeededGenerator(seed: sleeveSeed)
    var rgb: [UInt8] = []
    rgb.reserveCapacity(1200 * 1600 * 3)
    for y in 0..<1600 {
      for x in 0..<1200 {
        if (120..<1080).contains(x), (320..<1280).contains(y) {
          let start = ((y - 320) * 960 + x - 120) * 3
          rgb += small.rgb[start..<start + 3]
        } else {
          let level = UInt8(96 + generator.next() % 12)
          rgb += [level, level, level]
        }
      }
    }
    return try JPEG.encode(
      Pixels(width: 1200, height: 1600, rgb: rgb), quality: 88, maximumBytes: 4 << 20)
  }

  /// The model's answer to a photograph of the album.
  package var identification: String { identification(status: "identified") }

  /// The answer with another status: `search_needed` for the first of two calls. `others` are named
  /// after this album, with the same confidence if they `areRivals`, else with the confidence `low`.
  package func identification(
    status: String, confidence: String = "high", others: [KnownAlbum] = [],
    areRivals: Bool = false
  ) -> String {
    let named =
      [candidate(confidence)] + others.map { $0.candidate(areRivals ? confidence : "low") }
    let answer: JSON = [
      "text_read": .string("\(artist) \(saidTitle ?? title)"), "text_confidence": "high",
      "status": .string(status), "candidates": .array(named),
      "description": "A square sleeve with a few plain shapes and two lines of blocks.",
    ]
    return answer.description
  }

  private func candidate(_ confidence: String) -> JSON {
    let year = String(firstReleaseDate.prefix(4))
    return [
      "artist": .string(artist), "album": .string(saidTitle ?? title),
      "year": Int(year).map { JSON.number($0) } ?? .null, "confidence": .string(confidence),
      "genres": .array(genres.map { .string($0) }),
      "record_label": .text(releases.first?.label), "reason": "the lettering",
    ]
  }
}
