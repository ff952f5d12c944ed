// Tests decoding and encoding with libjpeg-turbo.

import Pictures
import Support
import Testing

@testable import JPEG

@Suite struct JPEGTests {
  @Test(arguments: [(400, 1), (200, 2), (199, 2), (100, 4), (51, 4), (50, 8), (1, 8)])
  func `the smallest scale that covers the wanted side is decoded`(_ wanted: Int, divisor: Int)
    throws
  {
    let pixels = Pixels(width: 501, height: 400, rgb: [UInt8](repeating: 90, count: 501 * 1_200))
    let bytes = try JPEG.encode(pixels, quality: 80, maximumBytes: 100_000)
    let photo = try JPEG.decode(bytes, coveringSide: wanted)
    #expect(photo.divisor == divisor && photo.storedWidth == 501 && photo.storedHeight == 400)
    #expect(photo.pixels.width == (501 + divisor - 1) / divisor)
    #expect(!photo.isCutOff)
  }

  @Test(arguments: [
    (4_032, 3_024, 2), (8_064, 6_048, 4), (3_000, 2_000, 1), (20_000, 2_999, 2), (8_000, 2_000, 1),
    (8_000, 2_001, 2), (20_000, 6_000, 4), (1, 1, 1),
  ])
  func `a photo for a side of 1500 is decoded at the right scale, a panorama within memory`(
    _ width: Int, height: Int, divisor: Int
  ) {
    #expect(JPEG.divisor(width: width, height: height, covering: 1_500) == divisor)
  }

  @Test func `a clean JPEG holds nothing but a picture`() throws {
    let sleeve = DrawnSleeve(seed: 1).pixels
    let bytes = try JPEG.encode(sleeve, quality: 85, maximumBytes: 400_000)
    var markers: Set<UInt8> = []
    var position = 2
    while let marker = MarkerScan.nextMarker(in: bytes, from: &position, skippingData: true) {
      markers.insert(marker)
    }
    // The markers of JFIF, quantisation, frame, Huffman tables, scan and end.
    #expect(markers == [0xE0, 0xDB, 0xC0, 0xC4, 0xDA, 0xD9])
  }

  @Test func `the quality is lowered until the picture fits`() throws {
    var generator = SeededGenerator(seed: 4)
    let noise = (0..<256 * 256 * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let pixels = Pixels(width: 256, height: 256, rgb: noise)
    let free = try JPEG.encode(pixels, quality: 85, maximumBytes: 1_000_000)
    let bound = try JPEG.encode(pixels, quality: 85, maximumBytes: free.count * 2 / 3)
    #expect(bound.count <= free.count * 2 / 3)
    #expect(throws: JPEGError.notEncoded) {
      try JPEG.encode(pixels, quality: 85, maximumBytes: 1_000)
    }
  }

  @Test func `a cut file is shown when nearly all of it is there, and never crashes`() throws {
    let photo = DrawnPhotograph(
      of: DrawnSleeve(seed: 2), seed: 2, .plain, width: 400, height: 300)
    let bytes = try JPEG.encode(photo.pixels, quality: 85, maximumBytes: 400_000)
    var shown = 0
    for length in stride(from: 0, to: bytes.count, by: 97) {
      guard let decoded = try? JPEG.decode(Array(bytes[..<length]), coveringSide: 300) else {
        #expect(Double(length) < 0.99 * Double(bytes.count))
        continue
      }
      shown += 1
      #expect(decoded.isCutOff && Double(length) > 0.85 * Double(bytes.count))
    }
    #expect(shown > 0)
  }

  @Test func `the other format in a polyglot file is removed`() throws {
    let script = Array("<script>alert(1)</script><?php system(1) ?>GPS".utf8)
    let hostile =
      try HostileJPEG.corners(
        inserting: HostileJPEG.segment(0xFE, script) + HostileJPEG.segment(0xE1, script)) + script
    let photo = try JPEG.decode(hostile, coveringSide: 64)
    let clean = try JPEG.encode(photo.pixels, quality: 85, maximumBytes: 100_000)
    #expect(!clean.indices.contains { clean[$0...].starts(with: "script".utf8) })
    #expect(!clean.indices.contains { clean[$0...].starts(with: "GPS".utf8) })
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `no byte string crashes the pre-scan, EXIF or the decoder`(_ seed: UInt64) throws {
    note("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let original = try HostileJPEG.corners(inserting: HostileJPEG.exif(6, entries: 3))
    var decoded = 0
    for _ in 0..<Environment.fuzzCount(orElse: 3_000) {
      var bytes = original
      // Mostly changes headers, where every byte has a meaning.
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let end = Bool.random(using: &generator) ? min(700, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<end, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if Int.random(in: 0...9, using: &generator) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
      }
      // Another test covers huge sizes in a frame header; here they would only take time.
      guard let scan = try? MarkerScan(bytes), scan.width * scan.height < 1_000_000 else {
        continue
      }
      if (try? JPEG.decode(bytes, coveringSide: 32)) != nil { decoded += 1 }
    }
    #expect(decoded > 100)
  }
}
