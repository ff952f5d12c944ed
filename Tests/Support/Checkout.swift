// Where this checkout lies, and the programs built from it.

import Host

package enum Checkout {
  /// The folder with Package.swift in it.
  package static let root = Files.absolutePath("../../..", from: #filePath)

  /// The programs of the present build, with failpoints: they lie beside the running test bundle,
  /// whatever its scratch path is.
  package static let debugPrograms = Programs.ownFolder

  /// The programs as they are installed.
  package static let releasePrograms = "\(root)/.build/release"
}
