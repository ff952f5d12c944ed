// The control file of a command.

import Host

extension AlbumScan {
  /// The control file that the option names, or that `ControlFileChoice` finds. If root runs the command, the process
  /// becomes the owner of this file.
  func controlFile() throws -> String {
    let choice = ControlFileChoice(
      programs: Surroundings.current.programs, isRoot: Programs.userID == 0)
    let file =
      try config.map(choice.resolved)
      ?? choice.file(
        named: Surroundings.current.variable(ControlFileChoice.variable),
        isOfCheckout: Setup.isOfCheckout)
    if Surroundings.current.isProgram { try Programs.becomeOwner(ofControlFile: file) }
    return file
  }
}

extension Setup {
  /// Whether this program belongs to a checkout.
  static var isOfCheckout: Bool {
    ControlFileChoice.checkout(of: Surroundings.current.programs) != nil
  }
}
