// The control file of a command without `--config`. Source: docs/interface.md "Configuration".

/// The paths at which a control file may be.
package struct ControlFileChoice: Sendable {
  /// The folder of the control files of a package: all files whose names end with `.conf`.
  private let folder: String

  /// The control file of an installation by `make install`.
  private let installed: String

  /// The control file of a checkout, relative to the working folder.
  private let ofCheckout: String

  package init(
    folder: String = "/etc/albumscan", installed: String = "/srv/albumscan/etc/albumscan.conf",
    ofCheckout: String = "cgi-bin/albumscan"
  ) {
    self.folder = folder
    self.installed = installed
    self.ofCheckout = ofCheckout
  }

  /// The environment variable that names a control file. The CGI does not read it.
  package static let variable = "ALBUMSCAN_CONFIG"

  /// The control file. `named` is the value of the variable. `isOfCheckout` says whether the program
  /// belongs to a checkout; such a program prefers the checkout's own file. An installed program prefers the
  /// installed files, even in a folder of sources, because a host runs an upgrade there. If no file
  /// exists, the result is the file of the checkout, and the error of its reader names that file.
  ///
  /// Throws if there are several installed files, or if their folder cannot be read.
  package func file(named: String?, isOfCheckout: Bool) throws(ConfigurationError) -> String {
    if let named, !named.isEmpty { return resolved(named) }
    if isOfCheckout, Files.exists(ofCheckout) { return ofCheckout }
    let files = try installedFiles()
    guard files.count > 1 else { return files.first.map(resolved) ?? ofCheckout }
    throw ConfigurationError(
      file: files.joined(separator: ", "), line: nil,
      message: "there are several control files; choose one with --config or \(Self.variable)")
  }

  /// `albumscan setup` makes links in the folder of the packages. The relative paths of a control file begin at the
  /// folder of the file itself, not at the folder of such a link.
  package func resolved(_ file: String) -> String {
    Files.parent(of: file) == folder ? Files.resolvingLinks(file) : file
  }

  /// The installed files that exist. A file with several names counts once.
  private func installedFiles() throws(ConfigurationError) -> [String] {
    var (files, seen) = ([String](), Set<String>())
    for file in try packaged() + [installed]
    where Files.exists(file) && seen.insert(Files.resolvingLinks(file)).inserted {
      files.append(file)
    }
    return files
  }

  private func packaged() throws(ConfigurationError) -> [String] {
    guard Files.isDirectory(folder) else { return [] }
    do throws(HostError) {
      return try Files.entries(of: folder).filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
        .sorted().map { "\(folder)/\($0)" }
    } catch {
      throw ConfigurationError(file: folder, line: nil, message: "\(error)")
    }
  }
}
