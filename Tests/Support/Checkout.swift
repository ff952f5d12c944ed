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

  /// The languages of pages: English, and each translation in words/.
  package static let languages =
    ["en"]
    + ((try? Files.entries(of: "\(root)/words")) ?? []).filter { $0.hasSuffix(".po") }
    .map { String($0.dropLast(3)) }.sorted()

  /// The files in public/ and its folders whose names end with `suffix`, as sorted paths below
  /// public/.
  package static func publicFiles(_ suffix: String) throws -> [String] {
    let folders = try Files.entries(of: "\(root)/public").filter {
      Files.isDirectory("\(root)/public/\($0)")
    }
    let inFolders = try folders.flatMap { folder in
      try Files.entries(of: "\(root)/public/\(folder)").map { "\(folder)/\($0)" }
    }
    return try (Files.entries(of: "\(root)/public") + inFolders).filter { $0.hasSuffix(suffix) }
      .sorted()
  }
}
