// A command works only in folders that belong to the installation and to the current user.

import Albums
import Host

extension Setup {
  /// Throws if a setting names a folder with files of others.
  func refuse(_ foreign: OwnFolders.Foreign?) throws {
    guard let foreign else { return }
    throw Ending(
      .usage,
      words(
        "cli.foreign-folder",
        [
          "setting": .text(foreign.setting), "folder": .text(foreign.folder),
          "entry": .text(foreign.entry), "file": .text(configuration.file),
        ]))
  }

  /// Throws if the current user does not own the data. If root wrote files there, the web server's
  /// user could not change them (docs/faults.md J8).
  func refuseForeignUser() throws {
    let (data, user) = (configuration.data, Programs.userName)
    guard let owner = Files.owner(of: data) else {
      throw Ending(.usage, words("cli.no-data", ["folder": .text(data)]))
    }
    guard owner != Programs.userID else { return }
    let isRoot = owner == 0
    throw Ending(
      .usage,
      words(
        isRoot ? "cli.root-data" : "cli.foreign-data",
        [
          "folder": .text(data), "owner": .text(Programs.userName(of: owner)),
          "user": .text(user), "site": .text(configuration.site),
        ]))
  }
}
