// The header of the input of albumscan-read. The pixels follow it: 8-bit RGB, row-major, no padding.

/// 24 bytes: eight bytes that name the format and its version; then four numbers of 32 bits, little-endian: width,
/// height, flags, and the number of lines. Bits 0 to 3 of the flags stand for the turns by 0, 90, 180 and 270 degrees, bit 4
/// for tiles.
package struct ReaderInput: Equatable, Sendable {
  package static let headerBytes = 24

  /// Minimum and maximum pixels of each side. Source: docs/limits.md.
  package static let sides = 16...2_048

  private static let name = Array("albread1".utf8)

  package let width: Int
  package let height: Int
  package let options: ReadOptions

  /// The number of bytes that follow the header.
  package var pixelBytes: Int { width * height * 3 }

  /// Nil for a side outside `sides`, for no turn or another turn, and for a number of lines out of range.
  package init?(width: Int, height: Int, _ options: ReadOptions) {
    guard Self.sides.contains(width), Self.sides.contains(height), !options.turns.isEmpty,
      options.turns.isSubset(of: [0, 90, 180, 270]),
      (1...ReadOptions.mostLinesOfAll).contains(options.mostLines)
    else { return nil }
    self.width = width
    self.height = height
    self.options = options
  }

  /// Reads a header; nil for other bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.headerBytes, bytes.starts(with: Self.name) else { return nil }
    let numbers = stride(from: 8, to: Self.headerBytes, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let flags = numbers[2]
    guard flags < 32 else { return nil }
    var options = ReadOptions()
    options.turns = Set((0..<4).filter { flags >> $0 & 1 == 1 }.map { $0 * 90 })
    options.isTiled = flags >> 4 == 1
    options.mostLines = numbers[3]
    self.init(width: numbers[0], height: numbers[1], options)
  }

  package var header: [UInt8] {
    let flags = options.turns.reduce(options.isTiled ? 16 : 0) { $0 | 1 << ($1 / 90) }
    return Self.name
      + [width, height, flags, options.mostLines].flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
  }
}
