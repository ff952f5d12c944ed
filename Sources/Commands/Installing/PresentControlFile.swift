// The present control file of an installation that `setup` changes. Its owner reads it, because root believes no file
// that another user can write.

import ArgumentParser
import Host
import Installing

/// The part of root: starts `SetupReadsCommand`.
enum PresentControlFile {
  /// The text of the control file; nil if the installation has none yet. Throws the reason why it cannot be read.
  static func text(of file: String) throws -> ControlText? {
    guard Files.exists(file) || Files.isLink(file) else { return nil }
    let output = try Programs.run(
      "\(Surroundings.current.programs)/albumscan", ["--config", file, "setup-reads"],
      input: "/dev/null",
      limit: Configuration.fileLimit, timeoutMilliseconds: 10_000, errors: .kept)
    guard output.exitCode == 0 else {
      let reason = String(decoding: output.errors, as: UTF8.self).split(separator: "\n").first ?? ""
      throw InstallingError(
        "\(reason.hasPrefix(Self.name) ? reason.dropFirst(Self.name.count) : reason)")
    }
    return ControlText(String(decoding: output.bytes, as: UTF8.self))
  }

  private static let name = "albumscan: "
}

/// The part of the owner: prints the control file.
struct SetupReadsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup-reads", abstract: "The part of setup that reads the control file.",
    shouldDisplay: false)

  @ParentCommand var program: AlbumScan

  func run() throws {
    let bytes = try Files.readRegular(try program.controlFile(), limit: Configuration.fileLimit)
    Terminal.write(String(decoding: bytes, as: UTF8.self))
  }
}
