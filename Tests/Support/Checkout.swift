// Where this checkout lies, and the programs built from it.

import Host

package enum Checkout {
  /// The folder with Package.swift in it.
  package static let root = Files.absolutePath("../../..", from: #filePath)

  /// The programs of the present build, with failpoints: they lie beside the test bundle.
  package static let debugPrograms = Environment["ALBUMSCAN_PROGRAMS"] ?? "\(root)/.build/debug"

  /// The programs as they are installed.
  package static let releasePrograms = "\(root)/.build/release"
}
