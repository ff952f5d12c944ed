// A program of Debian that an installation may lack.

package struct InstalledProgram: Sendable {
  /// The name of the program, such as `vips`.
  package let name: String

  /// The Debian package.
  package let package: String

  /// `package` nil stands for a package with the program's name.
  package init(_ name: String, package: String? = nil) {
    self.name = name
    self.package = package ?? name
  }

  /// The path of the installed program; nil if it is not installed.
  package var path: String? {
    ["/usr/bin/\(name)", "/usr/local/bin/\(name)"].first { Files.allows(.execute, $0) }
  }

  /// The remedy if the program is not installed; nil if it is.
  package var absence: String? {
    path == nil ? "\(name) is not installed; sudo apt-get install \(package)" : nil
  }
}
