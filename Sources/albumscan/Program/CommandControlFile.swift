// The control file of a command.

import Host

extension AlbumScan {
  /// The control file that the option names, or that `ControlFileChoice` finds. If root runs the command, the process
  /// becomes the owner of this file.
  func controlFile() throws -> String {
    let choice = ControlFileChoice(programs: Programs.ownFolder, isRoot: Programs.userID == 0)
    let file =
      try config.map(choice.resolved)
      ?? choice.file(
        named: Programs.environment(ControlFileChoice.variable), isOfCheckout: Setup.isOfCheckout)
    try Programs.becomeOwner(ofControlFile: file)
    return file
  }
}

extension Setup {
  /// Whether this program belongs to a checkout.
  static var isOfCheckout: Bool { ControlFileChoice.checkout(of: Programs.ownFolder) != nil }
}
