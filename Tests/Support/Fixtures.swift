// Files that many tests need and that take long to make: drawn pictures, and an installation with
// its catalogue.

import Host
import Synchronization

/// `Tests/Run/run-tests` gives all processes of a run one folder in `ALBUMSCAN_TEST_FIXTURES`, so
/// that each fixture is made once in a run. Without this variable (`swift test`), each process
/// makes its own fixtures.
package enum Fixtures {
  /// The shared folder; nil if processes share no fixtures.
  package static let folder = Environment["ALBUMSCAN_TEST_FIXTURES"]

  private static let known = Mutex<[String: [UInt8]]>([:])

  /// The bytes with the name `name`. `make` runs if neither this process nor another process has
  /// made the bytes. Two processes may make the same bytes at the same time, so `make` must always
  /// return the same bytes for a name.
  ///
  /// `isKept`: whether the bytes also stay in memory.
  package static func bytes(
    _ name: String, isKept: Bool = true, make: () throws -> [UInt8]
  ) throws -> [UInt8] {
    if let bytes = known.withLock({ $0[name] }) { return bytes }
    let bytes = try shared(name, make)
    if isKept || folder == nil { known.withLock { $0[name] = bytes } }
    return bytes
  }

  private static func shared(_ name: String, _ make: () throws -> [UInt8]) throws -> [UInt8] {
    guard let folder else { return try make() }
    let path = "\(folder)/\(name)"
    if Files.exists(path) { return try Files.read(path) }
    let bytes = try make()
    try Files.replace(path, with: bytes, durably: false)
    return bytes
  }

  /// The path of a folder with the name `name`, which `make` fills once in a run. Tests do not
  /// change the folder afterwards.
  package static func folder(_ name: String, make: (String) throws -> Void) throws -> String {
    let parent: String
    if let folder { parent = folder } else { parent = try ownFolder.get().path }
    let path = "\(parent)/\(name)"
    let lock = try waitForLock("\(path).lock")
    if !Files.exists("\(path)/\(mark)") {
      try Files.removeTree(path)
      try Files.makeDirectories(path)
      try make(path)
      try Files.replace("\(path)/\(mark)", with: [], durably: false)
    }
    _ = consume lock
    return path
  }

  /// The file that `folder(_:make:)` writes last.
  package static let mark = ".whole"

  private static let ownFolder = Result { try TemporaryFolder() }

  private static func waitForLock(_ path: String) throws -> Lock {
    while true {
      if let lock = try Lock.take(path) { return lock }
      pause(milliseconds: 20)
    }
  }
}
