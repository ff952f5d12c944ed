// Detects a file's format from its first bytes; names and declared types are ignored.

/// The kinds of files that people send as photos. Only `jpeg` is read.
package enum PictureKind: String, CaseIterable, Hashable, Sendable {
  case jpeg, heic, avif, png, webp, gif, tiff, bmp, pdf, svg, unknown

  /// Number of bytes from the start that `init(firstBytes:)` needs.
  package static let byteCount = 64

  /// Compares the bytes with the signatures of the formats. Sources: JPEG ITU T.81 B.1.1.3, PNG RFC
  /// 2083, ISO BMFF `ftyp` brands for HEIC and AVIF, RIFF for WebP, PDF 32000 (`%PDF-`).
  package init(firstBytes bytes: [UInt8]) {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      text.withUTF8Buffer { wanted in
        bytes.count >= offset + wanted.count
          && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
      }
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if has("ftyp", at: 4) {
      let isAVIF = has("avif", at: 8) || has("avis", at: 8)
      let brands: [StaticString] = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
      self = isAVIF ? .avif : brands.contains { has($0, at: 8) } ? .heic : .unknown
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("GIF8") {
      self = .gif
    } else if has("%PDF-") {
      self = .pdf
    } else if has("II*\0") || has("MM\0*") {
      self = .tiff
    } else if has("BM") {
      self = .bmp
    } else if has("<svg") || has("<?xml") {
      self = .svg
    } else {
      self = .unknown
    }
  }
}
