// An open file that closes itself. Files are opened close-on-exec.

import CHost
import Glibc

/// An open file; closed when the value ends. The corresponding C functions are `open` and `close`.
package struct FileDescriptor: ~Copyable {
  package let number: Int32
  let path: String

  /// Takes over an open descriptor.
  package init(taking number: Int32, path: String) {
    self.number = number
    self.path = path
  }

  package init(
    opening path: String, _ flags: Int32, mode: UInt32 = 0
  ) throws(HostError) {
    number = try valueOrErrno("open", path) { albumscan_open(path, flags, mode) }
    self.path = path
  }

  deinit { close(number) }

  /// Reads up to `buffer.count` bytes; 0 at the end. The corresponding C function is `read`.
  package borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(HostError) -> Int {
    let (number, path) = (self.number, self.path)
    return try valueOrErrno("read", path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  /// Writes all of `bytes`. The corresponding C function is `write`.
  package borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(HostError) {
    let (number, path) = (self.number, self.path)
    var rest = bytes
    while !rest.isEmpty {
      let slice = rest
      let count = try valueOrErrno("write", path) {
        Glibc.write(number, slice.baseAddress, slice.count)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  package borrowing func write(_ bytes: [UInt8]) throws(HostError) {
    let result = bytes.withUnsafeBytes { raw in
      Result { () throws(HostError) in try write(raw) }
    }
    try result.get()
  }

  /// Waits until the bytes are on the disk. The corresponding C function is `fsync`.
  package borrowing func synchronise() throws(HostError) {
    let (number, path) = (self.number, self.path)
    _ = try valueOrErrno("fsync", path) { fsync(number) }
  }
}

extension FileDescriptor {
  /// A duplicate of stdout (1) or stderr (2). Closing the duplicate leaves the original open.
  package static func standard(_ number: Int32) -> FileDescriptor {
    FileDescriptor(taking: dup(number), path: number == 1 ? "stdout" : "stderr")
  }
}
