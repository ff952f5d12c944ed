// The command `publish`. Its name is kept for the published log, which is not built yet.
// Source: docs/decisions/060-refresh-build-publish.md.

import Albums
import ArgumentParser

struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Not built yet; to write the changed pages, run albumscan refresh.",
    shouldDisplay: false)

  @ParentCommand var program: AlbumScan

  /// Ends with a hint for a script that still calls `publish` in its earlier meaning.
  func run() async throws {
    throw Ending(.usage, try Setup(program).words("cli.publish"))
  }
}
