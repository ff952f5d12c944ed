// The folder of one test, removed when the test ends.

import Host

/// A folder under the system's temporary folder; removed when the value ends.
package final class TemporaryFolder: Sendable {
  /// The folder in `TMPDIR`, which `Tests/Run/run-tests` sets for each process; else /tmp.
  package static let parent = Environment["TMPDIR"] ?? "/tmp"

  package let path: String

  package init(under parent: String = TemporaryFolder.parent) throws {
    let mark = hexadecimal(Randomness.bytes(8))
    path = "\(parent)/albumscan-test-\(mark)"
    try Files.makeDirectories(path)
  }

  /// Tries to remove the folder three times, because a worker that still runs may write into it.
  deinit {
    for _ in 0..<3 where Files.exists(path) {
      try? Files.removeTree(path)
      if Files.exists(path) { pause(milliseconds: 100) }
    }
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a text and returns the path of its file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = file(name)
    try Files.makeDirectories(Files.parent(of: file))
    try Files.replace(file, with: Array(text.utf8), mode: Files.publicMode, durably: false)
    return file
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try Files.read(file(name)), as: UTF8.self)
  }
}
