// The form of a tar file as backups use it: regular files only, each with a header of 512 bytes.
// Source: POSIX.1-2017, pax, "ustar Interchange Format".

/// The header of one file in a tar file.
struct TarHeader: Equatable, Sendable {
  /// The size of a header, and the unit to which the contents of a file are filled up.
  static let blockBytes = 512

  /// The whole file is filled up to a multiple of this size, as tar(1) does.
  static let recordBytes = 10_240

  /// The largest file: eleven octal digits.
  static let largestFile = 0o77_777_777_777

  /// ASCII, 1 to 100 bytes.
  let name: String

  /// The size of the file in bytes.
  let size: Int

  /// The number of bytes that fill up the contents to whole blocks.
  var paddingBytes: Int { (Self.blockBytes - size % Self.blockBytes) % Self.blockBytes }
}

extension TarHeader {
  /// The header as 512 bytes. `seconds` is the time of the file since 1970. Nil for a name or a size
  /// that the form cannot have.
  func block(seconds: Int64) -> [UInt8]? {
    guard (1...100).contains(name.utf8.count), (0...Self.largestFile).contains(size) else {
      return nil
    }
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
    }
    put(name, at: 0)
    put("0000600\0", at: 100)
    put("0000000\0", at: 108)
    put("0000000\0", at: 116)
    put("\(Self.octal(Int64(size), digits: 11))\0", at: 124)
    put("\(Self.octal(max(0, min(seconds, Int64(Self.largestFile))), digits: 11))\0", at: 136)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    put("\(Self.octal(Int64(Self.checksum(block[...])), digits: 6))\0 ", at: 148)
    return block
  }

  /// Reads a header of 512 bytes. Throws for every header that `block` does not write, for example
  /// of a link, a folder, a device, a long name or an extension.
  init(_ block: ArraySlice<UInt8>) throws(BackupError) {
    let start = block.startIndex
    func field(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
      block[(start + offset)..<(start + offset + count)]
    }
    guard field(257, 8).elementsEqual("ustar\u{0}00".utf8),
      Self.number(field(148, 7)) == Int(Self.checksum(block))
    else { throw .refused("it is no backup of albumscan, or it is damaged") }
    let bytes = field(0, 100).prefix { $0 != 0 }
    guard field(0, 100).dropFirst(bytes.count).allSatisfy({ $0 == 0 }),
      bytes.allSatisfy({ (0x21...0x7E).contains($0) }), !bytes.isEmpty
    else { throw .refused("a name in it is not of a backup") }
    name = String(decoding: bytes, as: UTF8.self)
    // Byte 156 is the kind, 157–256 the target of a link, 345–499 the beginning of a long name.
    guard field(156, 1).first == UInt8(ascii: "0"),
      (field(157, 100) + field(345, 155)).allSatisfy({ $0 == 0 }),
      let size = Self.number(field(124, 12))
    else { throw .refused("\(name) in it is no regular file") }
    self.size = size
  }

  /// The sum of all bytes, with spaces in place of the sum's own field.
  private static func checksum(_ block: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 8 * 0x20
    for (offset, byte) in block.enumerated() where !(148..<156).contains(offset) {
      sum += UInt32(byte)
    }
    return sum
  }

  private static func octal(_ value: Int64, digits: Int) -> String {
    let text = String(value, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Octal digits with a final NUL; nil for anything else. At most eleven digits, which fit into an
  /// `Int`.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard field.last == 0, field.dropLast().count <= 11,
      field.dropLast().allSatisfy({ (0x30...0x37).contains($0) })
    else { return nil }
    return field.dropLast().reduce(0) { $0 << 3 | Int($1 & 7) }
  }
}
