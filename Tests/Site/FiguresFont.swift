// Makes a TrueType font from the outlines of the figures. No page runs this code. Source: the OpenType specification,
// <https://learn.microsoft.com/typography/opentype/spec/>.

@testable import Site

/// The bytes of a font, big-endian.
private struct FontBytes {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ values: Int..., size: Int = 2) {
    for value in values {
      for place in stride(from: 8 * (size - 1), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> place))
      }
    }
  }

  mutating func add(_ more: [UInt8]) { bytes += more }

  /// Zeros up to a multiple of four bytes.
  mutating func pad() { while !bytes.count.isMultiple(of: 4) { bytes.append(0) } }

  /// The sum of the 32-bit numbers in the bytes.
  var checksum: Int {
    stride(from: 0, to: bytes.count, by: 4).reduce(0) { sum, start in
      let word = (0..<4).reduce(0) { word, place in
        word << 8 | (start + place < bytes.count ? Int(bytes[start + place]) : 0)
      }
      return (sum + word) & 0xFFFF_FFFF
    }
  }
}

enum FiguresFont {
  static let name = "AlbumScan Figures"

  /// Units of the font for one unit of the outlines. A capital letter is 0.7 em high.
  private static let scale = 10
  private static let unitsPerEm = 1_000
  private static let (ascender, descender) = (900, -200)

  static var bytes: [UInt8] {
    let glyphs = [[]] + FigureOutline.all.map(glyph)
    var (data, places) = (FontBytes(), FontBytes())
    for glyph in glyphs {
      places.add(data.bytes.count / 2)
      data.add(glyph)
      data.pad()
    }
    places.add(data.bytes.count / 2)
    return file([
      ("OS/2", metrics), ("cmap", characters), ("glyf", data), ("head", head), ("hhea", lines),
      ("hmtx", advances), ("loca", places), ("maxp", limits), ("name", names), ("post", post),
    ])
  }

  private static func file(_ tables: [(tag: String, content: FontBytes)]) -> [UInt8] {
    var (directory, content) = (FontBytes(), FontBytes())
    directory.add(0x0001_0000, size: 4)
    directory.add(tables.count, 128, 3, tables.count * 16 - 128)
    let start = 12 + 16 * tables.count
    var placeOfHead = 0
    for (tag, table) in tables {
      if tag == "head" { placeOfHead = start + content.bytes.count }
      directory.add(Array(tag.utf8))
      directory.add(
        table.checksum, start + content.bytes.count, table.bytes.count, size: 4)
      content.add(table.bytes)
      content.pad()
    }
    directory.add(content.bytes)
    var adjustment = FontBytes()
    adjustment.add((0xB1B0_AFBA - directory.checksum) & 0xFFFF_FFFF, size: 4)
    var bytes = directory.bytes
    bytes.replaceSubrange(placeOfHead + 8..<placeOfHead + 12, with: adjustment.bytes)
    return bytes
  }

  /// The points of a figure in units of the font, with the base line at 0.
  private static func points(_ figure: FigureOutline) -> [[FigureOutline.Corner]] {
    figure.polygons.map { polygon in
      polygon.map {
        FigureOutline.Corner(
          x: $0.x * scale + FigureOutline.gap * scale / 2,
          y: (FigureOutline.height - $0.y) * scale)
      }
    }
  }

  private static func glyph(_ figure: FigureOutline) -> [UInt8] {
    let polygons = points(figure)
    let all = polygons.flatMap(\.self)
    var glyph = FontBytes()
    glyph.add(polygons.count)
    let (across, up) = (all.map(\.x), all.map(\.y))
    for limit in [across.min(), up.min(), across.max(), up.max()] { glyph.add(limit ?? 0) }
    var last = -1
    for polygon in polygons {
      last += polygon.count
      glyph.add(last)
    }
    glyph.add(0)
    glyph.add([UInt8](repeating: 1, count: all.count))
    for coordinates in [across, up] {
      for (before, value) in zip([0] + coordinates, coordinates) { glyph.add(value - before) }
    }
    return glyph.bytes
  }

  private static func advance(_ figure: FigureOutline) -> Int {
    (figure.width + FigureOutline.gap) * scale
  }

  private static var widest: Int { FigureOutline.all.map(advance).max() ?? 0 }

  private static var advances: FontBytes {
    var table = FontBytes()
    table.add(500, 0)
    for figure in FigureOutline.all { table.add(advance(figure), FigureOutline.gap * scale / 2) }
    return table
  }

  /// The comma, the full stop and the ten digits follow the missing glyph.
  private static var characters: FontBytes {
    let ends = [0x2C, 0x2E, 0x39, 0xFFFF]
    let starts = [0x2C, 0x2E, 0x30, 0xFFFF]
    let firsts = [1, 2, 3, 0]
    var table = FontBytes()
    table.add(0, 1, 3, 1)
    table.add(12, size: 4)
    table.add(4, 16 + 8 * ends.count, 0, 2 * ends.count, 8, 2, 0)
    for end in ends { table.add(end) }
    table.add(0)
    for start in starts { table.add(start) }
    for (start, first) in zip(starts, firsts) { table.add(first - start) }
    for _ in ends { table.add(0) }
    return table
  }

  private static var head: FontBytes {
    var table = FontBytes()
    table.add(0x0001_0000, 0x0001_0000, 0, 0x5F0F_3CF5, size: 4)
    table.add(3, unitsPerEm)
    table.add(0, 0, size: 8)
    table.add(0, -140, widest, FigureOutline.height * scale, 1, 8, 2, 0, 0)
    return table
  }

  private static var lines: FontBytes {
    var table = FontBytes()
    table.add(0x0001_0000, size: 4)
    table.add(ascender, descender, 0, widest, 30, 30, widest, 1, 0, 0, 0, 0, 0, 0, 0)
    table.add(FigureOutline.all.count + 1)
    return table
  }

  private static var limits: FontBytes {
    var table = FontBytes()
    table.add(0x0001_0000, size: 4)
    table.add(FigureOutline.all.count + 1)
    table.add(FigureOutline.all.map { $0.polygons.reduce(0) { $0 + $1.count } }.max() ?? 0)
    table.add(FigureOutline.all.map(\.polygons.count).max() ?? 0)
    table.add(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
    return table
  }

  private static var metrics: FontBytes {
    var table = FontBytes()
    table.add(4, widest, 900, 5, 0)
    for _ in 0..<11 { table.add(0) }
    table.add([UInt8](repeating: 0, count: 10 + 16))
    table.add(Array("ALSC".utf8))
    table.add(0x20, 0x2C, 0x39, ascender, descender, 0, ascender, -descender)
    table.add(1, 0, size: 4)
    table.add(0, FigureOutline.height * scale, 0, 0x20, 0)
    return table
  }

  private static var names: FontBytes {
    let text = name.utf16.map { Int($0) }
    var table = FontBytes()
    table.add(0, 1, 18, 3, 1, 0x409, 1, 2 * text.count, 0)
    for unit in text { table.add(unit) }
    return table
  }

  private static var post: FontBytes {
    var table = FontBytes()
    table.add(0x0003_0000, size: 4)
    table.add([UInt8](repeating: 0, count: 28))
    return table
  }
}
