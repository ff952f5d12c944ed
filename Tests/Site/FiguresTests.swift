// The figures of ratings: the font in the style sheet follows its outlines.

import Host
import Testing

@testable import Site

@Suite struct FiguresTests {
  private static let sheet = "\(SampleSite.project)/public/shared/figures.css"

  private static var text: String {
    """
    /* The figures of ratings in the lettering of the logo. The font follows from the outlines in
       Sources/Site/Sharing/FigureOutline.swift: RECORD=1 with FiguresTests. It is in this file, so that a page never shows other
       figures first. */

    @font-face { font-family: "\(FiguresFont.name)"; font-weight: 100 900; unicode-range: U+2C, U+2E, U+30-39; src: url("data:font/ttf;base64,\(base64(FiguresFont.bytes))"); }
    :root { --figures: "\(FiguresFont.name)", var(--display); }
    :is(.card, .verdict) b { font-family: var(--figures); }

    """
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return stride(from: 0, to: bytes.count, by: 3).reduce(into: "") { text, start in
      let group = (0..<3).reduce(0) {
        $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0)
      }
      for place in 0..<4 {
        let isPadding = start + place > bytes.count
        text.append(isPadding ? "=" : digits[group >> (18 - 6 * place) & 63])
      }
    }
  }

  @Test func `the font follows its outlines`() throws {
    let made = Array(Self.text.utf8)
    if GoldenTests.isRecording {
      try Files.replace(Self.sheet, with: made, mode: Files.publicMode, durably: false)
    }
    #expect(try Files.read(Self.sheet) == made && !GoldenTests.isRecording)
  }

  @Test func `the figures are as high as the letters of the logo, and their holes are cut out`()
    throws
  {
    let logo = try Files.read("\(SampleSite.project)/public/logo.svg")
    #expect(String(decoding: logo, as: UTF8.self).contains(" \(FigureOutline.height)\" width="))
    for figure in FigureOutline.all {
      let corners = figure.polygons.flatMap(\.self)
      let isMark = [",", "."].contains(figure.character)
      #expect(corners.allSatisfy { (0...figure.width).contains($0.x) }, "\(figure.character)")
      #expect(corners.map(\.y).min() == (isMark ? 48 : 0), "\(figure.character)")
      // The first polygon runs clockwise, and the holes in it run the other way.
      #expect(
        figure.polygons.map(Self.isClockwise) == [true]
          + figure.polygons.dropFirst().map { _ in false })
    }
  }

  private static func isClockwise(_ polygon: [FigureOutline.Corner]) -> Bool {
    zip(polygon, polygon.dropFirst() + polygon.prefix(1)).reduce(0) { area, side in
      area + side.0.x * side.1.y - side.1.x * side.0.y
    } > 0
  }
}
