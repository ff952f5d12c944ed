// The command `publish`, whose name is kept for the published log.
// Source: docs/decisions/060-refresh-build-publish.md.

import Albums
import ArgumentParser

struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Not built yet; to write the changed pages, run albumscan refresh.",
    shouldDisplay: false)

  @ParentCommand var program: AlbumScan

  /// Ends with a hint, so that a script that calls `publish` learns the new name.
  func run() async throws {
    throw Ending(.usage, try Setup(program).words("cli.publish"))
  }
}
