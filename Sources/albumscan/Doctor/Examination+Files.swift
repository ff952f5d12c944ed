// The checks of the doctor about files: control file, data, site, templates, prompts and keys.

import Host
import Scanning
import Store

extension Examination {
  /// Checks the control file. The web server runs this file. The kernel starts the program that its
  /// first line names; a line end of Windows would become part of that name.
  func controlFile() -> Finding {
    let file = configuration.file
    let subject = "configuration \(file)"
    guard let bytes = try? Files.read(file, limit: 64 << 10) else {
      return Finding(subject: subject, remedy: "this user cannot read it; chmod +r \(file)")
    }
    // If the control file has no `#!`, the web server runs another file, which names the control
    // file.
    guard bytes.starts(with: Array("#!".utf8)) else {
      return Finding(subject: subject, remedy: nil)
    }
    if bytes.contains(UInt8(ascii: "\r")) {
      return Finding(
        subject: subject,
        remedy:
          "it has line ends of Windows, so the web server cannot run it; sed -i 's/\\r$//' \(file)")
    }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let program = line.dropFirst(2).filter { $0 != " " }
    guard program.hasSuffix("/albumscan-cgi"), Files.allows(.execute, program) else {
      return Finding(
        subject: subject,
        remedy: "its first line must name the CGI program, so that the web server can run it: "
          + "#!\(Programs.ownFolder)/albumscan-cgi")
    }
    return Finding(
      subject: subject,
      remedy: (Files.mode(of: file) ?? 0) & 0o111 == 0
        ? "the web server cannot run it; chmod +x \(file)" : nil)
  }

  func dataFolder() -> Finding {
    let subject = "data folder \(configuration.data)"
    do {
      try setup.refuseForeignUser()
      try writeProbe(in: configuration.photos)
      return Finding(subject: subject, remedy: nil)
    } catch let ending as Ending {
      return Finding(subject: subject, remedy: ending.message)
    } catch {
      return Finding(subject: subject, remedy: "\(error); make it writable for this user")
    }
  }

  /// Checks the database; nil for an installation without a data folder.
  func database() -> Finding? {
    let path = configuration.database
    let subject = "database \(path)"
    guard Files.exists(configuration.data) else { return nil }
    guard Files.exists(path) else {
      return Finding(subject: subject, remedy: "there is none; run albumscan init")
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

  func site() -> Finding {
    let subject = "site \(configuration.site)"
    guard Files.exists("\(configuration.site)/index.html") else {
      return Finding(subject: subject, remedy: "there are no pages yet; run albumscan build")
    }
    // The folders that a new find or scan changes.
    let folders = ["", "/album", "/history", "/scan"].map { configuration.site + $0 }
      .filter(Files.exists)
    do {
      for folder in folders { try writeProbe(in: folder) }
    } catch {
      return Finding(
        subject: subject, remedy: "\(error); make all of it writable for this user")
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
      _ = try setup.openSite()
      return Finding(subject: subject, remedy: nil)
    } catch {
      return Finding(subject: subject, remedy: (error as? Ending)?.message ?? "\(error)")
    }
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
      remedy: open.isEmpty ? nil : "others may read \(open.joined(separator: ", ")); chmod 600")
  }
}
