// The checks of the doctor about files: control file, data, site, templates, prompts and keys.

import Host
import Scanning
import Site
import Store

extension Examination {
  /// The control file, which this program has read.
  func controlFile() -> Finding {
    let file = configuration.file
    let isOpen = (Files.mode(of: file) ?? 0) & 0o002 != 0
    return Finding(
      subject: "configuration \(file)",
      remedy: isOpen
        ? "every user of this computer can change it, and with it the folders and addresses that the program uses; "
          + "chmod o-w \(file)" : nil)
  }

  /// No finding if a folder of the data belongs to another user, because `privateFiles` reports it.
  func dataFolder() -> Finding? {
    let subject = "data folder \(configuration.data)"
    do {
      try setup.refuseForeignUser()
      try setup.refuse(try OwnFolders.foreign(data: configuration.data))
      try writeProbe(in: configuration.photos)
      return Finding(subject: subject, remedy: nil)
    } catch let ending as Ending {
      return Finding(subject: subject, remedy: ending.message)
    } catch {
      guard Files.owner(of: configuration.photos) == Programs.userID else { return nil }
      return Finding(
        subject: subject,
        remedy: "\(error); make it writable for this user; chmod -R u+rwX \(configuration.data)")
    }
  }

  /// Checks that no other user can read the data folder, and that all files in it belong to this
  /// user. Nil without a data folder of this user, because another check reports that.
  func privateFiles() -> Finding? {
    let data = configuration.data
    guard Files.owner(of: data) == Programs.userID else { return nil }
    let subject = "rights on \(data)"
    let command = setup.command("init")
    do {
      let foreign = try configuration.privateFiles.foreign()
      guard foreign.isEmpty else {
        return Finding(
          subject: subject,
          remedy: "\(Self.some(foreign)) belong to another user, so this user cannot change them; "
            + "sudo chown -R \(Programs.userName) \(data)")
      }
      let open = try configuration.privateFiles.open()
      return Finding(
        subject: subject,
        remedy: open.isEmpty
          ? nil
          : "every user of this computer has rights on \(Self.some(open)); \(command)")
    } catch {
      return Finding(
        subject: subject,
        remedy: "\(error); sudo chown -R \(Programs.userName) \(data)")
    }
  }

  /// The first two of several paths.
  private static func some(_ paths: [String]) -> String {
    let named = paths.prefix(2).joined(separator: ", ")
    return paths.count > 2 ? "\(named) and \(paths.count - 2) more" : named
  }

  /// The folders that restores have replaced. Only the host removes them.
  func replacedFolders() -> Finding? {
    let (parent, data) = (Files.parent(of: configuration.data), configuration.data)
    let prefix = "\(data.split(separator: "/").last ?? "").replaced-"
    let paths: [String]
    do {
      paths = try Files.entries(of: parent, startingWith: prefix).map { "\(parent)/\($0)" }
    } catch {
      // A user may have the right to open the folder above, and not to list it.
      return nil
    }
    guard !paths.isEmpty else { return nil }
    let megabytes = paths.map(Files.treeBytes).reduce(0, +) / 1_000_000
    return Finding(
      subject: "folders that a restore replaced: \(paths.count), \(megabytes) MB",
      remedy: "if the restored history is complete: rm -r \(paths.joined(separator: " "))",
      isWarning: true)
  }

  /// Checks the database; nil for an installation without a data folder.
  func database() -> Finding? {
    let path = configuration.database
    let subject = "database \(path)"
    guard Files.exists(configuration.data) else { return nil }
    if let lost = lostDatabase() { return Finding(subject: subject, remedy: lost) }
    guard Files.exists(path) else {
      return Finding(subject: subject, remedy: "there is none; run \(setup.command("init"))")
    }
    let owner = Programs.userName
    for access in [Files.Access.read, .write] where !Files.allows(access, path) {
      return Finding(
        subject: subject,
        remedy: "this user cannot \(access == .read ? "read" : "write") it; "
          + "sudo chown \(owner) \(path) && sudo chmod u+rw \(path)")
    }
    if !Files.allows(.write, configuration.data) {
      return Finding(
        subject: subject,
        remedy:
          "this user cannot write its folder \(configuration.data), where changes are prepared")
    }
    do {
      let damage = try Store.open(path).damage()
      return Finding(
        subject: subject, remedy: damage.map { "\($0); stop using it and restore a backup" })
    } catch {
      return Finding(subject: subject, remedy: error.explanation)
    }
  }

  /// The error of a database that is missing or empty beside the files of a log; nil for any other database.
  private func lostDatabase() -> String? {
    let path = configuration.database
    guard Files.regularSize(of: path) ?? 0 == 0, !Files.isLink(path) else { return nil }
    do throws(StoreError) {
      return try setup.traceOfLog().map { StoreError.lost(path: path, trace: $0).description }
    } catch {
      return error.explanation
    }
  }

  func site() -> Finding {
    let subject = "site \(configuration.site)"
    guard Files.exists("\(configuration.site)/index.html") else {
      return Finding(
        subject: subject, remedy: "there are no pages yet; run \(setup.command("build"))")
    }
    // The folders that a new find or scan changes.
    let folders = ["", "/album", "/history", "/scan"].map { configuration.site + $0 }
      .filter(Files.exists)
    do {
      try setup.refuse(try configuration.foreignSite())
      for folder in folders { try writeProbe(in: folder) }
    } catch let ending as Ending {
      return Finding(subject: subject, remedy: ending.message)
    } catch {
      return Finding(
        subject: subject,
        remedy: "\(error); make all of it writable for this user; "
          + "sudo chown -R \(Programs.userName) \(configuration.site) && "
          + "sudo chmod -R u+rwX,go+rX \(configuration.site)")
    }
    let hidden = folders.first { (Files.mode(of: $0) ?? 0) & 0o077 == 0 }
    return Finding(
      subject: subject,
      remedy: hidden.map {
        "only this user can read \($0); if the web server is another user: chmod -R a+rX \(configuration.site)"
      }, isWarning: true)
  }

  func writeProbe(in folder: String) throws(HostError) {
    let probe = "\(folder)/.tmp-doctor"
    try Files.replace(probe, with: [], durably: false)
    try Files.remove(probe)
  }

  /// Checks the templates. The worker does not start if it cannot read a template.
  func templates() -> Finding {
    let subject = "templates \(configuration.templates)"
    do {
      return Self.templates(subject, unknown: try setup.openSite().unknownFields)
    } catch {
      return Finding(subject: subject, remedy: (error as? Ending)?.message ?? "\(error)")
    }
  }

  /// Templates of a host that were copied from another version may have fields that this version does not
  /// know.
  static func templates(_ subject: String, unknown: [UnknownField]) -> Finding {
    Finding(
      subject: subject,
      remedy: unknown.isEmpty
        ? nil
        : "fields that this version does not have, which stay empty: "
          + unknown.map(\.description).joined(separator: "; ")
          + "; compare these templates with the installed ones",
      isWarning: !unknown.isEmpty)
  }

  func prompts() -> Finding {
    let errors = Services.promptErrors(configuration)
    return Finding(
      subject: "prompts \(configuration.prompts)",
      remedy: errors.isEmpty ? nil : errors.joined(separator: "; "))
  }

  /// Checks whether reviews can be written in the language of the pages. That needs a file with the
  /// phrases about money in this language.
  func reviewLanguage() -> Finding? {
    let (wanted, actual) = (configuration.language, configuration.reviewLanguage)
    guard wanted != actual else { return nil }
    return Finding(
      subject: "language of reviews",
      remedy: "the pages are in \"\(wanted)\", but new reviews are written in English, because "
        + "\(configuration.moneyPatterns(of: wanted)) is missing. That file lists the phrases about "
        + "money that no review may contain; write it like en.txt beside it",
      isWarning: true)
  }

  func keys() -> Finding {
    let subject = "keys \(configuration.keys)"
    let unreadable = keyFiles.filter { !Files.allows(.read, $0) }
    if !unreadable.isEmpty {
      let names = unreadable.joined(separator: " ")
      return Finding(
        subject: subject,
        remedy: "this user cannot read \(names); sudo chown \(Programs.userName) \(names)")
    }
    let open = keyFiles.filter(Files.isOpenToOthers)
    return Finding(
      subject: subject,
      remedy: open.isEmpty
        ? nil
        : "others may read \(open.joined(separator: ", ")); chmod 600 \(open.joined(separator: " "))"
    )
  }
}
