// The folders of this checkout and of the programs built from it.

import Host

package enum Checkout {
  /// The folder with Package.swift in it.
  package static let root = Files.absolutePath("../../..", from: #filePath)

  /// The folder of the debug programs, which have failpoints. It is the folder of the running test product, so
  /// that another scratch path works too.
  package static let debugPrograms = Programs.ownFolder

  /// The folder of the release programs, as they are installed.
  package static let releasePrograms = "\(root)/.build/release"
}
