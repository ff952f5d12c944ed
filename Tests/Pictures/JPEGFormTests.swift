// Tests every readable form of JPEG: its colours, and the usable part of a file that is cut off.

import Cases
import Pictures
import Support
import Testing

@testable import JPEG

@Suite struct JPEGFormTests {
  /// A picture with a red, a green, a blue and a white quarter. Each quarter has many JPEG blocks.
  static let quarters: Pixels = {
    let colours: [[UInt8]] = [[220, 30, 30], [30, 200, 40], [40, 50, 210], [250, 250, 250]]
    var rgb: [UInt8] = []
    for y in 0..<96 {
      for x in 0..<128 { rgb += colours[x / 64 + 2 * (y / 48)] }
    }
    return Pixels(width: 128, height: 96, rgb: rgb)
  }()

  static func colour(_ pixels: Pixels, _ x: Int, _ y: Int) -> [Int] {
    let index = 3 * (y * pixels.width + x)
    return pixels.rgb[index..<index + 3].map { Int($0) }
  }

  @Test(arguments: JPEGForm.all, [1, 2, 4])
  func `every JPEG form has its colours at every scale`(_ form: JPEGForm, divisor: Int) throws {
    let bytes = try #require(form.jpeg(of: Self.quarters, quality: 92))
    let photo = try JPEG.decode(bytes, coveringSide: 96 / divisor)
    #expect(photo.divisor == divisor && !photo.isCutOff)
    for (x, y) in [(32, 24), (96, 24), (32, 72), (96, 72)] {
      var wanted = Self.colour(Self.quarters, x, y)
      if form.sampling == .grey {
        let light = (299 * wanted[0] + 587 * wanted[1] + 114 * wanted[2]) / 1_000
        wanted = [light, light, light]
      }
      let got = Self.colour(photo.pixels, x / divisor, y / divisor)
      #expect(zip(got, wanted).allSatisfy { abs($0 - $1) <= 8 }, "\(got) for \(wanted)")
    }
  }

  /// The number of rows from the top that are equal in both pictures.
  static func rowsAlike(_ one: Pixels, _ other: Pixels) -> Int {
    let line = one.width * 3
    return (0..<one.height).first { row in
      one.rgb[row * line..<(row + 1) * line] != other.rgb[row * line..<(row + 1) * line]
    } ?? one.height
  }

  static let detailed = DrawnPhotograph(
    of: DrawnSleeve(seed: 2), seed: 2, .plain, width: 240, height: 320
  ).pixels

  @Test(arguments: JPEGForm.Sampling.allCases)
  func `a truncated file is shown and reported if 95 of 100 rows exist`(
    _ sampling: JPEGForm.Sampling
  ) throws {
    let form = JPEGForm(sampling: sampling, isProgressive: false)
    let bytes = try #require(form.jpeg(of: Self.detailed))
    let whole = try JPEG.decode(bytes, coveringSide: 1_000).pixels
    var (shown, refused) = (0, 0)
    for length in stride(from: 300, to: bytes.count - 2, by: bytes.count / 60) {
      guard let cut = try? JPEG.decode(Array(bytes[..<length]), coveringSide: 1_000) else {
        refused += 1
        continue
      }
      shown += 1
      // A part of the last row of blocks may be missing.
      #expect(cut.isCutOff && Self.rowsAlike(cut.pixels, whole) >= Int(0.95 * 320) - 24)
    }
    #expect(shown > 0 && refused > 40)
  }

  @Test func `a progressive file that is cut between its scans is shown whole and reported`() throws
  {
    let form = JPEGForm(sampling: .quarter420, isProgressive: true)
    let bytes = try #require(form.jpeg(of: Self.detailed))
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    try #require(scans.count > 3)
    for end in scans.dropFirst() {
      let photo = try JPEG.decode(Array(bytes[..<end]), coveringSide: 1_000)
      #expect(photo.isCutOff)
    }
    // The first scan has every block's mean, so half of the scan is half of the picture.
    let half = (scans[0] + scans[1]) / 2
    #expect(throws: JPEGError.unreadable(.cutOff)) {
      try JPEG.decode(Array(bytes[..<half]), coveringSide: 1_000)
    }
  }

  /// Data that a picture may hide. The program's own pictures must not contain it.
  static let hidden: [(marker: UInt8, text: String)] = [
    (0xFE, "<script>alert(document.cookie)</script>"), (0xE1, "Exif\0\0GPSLatitude 52.520008"),
    (0xE2, "ICC_PROFILE\0 somebody's screen"), (0xED, "Photoshop 3.0\08BIM a name"),
    (0xE1, "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>"), (0xEF, "<?php system($_GET[0]); ?>"),
  ]

  @Test(arguments: JPEGForm.all)
  func `hidden data in a picture is removed`(_ form: JPEGForm) throws {
    let plain = try #require(form.jpeg(of: Self.quarters))
    let segments = Self.hidden.flatMap { HostileJPEG.segment($0.marker, Array($0.text.utf8)) }
    let archive = "PK\u{3}\u{4} an archive behind the end".utf8
    let bytes = plain[..<2] + segments + plain[2...] + Array(archive)
    let photo = try JPEG.decode(Array(bytes), coveringSide: 64)
    let clean = try JPEG.encode(photo.pixels, quality: 85, maximumBytes: 100_000)
    for text in Self.hidden.map(\.text) + ["PK\u{3}\u{4} an archive behind the end"] {
      let words = Array(text.utf8)
      for start in 0...words.count - 8 {
        let window = words[start..<start + 8]
        #expect(!clean.indices.contains { clean[$0...].starts(with: window) })
      }
    }
  }
}
