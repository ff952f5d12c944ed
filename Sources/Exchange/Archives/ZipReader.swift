// Reads a ZIP archive of stored entries. The reader is strict: the entries must fill the archive
// without a gap. So no entry overlaps another one, and the size of the archive limits all sizes.
// The caller decides which names it reads. The reader itself writes no file.
// Source: PKWARE APPNOTE.TXT 6.3.10, §4.3 and §4.5.3.

import Host

/// The reason why this program cannot read a file as an archive.
package enum ZipError: String, Error, CaseIterable, Sendable {
  /// A record is missing, or it does not agree with the rest of the file.
  case damaged
  /// An entry is compressed or encrypted.
  case compressed
  /// Two entries have the same name.
  case repeated
  /// The checksum of an entry is wrong.
  case checksum
}

/// An open archive. The file is mapped into memory and must not change while this value exists.
struct ZipReader: ~Copyable {
  private struct Entry {
    let start: Int
    let size: Int
    let checksum: UInt32
  }

  private let file: MappedFile
  private let entries: [String: Entry]

  /// The names in the order of the archive.
  let names: [String]

  init(_ path: String) throws {
    let file = try MappedFile(path)
    let directory = try file.withBytes { bytes throws(ZipError) in try Directory(bytes) }
    names = directory.entries.map(\.name)
    entries = Dictionary(
      directory.entries.map {
        ($0.name, Entry(start: $0.start, size: $0.size, checksum: $0.checksum))
      }, uniquingKeysWith: { first, _ in first })
    self.file = file
  }

  /// Whether the file begins like an archive.
  static func isArchive(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(bytes.prefix(4))
    return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
  }

  /// The bytes of an entry; nil if there is no such entry or it has more than `limit` bytes.
  func bytes(of name: String, limit: Int) throws(ZipError) -> [UInt8]? {
    guard let entry = entries[name], entry.size <= limit else { return nil }
    return try file.withBytes { (raw) throws(ZipError) in
      let part = UnsafeRawBufferPointer(rebasing: raw[entry.start..<entry.start + entry.size])
      guard Checksum.crc32(part) == entry.checksum else { throw .checksum }
      return Array(part)
    }
  }
}

/// The checked entries of an archive.
private struct Directory {
  struct Entry {
    let name: String
    var start: Int
    let size: Int
    let checksum: UInt32
  }

  var entries: [Entry] = []

  init(_ bytes: UnsafeRawBufferPointer) throws(ZipError) {
    let end = try End(bytes)
    var position = end.start
    var next = 0
    for _ in 0..<end.count {
      var fields = Cursor(bytes, position, end: end.end)
      let (entry, header) = try Self.entry(&fields)
      // Each entry begins at the end of the entry before.
      guard header == next else { throw .damaged }
      next = try Self.checkLocal(bytes, entry, at: header, before: end.start)
      var placed = entry
      placed.start = next - entry.size
      entries.append(placed)
      position = fields.position
    }
    guard next == end.start, position == end.end else { throw .damaged }
    guard Set(entries.map(\.name)).count == entries.count else { throw .repeated }
  }

  /// A record of the central directory, and the offset of the entry's local header.
  private static func entry(_ fields: inout Cursor) throws(ZipError) -> (Entry, Int) {
    guard try fields.number(4) == 0x0201_4B50 else { throw .damaged }
    _ = try fields.number(4)
    let (flags, method) = (try fields.number(2), try fields.number(2))
    guard method == 0, flags & ~0x0800 == 0 else { throw .compressed }
    _ = try fields.number(4)
    let checksum = UInt32(try fields.number(4))
    let (stored, size) = (try fields.number(4), try fields.number(4))
    guard stored == size, size != 0xFFFF_FFFF else { throw .damaged }
    let (nameLength, extraLength) = (try fields.number(2), try fields.number(2))
    let (comment, disk) = (try fields.number(2), try fields.number(2))
    _ = try fields.number(6)
    var offset = try fields.number(4)
    guard comment == 0, disk == 0 else { throw .damaged }
    let name = try fields.text(nameLength)
    let extra = try fields.part(extraLength)
    if offset == 0xFFFF_FFFF { offset = try farOffset(extra) }
    return (Entry(name: name, start: 0, size: size, checksum: checksum), offset)
  }

  /// The offset in the extra field of ZIP64, which has no other values because sizes are small.
  private static func farOffset(_ extra: Cursor) throws(ZipError) -> Int {
    var fields = extra
    guard try fields.number(2) == 1, try fields.number(2) == 8 else { throw .damaged }
    return try fields.number(8)
  }

  /// Compares the local header with the central record. Returns the end of the entry's data.
  private static func checkLocal(
    _ bytes: UnsafeRawBufferPointer, _ entry: Entry, at header: Int, before end: Int
  ) throws(ZipError) -> Int {
    var fields = Cursor(bytes, header, end: end)
    guard try fields.number(4) == 0x0403_4B50 else { throw .damaged }
    _ = try fields.number(2)
    guard try fields.number(2) & ~0x0800 == 0, try fields.number(2) == 0 else {
      throw .compressed
    }
    _ = try fields.number(4)
    guard UInt32(try fields.number(4)) == entry.checksum, try fields.number(4) == entry.size,
      try fields.number(4) == entry.size
    else { throw .damaged }
    let (nameLength, extraLength) = (try fields.number(2), try fields.number(2))
    guard try fields.text(nameLength) == entry.name else { throw .damaged }
    _ = try fields.part(extraLength)
    _ = try fields.part(entry.size)
    return fields.position
  }
}

/// The end of the central directory.
private struct End {
  let count: Int

  /// The positions at which the central directory begins and ends.
  let start: Int
  let end: Int

  init(_ bytes: UnsafeRawBufferPointer) throws(ZipError) {
    guard bytes.count >= 22 else { throw .damaged }
    let recordStart = bytes.count - 22
    var fields = Cursor(bytes, recordStart, end: bytes.count)
    guard try fields.number(4) == 0x0605_4B50, try fields.number(4) == 0 else { throw .damaged }
    let (here, all) = (try fields.number(2), try fields.number(2))
    let (size, start) = (try fields.number(4), try fields.number(4))
    guard here == all, try fields.number(2) == 0 else { throw .damaged }
    guard all == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF else {
      try self.init(count: all, start: start, size: size, recordStart)
      return
    }
    try self.init(far: bytes, before: recordStart)
  }

  private init(count: Int, start: Int, size: Int, _ recordStart: Int) throws(ZipError) {
    let (end, isTooLarge) = start.addingReportingOverflow(size)
    // A record of the directory has at least 46 bytes.
    guard !isTooLarge, end == recordStart, count <= size / 46 else { throw .damaged }
    (self.count, self.start, self.end) = (count, start, end)
  }

  /// The end record of ZIP64, which a locator before the end record names.
  private init(far bytes: UnsafeRawBufferPointer, before recordStart: Int) throws(ZipError) {
    guard recordStart >= 76 else { throw .damaged }
    var locator = Cursor(bytes, recordStart - 20, end: recordStart)
    guard try locator.number(4) == 0x0706_4B50, try locator.number(4) == 0,
      try locator.number(8) == recordStart - 76, try locator.number(4) == 1
    else { throw .damaged }
    var fields = Cursor(bytes, recordStart - 76, end: recordStart - 20)
    guard try fields.number(4) == 0x0606_4B50, try fields.number(8) == 44 else { throw .damaged }
    _ = try fields.number(4)
    guard try fields.number(8) == 0 else { throw .damaged }
    let (here, all) = (try fields.number(8), try fields.number(8))
    let (size, start) = (try fields.number(8), try fields.number(8))
    guard here == all else { throw .damaged }
    try self.init(count: all, start: start, size: size, recordStart - 76)
  }
}

/// Reads little-endian fields within bounds.
private struct Cursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int
  let end: Int

  /// `end` is at most `bytes.count`. A position outside gives an error at the first field.
  init(_ bytes: UnsafeRawBufferPointer, _ position: Int, end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
  }

  private mutating func take(_ count: Int) throws(ZipError) -> Range<Int> {
    guard count >= 0, position >= 0, position <= end, count <= end - position else {
      throw .damaged
    }
    defer { position += count }
    return position..<position + count
  }

  /// A number of at most 8 bytes that fits an `Int`.
  mutating func number(_ count: Int) throws(ZipError) -> Int {
    let range = try take(count)
    let value = bytes[range].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw .damaged }
    return number
  }

  mutating func text(_ count: Int) throws(ZipError) -> String {
    guard let text = String(validating: bytes[try take(count)], as: UTF8.self) else {
      throw .damaged
    }
    return text
  }

  mutating func part(_ count: Int) throws(ZipError) -> Cursor {
    let range = try take(count)
    return Cursor(bytes, range.lowerBound, end: range.upperBound)
  }
}
