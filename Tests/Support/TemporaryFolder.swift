// A folder of a test's own, gone when the test is.

import Host

/// A folder under the system's temporary folder; removed when the value ends.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init(under place: String = "/tmp") throws {
    let mark = hexadecimal(Randomness.bytes(8))
    path = "\(place)/albumscan-test-\(mark)"
    try Files.makeDirectories(path)
  }

  /// A worker that is still at it may write once more while its folder goes.
  deinit {
    for _ in 0..<3 where Files.exists(path) {
      try? Files.removeTree(path)
      if Files.exists(path) { pause(milliseconds: 100) }
    }
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a text and gives its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = file(name)
    try Files.makeDirectories(Files.parent(of: file))
    try Files.replace(file, with: Array(text.utf8), durably: false)
    return file
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try Files.read(file(name)), as: UTF8.self)
  }
}
