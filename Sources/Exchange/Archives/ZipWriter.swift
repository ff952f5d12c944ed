// Writes a ZIP archive of stored entries without compression. The same entries give the same bytes:
// every entry has the same time. Large archives get the fields of ZIP64.
// Source: PKWARE APPNOTE.TXT 6.3.10, §4.3 and §4.5.3.

package import Host

/// An archive that is being written. `add` each entry, then `finish`.
package struct ZipWriter {
  /// 1980-01-01, 00:00, the first time that the format knows.
  static let date: UInt16 = 0x0021

  private struct Entry {
    let name: [UInt8]
    let checksum: UInt32
    let size: UInt64
    let offset: UInt64
  }

  private var entries: [Entry] = []
  private var offset: UInt64 = 0

  /// The smallest value that needs a field of ZIP64. Tests set a smaller limit.
  var most32 = UInt64(UInt32.max)

  package init() {}

  /// Appends an entry of less than 4 GiB.
  package mutating func add(
    _ name: String, _ bytes: [UInt8], to file: borrowing FileDescriptor
  ) throws(HostError) {
    let entry = Entry(
      name: Array(name.utf8), checksum: Checksum.crc32(bytes), size: UInt64(bytes.count),
      offset: offset)
    var header = Fields()
    header.add(UInt32(0x0403_4B50))
    header.add(UInt16(20))
    add(entry, to: &header)
    header.add(UInt16(entry.name.count))
    header.add(UInt16(0))
    header.bytes += entry.name
    try file.write(header.bytes)
    try file.write(bytes)
    offset += UInt64(header.bytes.count) + entry.size
    entries.append(entry)
  }

  /// Flags (names in UTF-8), method (stored), time, date, checksum and both sizes.
  private func add(_ entry: Entry, to fields: inout Fields) {
    fields.add(UInt16(0x0800))
    fields.add(UInt16(0))
    fields.add(UInt16(0))
    fields.add(Self.date)
    fields.add(entry.checksum)
    fields.add(UInt32(entry.size))
    fields.add(UInt32(entry.size))
  }

  /// Writes the central directory.
  package mutating func finish(to file: borrowing FileDescriptor) throws(HostError) {
    let start = offset
    for entry in entries {
      let record = centralRecord(of: entry)
      try file.write(record)
      offset += UInt64(record.count)
    }
    try file.write(end(from: start))
  }

  private func centralRecord(of entry: Entry) -> [UInt8] {
    let isFar = entry.offset >= most32
    var fields = Fields()
    fields.add(UInt32(0x0201_4B50))
    fields.add(UInt16(0x0300 | (isFar ? 45 : 20)))
    fields.add(UInt16(isFar ? 45 : 20))
    add(entry, to: &fields)
    fields.add(UInt16(entry.name.count))
    fields.add(UInt16(isFar ? 12 : 0))
    fields.add(UInt16(0))
    fields.add(UInt16(0))
    fields.add(UInt16(0))
    fields.add(UInt32(0o100644) << 16)
    fields.add(isFar ? UInt32.max : UInt32(entry.offset))
    fields.bytes += entry.name
    if isFar {
      fields.add(UInt16(1))
      fields.add(UInt16(8))
      fields.add(entry.offset)
    }
    return fields.bytes
  }

  private func end(from start: UInt64) -> [UInt8] {
    let (count, size) = (UInt64(entries.count), offset - start)
    var fields = Fields()
    if count >= 0xFFFF || size >= most32 || start >= most32 {
      fields.add(UInt32(0x0606_4B50))
      fields.add(UInt64(44))
      fields.add(UInt16(0x0300 | 45))
      fields.add(UInt16(45))
      fields.add(UInt32(0))
      fields.add(UInt32(0))
      for value in [count, count, size, start] { fields.add(value) }
      fields.add(UInt32(0x0706_4B50))
      fields.add(UInt32(0))
      fields.add(offset)
      fields.add(UInt32(1))
    }
    fields.add(UInt32(0x0605_4B50))
    fields.add(UInt16(0))
    fields.add(UInt16(0))
    fields.add(UInt16(min(count, 0xFFFF)))
    fields.add(UInt16(min(count, 0xFFFF)))
    fields.add(size >= most32 ? UInt32.max : UInt32(size))
    fields.add(start >= most32 ? UInt32.max : UInt32(start))
    fields.add(UInt16(0))
    return fields.bytes
  }
}

/// Little-endian fields.
private struct Fields {
  var bytes: [UInt8] = []

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
