// Tests the refusals of `MarkerScan`, on both sides of every limit.

import Pictures
import Testing

@testable import JPEG

@Suite struct MarkerScanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let error: JPEGError?
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ error: JPEGError?) {
      self.name = name
      self.bytes = bytes
      self.error = error
    }
  }

  typealias Hostile = HostileJPEG

  static let plain = Hostile.frame(width: 64, height: 48)
  static let scan = Hostile.scan()

  static func many(_ count: Int, _ segment: [UInt8]) -> [UInt8] {
    (0..<count).flatMap { _ in segment }
  }

  static let frames: [Case] = [
    Case("plain", Hostile.file(plain, scan), nil),
    Case(
      "65500 × 65500", Hostile.file(Hostile.frame(width: 65_500, height: 65_500), scan),
      .tooLarge(width: 65_500, height: 65_500)),
    Case("side 20000", Hostile.file(Hostile.frame(width: 20_000, height: 10_500), scan), nil),
    Case(
      "the largest sensor of a phone",
      Hostile.file(Hostile.frame(width: 16_384, height: 12_288), scan), nil),
    Case(
      "side 20001", Hostile.file(Hostile.frame(width: 20_001, height: 10), scan),
      .tooLarge(width: 20_001, height: 10)),
    Case(
      "210 MP and a row", Hostile.file(Hostile.frame(width: 20_000, height: 10_501), scan),
      .tooLarge(width: 20_000, height: 10_501)),
    Case(
      "no height", Hostile.file(Hostile.frame(width: 64, height: 0), scan),
      .unreadable(.noArea)),
    Case(
      "12 bit", Hostile.file(Hostile.frame(width: 64, height: 48, precision: 12), scan),
      .unreadable(.notEightBit)),
    Case(
      "lossless", Hostile.file(Hostile.frame(0xC3, width: 64, height: 48), scan),
      .unreadable(.lossless)),
    Case(
      "hierarchical", Hostile.file(Hostile.frame(0xC5, width: 64, height: 48), scan),
      .unreadable(.hierarchical)),
    Case(
      "arithmetic", Hostile.file(Hostile.frame(0xC9, width: 64, height: 48), scan),
      .unreadable(.arithmetic)),
    Case(
      "two components",
      Hostile.file(Hostile.frame(width: 64, height: 48, sampling: [0x11, 0x11]), scan),
      .unreadable(.components)),
    Case(
      "sampling 5", Hostile.file(Hostile.frame(width: 64, height: 48, sampling: [0x51]), scan),
      .unreadable(.components)),
    Case("two frames", Hostile.file(plain, plain, scan), .unreadable(.secondFrame)),
    Case("no frame", Hostile.file(), .unreadable(.noFrame)),
    Case("no scan", Hostile.file(plain), .unreadable(.noScan)),
    Case("empty", [], .empty),
    Case("a PNG", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], .notJPEG(.png)),
    Case(
      "progressive of 400 MiB and more",
      Hostile.file(
        Hostile.frame(0xC2, width: 12_000, height: 10_000, sampling: [0x11, 0x11, 0x11]), scan),
      .tooLarge(width: 12_000, height: 10_000)),
    Case(
      "progressive of less",
      Hostile.file(Hostile.frame(0xC2, width: 12_000, height: 10_000), scan), nil),
    Case(
      "sequential in several scans needs as much",
      Hostile.file(
        Hostile.frame(width: 12_000, height: 10_000, sampling: [0x11, 0x11, 0x11]),
        Hostile.scan(components: 1)),
      .tooLarge(width: 12_000, height: 10_000)),
  ]

  static let bombs: [Case] = [
    Case("1,000 segments", Hostile.file(many(998, Hostile.segment(0xE2, [])), plain, scan), nil),
    Case(
      "1,001 segments", Hostile.file(many(999, Hostile.segment(0xE2, [])), plain, scan),
      .unreadable(.segments)),
    Case(
      "50,000 segments",
      Hostile.file(many(50_000, Hostile.segment(0xE1, [])), plain, scan), .unreadable(.segments)),
    Case("100 scans", Hostile.file(plain, many(100, scan)), nil),
    Case("101 scans", Hostile.file(plain, many(101, scan)), .unreadable(.scans)),
    Case(
      "2,000 scans",
      Hostile.file(Hostile.frame(0xC2, width: 4_000, height: 3_000), many(2_000, scan)),
      .unreadable(.scans)),
    Case(
      "20 MB of metadata, as phones write it for depth, a second view or a film",
      Hostile.file(
        many(310, Hostile.segment(0xE1, [UInt8](repeating: 0, count: 65_533))), plain, scan), nil),
    Case(
      "2 MB of fill bytes",
      Hostile.file([UInt8](repeating: 0xFF, count: 2_000_000), plain, scan), nil),
    Case(
      "a length beyond the end", [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1],
      .unreadable(.brokenMarkers)),
    Case(
      "a second picture after the end", Hostile.file(plain, scan) + Hostile.file(plain, plain), nil),
  ]

  @Test(arguments: frames + bombs)
  func `a file is admitted or refused by its markers`(_ example: Case) {
    if let error = example.error {
      #expect(throws: error) { try MarkerScan(example.bytes) }
    } else {
      #expect(throws: Never.self) { try MarkerScan(example.bytes) }
    }
  }

  /// Every coding process of T.81 at the maximum size of a JPEG. A refusal must not cost more than
  /// a scan of the markers.
  @Test(arguments: 0xC0...0xCF as ClosedRange<UInt8>, [1, 3, 4])
  func `the largest header of every process is refused`(_ marker: UInt8, components: Int) {
    let sampling = [UInt8](repeating: 0x11, count: components)
    for (width, height) in [(65_500, 65_500), (65_535, 1), (1, 65_535), (64, 0), (0, 64)] {
      let frame = Hostile.frame(marker, width: width, height: height, sampling: sampling)
      #expect(throws: JPEGError.self) {
        try MarkerScan(Hostile.file(frame, Hostile.scan(components: components)))
      }
    }
  }

  /// 400 MiB are enough for 1,092,266 blocks of three components. 2,048 × 533 blocks fit; another
  /// row of blocks does not.
  @Test(arguments: [(4_264, true), (4_265, false)])
  func `coefficients are bounded at 400 MiB`(_ height: Int, isAdmitted: Bool) throws {
    let frame = Hostile.frame(0xC2, width: 16_384, height: height, sampling: [0x11, 0x11, 0x11])
    let scan = try? MarkerScan(Hostile.file(frame, Self.scan))
    #expect((scan != nil) == isAdmitted)
    if let scan { #expect(scan.coefficientBytes <= 400 << 20) }
  }

  @Test func `a thumbnail inside a segment is not the picture`() throws {
    let thumbnail = Hostile.file(Hostile.frame(width: 8, height: 8), Self.scan)
    let exif = Hostile.exif(6)
    let payload = Array(exif.dropFirst(4)) + thumbnail
    let scan = try MarkerScan(Hostile.file(Hostile.segment(0xE1, payload), Self.plain, Self.scan))
    #expect(scan.width == 64 && scan.height == 48 && scan.orientation == .turnedRight)
    #expect(scan.scanCount == 1)
  }

  @Test func `bytes after the end are not read`() throws {
    let scan = try MarkerScan(Hostile.file(Self.plain, Self.scan) + Array("<?php".utf8))
    #expect(scan.hasEnd && scan.width == 64 && scan.height == 48 && scan.scanCount == 1)
  }
}
