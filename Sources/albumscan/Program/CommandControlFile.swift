// The control file of a command.

import Host

extension AlbumScan {
  /// The control file that the option names, or that `ControlFileChoice` finds.
  func controlFile() throws -> String {
    let choice = ControlFileChoice()
    if let config { return choice.resolved(config) }
    return try choice.file(
      named: Programs.environment(ControlFileChoice.variable),
      isOfCheckout: Programs.ownFolder.contains("/.build/"))
  }
}
