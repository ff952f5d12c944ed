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

  /// The paths below public/ of the files whose names end with `suffix`, in the folder itself and in its parts, sorted.
  package static func publicFiles(_ suffix: String) throws -> [String] {
    let parts = try Files.entries(of: "\(root)/public").filter {
      Files.isDirectory("\(root)/public/\($0)")
    }
    let inParts = try parts.flatMap { part in
      try Files.entries(of: "\(root)/public/\(part)").map { "\(part)/\($0)" }
    }
    return try (Files.entries(of: "\(root)/public") + inParts).filter { $0.hasSuffix(suffix) }
      .sorted()
  }
}
