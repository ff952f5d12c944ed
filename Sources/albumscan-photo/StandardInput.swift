// The only descriptors this program touches.

import Glibc

enum StandardInput {
  /// All of stdin, or nil when there is more than `most` bytes of it.
  static func bytes(atMost most: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expectedByteCount(atMost: most))
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= most else { return nil }
      bytes += block[..<count]
    }
  }

  /// The size, when stdin is a file: spares growing.
  private static func expectedByteCount(atMost most: Int) -> Int {
    var status = stat()
    guard fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 1 << 20 }
    return max(0, min(Int(status.st_size), most))
  }
}

enum StandardOutput {
  /// False when the reader has gone.
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

  /// To stderr, for whoever started us wrongly.
  static func complain(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(2, bytes, bytes.count)
  }
}
