// Debian's Hugo, with which builds are compared.

import Host
import Support

enum Hugo {
  private static let program = "/usr/bin/hugo"

  static var isInstalled: Bool { Files.exists(program) }

  /// Builds the site in the folder `root` from nothing.
  static func build(_ root: String) throws -> Run {
    try Files.removeTree("\(root)/public")
    let run = Measure.run(
      program, ["--quiet", "-s", root], environment: ["PATH=/usr/bin:/bin", "HOME=\(root)"])
    guard run.exitCode == 0 else { throw BenchError.noHugoSite }
    return run
  }
}
