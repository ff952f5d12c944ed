// The control file of a command.

import Host

extension AlbumScan {
  /// The control file that the option names, or that `ControlFileChoice` finds.
  func controlFile() throws -> String {
    if let config { return config }
    return try ControlFileChoice().file(
      named: Programs.environment(ControlFileChoice.variable),
      isOfCheckout: Programs.ownFolder.contains("/.build/"))
  }
}
