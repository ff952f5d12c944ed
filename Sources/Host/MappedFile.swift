// A file read in place: its pages are read when they are looked at, and shared with every other
// reader. For files that are replaced, never written into: a file cut short under its mapping
// ends the process that looks beyond its end.

import Glibc

/// A file's bytes as they were when it was opened; given back when the value ends.
///
/// A file put in its place by `rename` meanwhile changes nothing here. The corresponding C functions
/// are `mmap` and `munmap`.
package struct MappedFile: ~Copyable {
  private let start: UnsafeMutableRawPointer?

  /// In bytes.
  package let count: Int

  /// Maps a regular file; throws for anything else and where there is none.
  package init(_ path: String) throws(HostError) {
    (start, count) = try Self.map(path)
  }

  private static func map(
    _ path: String
  ) throws(HostError) -> (UnsafeMutableRawPointer?, Int) {
    // A pipe must not keep anybody waiting.
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    let number = file.number
    var facts = stat()
    _ = try valueOrErrno("fstat", path) { fstat(number, &facts) }
    guard facts.st_mode & S_IFMT == S_IFREG, let size = Int(exactly: facts.st_size) else {
      throw .system(operation: "mmap", path: path, code: ENODEV)
    }
    // Nothing cannot be mapped.
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
