// Recognises pictures that `JPEG.encode` wrote. Such a picture contains no bytes of another program: its
// markers and tables are those of the encoder, and all its data is the picture.

extension JPEG {
  /// Whether `encode` wrote these bytes, with at most `side` pixels on the longer side. The picture has
  /// the encoder's markers in the encoder's order with the tables of one of its qualities, and it decodes
  /// without damage. Its coefficients, written again, give the same bytes, so the file has no other data.
  package static func isOwn(_ bytes: [UInt8], side: Int) -> Bool {
    do throws(JPEGError) {
      let scan = try MarkerScan(bytes)
      guard max(scan.width, scan.height) <= side,
        try hasOwnHeader(bytes, width: scan.width, height: scan.height),
        try Transformer().rewritten(bytes, width: scan.width, height: scan.height) == bytes
      else { return false }
      return try !decode(bytes, coveringSide: side).isCutOff
    } catch {
      return false
    }
  }

  /// Whether the bytes before the data of the picture are the encoder's.
  private static func hasOwnHeader(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(JPEGError) -> Bool {
    let compressor = try Compressor()
    let pixels = [UInt8](repeating: 0, count: 8 * 8 * 3)
    for quality in (1...100).reversed() {
      let sample = try compressor.jpeg(of: pixels, width: 8, height: 8, quality: quality)
      let header = EncodedHeader(sample).sized(width: width, height: height)
      if bytes.starts(with: header) { return true }
    }
    return false
  }
}

/// The bytes of an encoded picture before its data.
private struct EncodedHeader {
  private let bytes: ArraySlice<UInt8>
  private let frame: Int

  /// `jpeg` is a picture of `Compressor`. Each segment begins with 0xFF, its code and its length.
  init(_ jpeg: [UInt8]) {
    var (position, frame) = (2, 0)
    while position + 4 <= jpeg.count {
      let code = jpeg[position + 1]
      if code == 0xC0 { frame = position }
      position += 2 + (Int(jpeg[position + 2]) << 8 | Int(jpeg[position + 3]))
      if code == 0xDA { break }
    }
    bytes = jpeg.prefix(position)
    self.frame = frame
  }

  /// The header of a picture of another size. Source: T.81 B.2.2.
  func sized(width: Int, height: Int) -> ArraySlice<UInt8> {
    var sized = bytes
    for (offset, value) in [(5, height >> 8), (6, height), (7, width >> 8), (8, width)] {
      sized[frame + offset] = UInt8(truncatingIfNeeded: value)
    }
    return sized
  }
}
