// The paths of the published log that changed since the last call of `take`. Pages are written on
// several cores, so the set has a lock of its own.
//
// Paths are compared by their bytes, as the file system does it. Swift's strings are also equal if they
// only differ in how their characters are composed.

import Host
import Synchronization

/// Paths below the web root, each once.
final class ChangedPaths: Sendable {
  private let paths = Mutex<PathTable<Void>>([:])

  func add(_ path: String) {
    paths.withLock { $0[path] = () }
  }

  /// All paths, sorted by their bytes. Afterwards the set is empty.
  func take() -> [String] {
    let taken = paths.withLock { paths in
      defer { paths = [:] }
      return paths
    }
    return taken.paths
  }
}
