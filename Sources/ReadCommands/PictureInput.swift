// Reads the header and the pixels from stdin.

import Host
import Pictures

enum PictureInput {
  /// Nil if the header is invalid, or if there are fewer or more pixels than it says.
  static func read() -> (picture: Pixels, options: ReadOptions)? {
    let input = FileDescriptor(taking: 0, path: "stdin")
    guard let header = bytes(ReaderInput.headerBytes, from: input).flatMap({ ReaderInput($0) }),
      let rgb = bytes(header.pixelBytes, from: input), bytes(1, from: input) == nil
    else { return nil }
    return (Pixels(width: header.width, height: header.height, rgb: rgb), header.options)
  }

  /// Exactly `count` bytes; nil if the input ends before.
  private static func bytes(_ count: Int, from input: borrowing FileDescriptor) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        Result { () throws(HostError) in
          try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
      }
      guard case .success(let more) = read, more > 0 else { return nil }
      filled += more
    }
    return bytes
  }
}
