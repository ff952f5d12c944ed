// For each pixel of a picture, how likely it is part of a line of text.

import Pictures

/// Numbers from 0 to 255, row-major.
struct TextMap {
  let width: Int
  let height: Int
  private(set) var values: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    values = [UInt8](repeating: 0, count: width * height)
  }

  subscript(x: Int, y: Int) -> UInt8 { values[y * width + x] }

  /// Enters the part of a result that counts for this picture. `partWidth` is the width of the result.
  mutating func add(
    _ part: borrowing Tensor, width partWidth: Int, _ columns: TileSpan, _ rows: TileSpan
  ) {
    part.withNumbers { numbers in
      for y in rows.counted {
        for x in columns.counted {
          let number = numbers[(y - rows.start) * partWidth + x - columns.start]
          // A number that is not one compares as false.
          values[y * width + x] = number > 0 ? UInt8(min(255, number * 255)) : 0
        }
      }
    }
  }
}

/// The columns or the rows of a tile.
struct TileSpan: Equatable {
  let start: Int
  let length: Int

  /// Those whose results count: up to the middle of the part that a neighbour has, too. Near its edge, the model sees only
  /// pieces of letters.
  let counted: Range<Int>

  init(start: Int, length: Int, counted: Range<Int>) {
    self.start = start
    self.length = length
    self.counted = counted
  }

  /// A whole side.
  init(whole length: Int) { self.init(start: 0, length: length, counted: 0..<length) }
}

/// The model that finds text.
struct TextFinder: ~Copyable {
  /// Maximum pixels of each side of a picture for the model. Larger pictures need more memory.
  static let mostSide = 640

  /// The model halves a picture five times.
  private static let unit = 32

  /// Pixels that neighbouring tiles share. Letters up to about this height are seen whole in one of them.
  private static let overlap = 128

  private let model: Model

  init(path: String, _ library: Library) throws(LetteringError) {
    model = try Model(path: path, library)
  }

  /// The map of a whole picture, which is reduced to `mostSide` if it is larger.
  func map(of picture: Pixels) throws(LetteringError) -> TextMap {
    let longer = max(picture.width, picture.height)
    let scale = min(1, Double(Self.mostSide) / Double(longer))
    let (width, height) = (
      Self.multiple(Double(picture.width) * scale), Self.multiple(Double(picture.height) * scale)
    )
    var map = TextMap(width: width, height: height)
    try find(
      in: picture.resized(width: width, height: height), TileSpan(whole: width),
      TileSpan(whole: height), &map)
    return map
  }

  /// The map of a picture in its own size, which is searched in tiles of at most `mostSide`.
  func mapOfTiles(of picture: Pixels) throws(LetteringError) -> TextMap {
    var map = TextMap(width: picture.width, height: picture.height)
    for rows in Self.tiles(of: picture.height) {
      for columns in Self.tiles(of: picture.width) {
        let tile = picture.part(columns, rows)
        let (width, height) = (
          Self.multiple(Double(tile.width), .up), Self.multiple(Double(tile.height), .up)
        )
        try find(in: tile.padded(width: width, height: height), columns, rows, &map)
      }
    }
    return map
  }

  private func find(
    in picture: Pixels, _ columns: TileSpan, _ rows: TileSpan, _ map: inout TextMap
  ) throws(LetteringError) {
    var planes = picture.planes(columns: picture.width)
    let output = try model.output(&planes, width: picture.width, height: picture.height)
    guard output.shape == [1, 1, picture.height, picture.width] else {
      throw .computation(reason: "the model that finds text gave the shape \(output.shape)")
    }
    map.add(output, width: picture.width, columns, rows)
  }

  /// The tiles of a side: equal lengths, at most `mostSide`, with at least `overlap` pixels in two neighbours.
  static func tiles(of side: Int) -> [TileSpan] {
    guard side > mostSide else { return [TileSpan(whole: side)] }
    let count = (side - overlap + mostSide - overlap - 1) / (mostSide - overlap)
    let length = min(
      mostSide, ((side + (count - 1) * overlap + count - 1) / count + unit - 1) / unit * unit)
    let starts = (0..<count).map { (side - length) * $0 / (count - 1) }
    let middles = zip(starts.dropFirst(), starts).map { ($0 + $1 + length) / 2 }
    let edges = [0] + middles + [side]
    return starts.enumerated().map { index, start in
      TileSpan(start: start, length: length, counted: edges[index]..<edges[index + 1])
    }
  }

  /// A multiple of `unit`, at least one, at most `mostSide`.
  private static func multiple(
    _ side: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven
  ) -> Int {
    min(mostSide, max(unit, Int((side / Double(unit)).rounded(rule)) * unit))
  }
}

extension Pixels {
  /// The whole picture in another size.
  fileprivate func resized(width newWidth: Int, height newHeight: Int) -> Pixels {
    if newWidth == width, newHeight == height { return self }
    if newWidth <= width, newHeight <= height {
      return scaled(toWidth: newWidth, height: newHeight)
    }
    let whole = Quad(x: 0, y: 0, width: Double(width), height: Double(height))
    return cut(whole, width: newWidth, height: newHeight)
  }

  fileprivate func part(_ columns: TileSpan, _ rows: TileSpan) -> Pixels {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * columns.length * rows.length)
    for row in rows.start..<rows.start + rows.length {
      let first = 3 * (row * width + columns.start)
      bytes += rgb[first..<first + 3 * columns.length]
    }
    return Pixels(width: columns.length, height: rows.length, rgb: bytes)
  }

  /// Larger at the right and below, with grey.
  fileprivate func padded(width newWidth: Int, height newHeight: Int) -> Pixels {
    if newWidth == width, newHeight == height { return self }
    var bytes = [UInt8](repeating: 128, count: 3 * newWidth * newHeight)
    for row in 0..<height {
      let (from, to) = (3 * row * width, 3 * row * newWidth)
      bytes.replaceSubrange(to..<to + 3 * width, with: rgb[from..<from + 3 * width])
    }
    return Pixels(width: newWidth, height: newHeight, rgb: bytes)
  }
}
