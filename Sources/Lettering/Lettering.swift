// Reads the lettering of a picture: where the lines are, then what each line says. Knows no sleeve and no album.

package import Pictures

/// The loaded library with both models.
package struct Lettering: ~Copyable {
  /// The least confidence of a line.
  private static let leastConfidence = 0.5

  /// A line whose height is this multiple of its width or more runs up or down.
  private static let leastUpright = 1.5

  /// A line with this confidence is not read in the other direction.
  private static let certain = 0.9

  /// The least side of a picture in pixels.
  private static let leastSide = 16

  private let finder: TextFinder
  private let lineModel: LineModel

  /// The version of the library.
  package let version: String

  /// Loads the files of a folder. Later nothing is opened.
  package init(folder: String) throws(LetteringError) {
    let library = try Library(path: "\(folder)/\(ReaderFiles.library)")
    let finder = try TextFinder(path: "\(folder)/\(ReaderFiles.finder)", library)
    let lineModel = try LineModel(path: "\(folder)/\(ReaderFiles.lineModel)", library)
    self.finder = finder
    self.lineModel = lineModel
    version = library.version
  }

  /// Reads at most `options.mostLines` lines, the largest first. The result is ordered from top to bottom.
  package func lines(
    in picture: Pixels, _ options: ReadOptions
  ) throws(LetteringError) -> [ReadLine] {
    guard min(picture.width, picture.height) >= Self.leastSide else { return [] }
    var places = try places(in: picture, options)
    places.sort { $0.height > $1.height }
    var lines: [ReadLine] = []
    for place in places.prefix(options.mostLines) {
      if let line = try read(place, in: picture) { lines.append(line) }
    }
    return lines.withoutRepeats.sorted { $0.quad.centre.y < $1.quad.centre.y }
  }

  /// Where lines are. Two turns that differ by 180 degrees need one search.
  private func places(
    in picture: Pixels, _ options: ReadOptions
  ) throws(LetteringError) -> [LinePlace] {
    let axes = [[0, 180], [90, 270]].map { axis in axis.filter(options.turns.contains) }
      .filter { !$0.isEmpty }
    var places: [LinePlace] = []
    for turns in axes {
      let turned = picture.turned(by: turns[0])
      let map = try options.isTiled ? finder.mapOfTiles(of: turned) : finder.map(of: turned)
      let (across, down) = (
        Double(turned.width) / Double(map.width), Double(turned.height) / Double(map.height)
      )
      for line in map.lines() {
        let quad = line.quad.mapped { point in
          picture.unturned(Point(x: point.x * across, y: point.y * down), by: turns[0])
        }
        // The search along the other axis finds a line that runs up or down.
        if line.height >= Self.leastUpright * line.width {
          if axes.count == 1 { places.append(LinePlace(upOrDown: quad)) }
        } else {
          places.append(LinePlace(quad, isReversible: turns.count == 2))
        }
      }
    }
    return places
  }

  /// The most confident text of a place; nil if no text is confident enough, or if it has no letter.
  private func read(
    _ place: LinePlace, in picture: Pixels
  ) throws(LetteringError) -> ReadLine? {
    var best: (text: ReadText, quad: Quad)?
    for quad in place.quads where (best?.text.confidence ?? 0) < Self.certain {
      let text = try lineModel.text(in: quad, of: picture)
      if text.confidence > best?.text.confidence ?? 0 { best = (text, quad) }
    }
    guard let best, best.text.confidence >= Self.leastConfidence else { return nil }
    let text = ReadLine.clean(best.text.text)
    guard !text.isEmpty else { return nil }
    return ReadLine(
      text: text, confidence: min(1, best.text.confidence), quad: best.quad.inside(picture))
  }
}

/// A place with lettering, with the ways in which it can be read.
struct LinePlace {
  /// The same place, each with another beginning; see `ReadLine.quad`.
  let quads: [Quad]

  /// The height of the letters in pixels.
  var height: Double { quads[0].sides[3] }

  /// A line that is read from the first corner and, if it is reversible, from the opposite one, too.
  init(_ quad: Quad, isReversible: Bool) {
    quads = [quad] + (isReversible ? [quad.beginning(2)] : [])
  }

  /// A line that runs upwards, as on most records from Europe, or downwards.
  init(upOrDown quad: Quad) { quads = [quad.beginning(3), quad.beginning(1)] }
}

extension ReadLine {
  fileprivate var weight: Double { confidence * Double(text.unicodeScalars.count) }
}

extension Quad {
  fileprivate func contains(_ point: Point) -> Bool {
    (0..<4).allSatisfy { index in
      let side = corners[(index + 1) % 4] - corners[index]
      return side.cross(point - corners[index]) >= 0
    }
  }

  /// The same quad, beginning with another corner.
  fileprivate func beginning(_ first: Int) -> Quad {
    Quad(
      corners[first], corners[(first + 1) % 4], corners[(first + 2) % 4], corners[(first + 3) % 4])
  }

  /// Corners outside the picture move to its edge.
  fileprivate func inside(_ picture: Pixels) -> Quad {
    mapped { corner in
      Point(
        x: min(max(0, corner.x), Double(picture.width)),
        y: min(max(0, corner.y), Double(picture.height)))
    }
  }
}

extension [ReadLine] {
  /// Without the lines that another search found as a part of a longer line, such as single letters of a line that runs
  /// upwards.
  fileprivate var withoutRepeats: [ReadLine] {
    var kept: [ReadLine] = []
    for line in sorted(by: { $0.weight > $1.weight })
    where !kept.contains(where: { $0.quad.contains(line.quad.centre) }) {
      kept.append(line)
    }
    return kept
  }
}
