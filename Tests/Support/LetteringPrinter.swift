// Renders rows of lettering with real glyphs. `vips text` draws them, one process for all rows of a picture.

import Host

/// One row of lettering: white letters on black, without a margin.
struct LetteringMask: Sendable {
  let width: Int
  let height: Int

  /// The opacity of each pixel, 0 to 1, row-major.
  let light: [Float]

  /// The opacity at a position in pixels, interpolated bilinearly; 0 outside.
  func opacity(_ x: Float, _ y: Float) -> Float {
    let (left, top) = (below(x), below(y))
    let (across, down) = (x - Float(left), y - Float(top))
    func at(_ x: Int, _ y: Int) -> Float {
      x >= 0 && y >= 0 && x < width && y < height ? light[y * width + x] : 0
    }
    let upper = at(left, top) + (at(left + 1, top) - at(left, top)) * across
    let lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * across
    return upper + (lower - upper) * down
  }

  /// The mask at half its width and height, each rounded up.
  var halved: LetteringMask {
    let (wide, high) = ((width + 1) / 2, (height + 1) / 2)
    var half = [Float](repeating: 0, count: wide * high)
    for y in 0..<height {
      for x in 0..<width { half[y / 2 * wide + x / 2] += light[y * width + x] / 4 }
    }
    return LetteringMask(width: wide, height: high, light: half)
  }
}

/// A font or the renderer is missing, or the renderer failed.
package struct DrawnLetteringError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

enum LetteringPrinter {
  private static let program = "/usr/bin/vips"

  /// The size of the letters in a mask: pixels of the font's em.
  private static let em = 96

  /// The masks of the rows, in their order. Each row has a font of its own.
  static func masks(_ rows: [(text: String, font: LetteringFont)]) throws -> [LetteringMask] {
    guard !rows.isEmpty else { return [] }
    let folder = try TemporaryFolder()
    let file = folder.file("rows.pgm")
    let markup = rows.map { "<span font=\"\($0.font.name) \(em)\">\(escaped($0.text))</span>" }
      .joined(separator: "\n<span font=\"DejaVu Sans \(em)\"> </span>\n")
    let output = try Programs.run(
      program, ["text", file, markup, "--dpi", "72"], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 20_000, errors: .kept)
    guard output.exitCode == 0 else {
      throw DrawnLetteringError(
        description: "vips text: \(String(decoding: output.errors, as: UTF8.self))")
    }
    let masks = try split(picture(try Files.read(file)))
    guard masks.count == rows.count else {
      let texts = rows.map(\.text)
      throw DrawnLetteringError(description: "\(masks.count) rows were drawn instead of \(texts)")
    }
    return masks
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Reads a portable grey map of 8 bits, with comments in its header.
  private static func picture(_ bytes: [UInt8]) throws -> LetteringMask {
    var (fields, rest) = ([String](), bytes[...])
    while fields.count < 4, let end = rest.firstIndex(where: { $0 == 10 || $0 == 32 }) {
      let isComment = rest.first == UInt8(ascii: "#")
      let stop = isComment ? rest.firstIndex(of: 10) ?? end : end
      if !isComment { fields.append(String(decoding: rest[..<stop], as: UTF8.self)) }
      rest = rest[(stop + 1)...]
    }
    let numbers = fields.compactMap { Int($0) }
    guard fields.first == "P5", numbers.count == 3, rest.count == numbers[0] * numbers[1] else {
      throw DrawnLetteringError(description: "vips text wrote no grey map")
    }
    return LetteringMask(
      width: numbers[0], height: numbers[1], light: rest.map { Float($0) / 255 })
  }

  /// Splits the picture where at least half an em has no ink. No gap within a letter is as high.
  private static func split(_ picture: LetteringMask) throws -> [LetteringMask] {
    let (width, light) = (picture.width, picture.light)
    let inked = (0..<picture.height).filter { row in
      light[row * width..<(row + 1) * width].contains { $0 > 0.1 }
    }
    var ranges: [ClosedRange<Int>] = []
    for row in inked {
      if let last = ranges.last, row - last.upperBound < em / 2 {
        ranges[ranges.count - 1] = last.lowerBound...row
      } else {
        ranges.append(row...row)
      }
    }
    return ranges.map { rows in
      let columns = (0..<width).filter { column in
        rows.contains { light[$0 * width + column] > 0.1 }
      }
      let (left, right) = (columns.first ?? 0, columns.last ?? 0)
      return LetteringMask(
        width: right - left + 1, height: rows.count,
        light: rows.flatMap { light[$0 * width + left...$0 * width + right] })
    }
  }
}
