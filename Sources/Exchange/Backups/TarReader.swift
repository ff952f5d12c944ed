// Reads a tar file of a backup in chunks. The file may come from strangers: every header and every
// padding is checked, and a size never decides how much memory is used.

import Host

struct TarReader: ~Copyable {
  private let file: FileDescriptor

  /// The number of bytes of the present file that were not read yet, and its padding.
  private var rest = 0
  private var padding = 0

  init(_ path: String) throws(BackupError) { file = try Self.opened(path) }

  private static func opened(_ path: String) throws(BackupError) -> FileDescriptor {
    let file: FileDescriptor
    do { file = try FileDescriptor.reading(path) } catch { throw .host(error) }
    guard file.regularSize != nil else { throw .refused("it is no file") }
    return file
  }

  /// The header of the next file; nil at the end. Throws if the file before was not read to its end.
  mutating func next() throws(BackupError) -> TarHeader? {
    guard rest == 0 else { throw .refused("a file in it was not read") }
    guard try bytes(padding).allSatisfy({ $0 == 0 }) else { throw .damaged }
    padding = 0
    let block = try bytes(TarHeader.blockBytes)
    if block.allSatisfy({ $0 == 0 }) {
      try readEnd()
      return nil
    }
    let header = try TarHeader(block[...])
    rest = header.size
    padding = header.paddingBytes
    return header
  }

  /// Reads up to 1 MiB of the present file; empty at its end.
  mutating func read() throws(BackupError) -> [UInt8] {
    let chunk = try bytes(min(rest, 1 << 20))
    rest -= chunk.count
    return chunk
  }

  /// After the first empty block there are only zeros: one more block, and the rest of the record.
  private mutating func readEnd() throws(BackupError) {
    guard try bytes(TarHeader.blockBytes).allSatisfy({ $0 == 0 }) else { throw .damaged }
    var count = 0
    while true {
      let part = try some(TarHeader.recordBytes)
      if part.isEmpty { return }
      count += part.count
      guard part.allSatisfy({ $0 == 0 }), count < TarHeader.recordBytes else { throw .damaged }
    }
  }

  /// Exactly `count` bytes; throws at the end of the file.
  private func bytes(_ count: Int) throws(BackupError) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < count {
      let part = try some(count - result.count)
      guard !part.isEmpty else { throw .refused("it is cut off") }
      result += part
    }
    return result
  }

  /// At most `count` bytes; none at the end of the file.
  private func some(_ count: Int) throws(BackupError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: count)
    let filled = try file.fill(&chunk)
    chunk.removeSubrange(filled...)
    return chunk
  }
}
