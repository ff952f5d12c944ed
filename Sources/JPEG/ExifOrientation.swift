// Reads only the orientation from EXIF. Uses only the first directory (IFD0). Follows no
// sub-directory, no next directory and no offset to a value, so that crafted files cannot cause
// loops.

/// A view of the TIFF structure in one APP1 segment that refuses offsets outside the segment.
struct ExifOrientation {
  private let tiff: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  /// Nil unless the segment's payload begins with `Exif\0\0` and a TIFF header.
  /// Source: CIPA DC-008 4.5.2 and 4.7.2; TIFF 6.0 section 2.
  init?(applicationSegment payload: ArraySlice<UInt8>) {
    guard payload.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
    tiff = payload.dropFirst(6)
    if tiff.starts(with: [0x49, 0x49, 42, 0]) {
      isLittleEndian = true
    } else if tiff.starts(with: [0x4D, 0x4D, 0, 42]) {
      isLittleEndian = false
    } else {
      return nil
    }
  }

  /// The orientation in IFD0; nil unless its type is SHORT, its count 1 and its value 1…8.
  var orientation: Orientation? {
    guard let directory = number(at: 4, byteCount: 4),
      let count = number(at: directory, byteCount: 2)
    else { return nil }
    // An entry outside the segment (at most 64 kB) ends the loop, even if `count` is larger.
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, byteCount: 2) else { return nil }
      if tag == 0x0112 { return orientation(ofEntry: entry) }
    }
    return nil
  }

  private func orientation(ofEntry entry: Int) -> Orientation? {
    guard number(at: entry + 2, byteCount: 2) == 3, number(at: entry + 4, byteCount: 4) == 1
    else { return nil }
    return number(at: entry + 8, byteCount: 2).flatMap(Orientation.init(rawValue:))
  }

  /// Reads at most four bytes, so that sums of a few such numbers cannot overflow.
  private func number(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= tiff.count - byteCount else { return nil }
    let bytes = tiff.dropFirst(offset).prefix(byteCount)
    return isLittleEndian
      ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
