// Digests and sizes of files that may be large.

import Host

extension PublishedFolder {
  /// The SHA-256 of a file below the folder; nil if there is no such regular file.
  func digest(of path: String) throws(PublishError) -> [UInt8]? {
    // Opening a pipe would wait for its other end.
    guard has(path) else { return nil }
    do throws(HostError) {
      let file = try FileDescriptor.reading(self.file(path))
      var hash = SHA256()
      var chunk = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = try chunk.withUnsafeMutableBytes { raw in
          Result { () throws(HostError) in try file.read(into: raw) }
        }.get()
        if count == 0 { return hash.finish() }
        chunk.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch {
      if error.isMissing { return nil }
      throw .host(error)
    }
  }

  /// The size of a file below the folder in bytes; 0 if there is no such regular file.
  func size(of path: String) -> Int { Files.regularSize(of: file(path)) ?? 0 }
}
