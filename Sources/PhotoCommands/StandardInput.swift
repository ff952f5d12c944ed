// The three standard streams: the only descriptors of this program.

import Glibc

enum StandardInput {
  /// All bytes of stdin; nil if there are more than `most`. `expected` is
  /// `expectedByteCount`, which the caller reads before `Confinement` forbids `fstat`.
  static func bytes(atMost most: Int, expected: Int) -> [UInt8]? {
    // Reads one more byte than expected, so that the end of the file is detected without another
    // array.
    var room = min(expected, most) + 1
    var bytes = next(room)
    while bytes.count == room, room <= most {
      room = min(2 * room, most + 1)
      bytes += next(room - bytes.count)
    }
    return bytes.count <= most ? bytes : nil
  }

  /// Reads `count` bytes, or fewer at the end of the file.
  private static func next(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let read = Glibc.read(0, rest.baseAddress, count - filled)
        if read < 0 && errno == EINTR { continue }
        guard read > 0 else { return }
        filled += read
      }
    }
  }

  /// The size in bytes when stdin is a file; 1 MiB for a pipe.
  static var expectedByteCount: Int {
    var status = stat()
    guard fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 1 << 20 }
    return max(0, Int(status.st_size))
  }
}

enum StandardOutput {
  /// False when the reader has closed the pipe.
  static func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Writes to standard error.
  static func complain(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(2, bytes, bytes.count)
  }
}
