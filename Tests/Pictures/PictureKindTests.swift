// The kind of a file follows from its first bytes alone.

import Pictures
import Testing

@Suite struct PictureKindTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let kind: PictureKind
    var testDescription: String { name }

    init(_ name: String, _ kind: PictureKind, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
      self.kind = kind
    }

    init(_ name: String, _ kind: PictureKind, _ text: String) {
      self.init(name, kind, Array(text.utf8))
    }

    /// An ISO base media file with this major brand.
    init(brand: String, _ kind: PictureKind) {
      self.init(
        brand, kind,
        [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
    }
  }

  static let samples: [Sample] = [
    Sample("JFIF", .jpeg, [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]),
    Sample("EXIF", .jpeg, [0xFF, 0xD8, 0xFF, 0xE1, 0, 16]),
    Sample("half a start of image", .unknown, [0xFF, 0xD8]),
    Sample("PNG", .png, [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]),
    Sample("GIF87a", .gif, "GIF87a"), Sample("GIF89a", .gif, "GIF89a"),
    Sample("WebP", .webp, "RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8X"),
    Sample("a WAV in the same wrapper", .unknown, "RIFF\u{1}\u{2}\u{3}\u{4}WAVEfmt "),
    Sample(brand: "heic", .heic), Sample(brand: "heix", .heic), Sample(brand: "hevc", .heic),
    Sample(brand: "mif1", .heic), Sample(brand: "msf1", .heic), Sample(brand: "avif", .avif),
    Sample(brand: "avis", .avif), Sample(brand: "mp42", .unknown), Sample(brand: "qt  ", .unknown),
    Sample("PDF", .pdf, "%PDF-1.7\n"), Sample("TIFF, Intel", .tiff, [0x49, 0x49, 42, 0]),
    Sample("TIFF, Motorola", .tiff, [0x4D, 0x4D, 0, 42]), Sample("BMP", .bmp, "BM......"),
    Sample("SVG", .svg, "<svg xmlns="), Sample("XML", .svg, "<?xml version="),
    Sample("HTML", .unknown, "<!doctype html>"), Sample("ZIP", .unknown, "PK\u{3}\u{4}"),
    Sample("PHP", .unknown, "<?php"), Sample("nothing", .unknown, ""),
    Sample("JPEG XL", .unknown, [0xFF, 0x0A, 0, 0]),
  ]

  @Test(arguments: samples)
  func `the first bytes decide the kind of a file`(_ sample: Sample) {
    #expect(PictureKind(firstBytes: sample.bytes) == sample.kind)
    for length in 0..<sample.bytes.count {
      _ = PictureKind(firstBytes: Array(sample.bytes.prefix(length)))
    }
  }
}
