// Maps a file into memory: the kernel reads a page at its first use, and all processes share it. A
// mapped file must never change in place, only be replaced: reading beyond the end of a truncated
// file ends the process.

import Glibc

/// The bytes of a file at the time of opening; unmapped when the value ends.
///
/// Replacing the file by `rename` has no effect on the mapping. The corresponding C functions are
/// `mmap` and `munmap`.
package struct MappedFile: ~Copyable {
  private let start: UnsafeMutableRawPointer?

  /// The size in bytes.
  package let count: Int

  /// Maps a regular file; throws for any other kind of file, or when it does not exist.
  package init(_ path: String) throws(HostError) {
    (start, count) = try Self.map(path)
  }

  private static func map(
    _ path: String
  ) throws(HostError) -> (UnsafeMutableRawPointer?, Int) {
    // `O_NONBLOCK`, because opening a pipe would block otherwise.
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    let number = file.number
    var facts = stat()
    _ = try valueOrErrno("fstat", path) { fstat(number, &facts) }
    guard facts.st_mode & S_IFMT == S_IFREG, let size = Int(exactly: facts.st_size) else {
      throw .system(operation: "mmap", path: path, code: ENODEV)
    }
    // An empty file cannot be mapped.
    guard size > 0 else { return (nil, 0) }
    guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, number, 0), start != MAP_FAILED else {
      throw .system(operation: "mmap", path: path, code: errno)
    }
    return (start, size)
  }

  deinit { if let start { munmap(start, count) } }

  /// The bytes, page-aligned; valid inside `body` only.
  package borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
