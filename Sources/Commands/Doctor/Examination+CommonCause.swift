// A fault that makes many checks of the doctor fail: a folder that this user cannot enter, data of another user, a disk
// that cannot be written. The doctor then reports this one cause, because only one remedy is right.

import Host

extension Examination {
  /// Nil without such a fault.
  func commonCause() -> Finding? {
    let (data, site) = (configuration.data, configuration.site)
    let files = [configuration.file, configuration.cgiFile ?? configuration.file]
    return closedFolder(above: [data, site] + files) ?? foreignOwner() ?? readOnlyDisk()
      ?? closedFolder(above: ["\(data)/albums.db", "\(site)/index.html"])
  }

  private func closedFolder(above paths: [String]) -> Finding? {
    guard let folder = paths.lazy.compactMap({ Files.closedFolder(above: $0) }).first else {
      return nil
    }
    let (user, data) = (Programs.userName, configuration.data)
    let isOurs = [data, configuration.site, Files.parent(of: data)].contains(folder)
    let ours =
      "sudo chown \(user) \(folder) && sudo chmod \(folder == data ? "750" : "755") \(folder)"
    return Finding(
      subject: "folder \(folder)",
      remedy: "the user \(user) cannot enter it, so the installation cannot be reached; "
        + (isOurs ? ours : "sudo chmod a+x \(folder)"))
  }

  private func readOnlyDisk() -> Finding? {
    let folders = [configuration.data, configuration.site]
    guard let folder = folders.first(where: Files.isReadOnly) else { return nil }
    let mount = Files.mountPoint(of: folder)
    return Finding(
      subject: "disk \(mount)",
      remedy: "it is mounted read-only, so nothing in \(folder) can change. If /etc/fstab does not "
        + "say so, the kernel did it after an error: read dmesg, and examine the disk first; "
        + "sudo mount -o remount,rw \(mount)")
  }

  private func foreignOwner() -> Finding? {
    do {
      try setup.refuseForeignUser()
      return nil
    } catch let ending as Ending {
      return Finding(subject: "data folder \(configuration.data)", remedy: ending.message)
    } catch {
      return Self.unchecked("data folder \(configuration.data)", error)
    }
  }
}
