// Writes a tar file in chunks, so that a file of many gigabytes needs little memory.

import Host

struct TarWriter: ~Copyable {
  private static let bufferBytes = 1 << 20

  private let file: FileDescriptor

  /// The time of all files in it, in seconds since 1970.
  private let seconds: Int64

  /// Bytes that are not written yet.
  private var buffer: [UInt8] = []

  /// The number of bytes that the present file still lacks, and its padding.
  private var rest = 0
  private var padding = 0

  /// The number of bytes of the tar file so far.
  private(set) var count = 0

  init(_ file: consuming FileDescriptor, seconds: Int64) {
    self.file = file
    self.seconds = seconds
    buffer.reserveCapacity(2 * Self.bufferBytes)
  }

  /// Begins a file. The caller appends exactly `header.size` bytes, then calls `end`.
  mutating func begin(_ header: TarHeader) throws(BackupError) {
    guard let block = header.block(seconds: seconds) else {
      throw .refused("\(header.name) is too large for a backup")
    }
    try put(block[...])
    rest = header.size
    padding = header.paddingBytes
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) throws(BackupError) {
    guard bytes.count <= rest else { throw .refused("a file grew while it was copied") }
    rest -= bytes.count
    try put(bytes)
  }

  /// Ends a file. Throws if bytes are missing.
  mutating func end() throws(BackupError) {
    guard rest == 0 else { throw .refused("a file shrank while it was copied") }
    try putZeros(padding)
  }

  /// Ends the tar file and forces it to the disk.
  mutating func finish() throws(BackupError) {
    let record = TarHeader.recordBytes
    try putZeros(2 * TarHeader.blockBytes)
    try putZeros((record - count % record) % record)
    try flush()
    do { try file.synchronise() } catch { throw .host(error) }
  }

  private mutating func putZeros(_ count: Int) throws(BackupError) {
    try put([UInt8](repeating: 0, count: count)[...])
  }

  private mutating func put(_ bytes: ArraySlice<UInt8>) throws(BackupError) {
    buffer += bytes
    count += bytes.count
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  private mutating func flush() throws(BackupError) {
    do { try file.write(buffer) } catch { throw .host(error) }
    buffer.removeAll(keepingCapacity: true)
  }
}
