// The control file of a command without `--config`. Source: docs/interface.md "Configuration".

/// The paths at which a control file may be.
package struct ControlFileChoice: Sendable {
  /// The folder of the control files of a package: all files whose names end with `.conf`.
  private let folder: String

  /// The control file of an installation by `make install`.
  private let installed: String

  /// The control file of a checkout, relative to the working folder; nil if no checkout counts.
  private let ofCheckout: String?

  package init(
    folder: String = "/etc/albumscan", installed: String = "/srv/albumscan/etc/albumscan.conf",
    ofCheckout: String? = inCheckout
  ) {
    self.folder = folder
    self.installed = installed
    self.ofCheckout = ofCheckout
  }

  /// The choice of a program in `programs`, run by root or by another user.
  ///
  /// For root, the working folder never counts, because another user may have made its control file. The program of a
  /// checkout finds the file of its own checkout.
  package init(programs: String, isRoot: Bool) {
    guard isRoot else {
      self.init()
      return
    }
    let checkout = Self.checkout(of: programs)
    self.init(ofCheckout: checkout.map { "\($0)/\(Self.inCheckout)" })
  }

  private static let inCheckout = "cgi-bin/albumscan"

  /// The checkout whose build contains the programs; nil for installed programs.
  package static func checkout(of programs: String) -> String? {
    let parts = programs.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().firstIndex(of: ".build").map { parts[..<$0].joined(separator: "/") }
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
    if isOfCheckout, let ofCheckout, Files.exists(ofCheckout) { return ofCheckout }
    let files = try installedFiles()
    guard files.count > 1 else {
      guard let file = files.first.map(resolved) ?? ofCheckout else { throw absent }
      return file
    }
    throw ConfigurationError(
      file: files.joined(separator: ", "), line: nil,
      message: "there are several control files; choose one with --config or \(Self.variable)")
  }

  /// The error of root without an installed file.
  private var absent: ConfigurationError {
    ConfigurationError(
      file: folder, line: nil,
      message:
        "there is no control file here, nor \(installed); --config FILE names one (for root, the working folder "
        + "does not count)")
  }

  /// `albumscan setup` makes links in the folder of the packages. The relative paths of a control file begin at the
  /// folder of the file itself, not at the folder of such a link.
  ///
  /// The links of other folders stay in the path, because their owners count for root (`PathOwner`).
  package func resolved(_ file: String) -> String {
    guard Files.parent(of: file) == folder, let target = Files.linkTarget(of: file) else {
      return file
    }
    return Files.absolutePath(target, from: folder)
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
