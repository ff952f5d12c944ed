// Sends backups to another computer or a storage service, with Debian's program `rclone`.

import Host

/// The folder that the setting `backup-to` names.
package struct RemoteBackups: Sendable {
  /// The Debian package.
  package static let package = "rclone"

  private static let programs = ["/usr/bin/rclone", "/usr/local/bin/rclone"]

  /// The installed program; nil if `rclone` is not installed.
  package static var program: String? { programs.first(where: Files.exists) }

  /// The exit code of rclone for a folder that does not exist yet.
  private static let noFolder: Int32 = 3

  /// The maximum time of an upload: half a day, so that the next night's backup never overlaps.
  private static let uploadMilliseconds: Int64 = 12 * 3_600_000
  private static let requestMilliseconds: Int64 = 10 * 60_000

  private let program: String

  /// `REMOTE:PATH`, or the absolute path of a folder.
  private let target: String

  /// Throws if `rclone` is not installed.
  package init(_ target: String) throws(BackupError) {
    guard let program = Self.program else {
      throw .refused("backup-to needs the program rclone: apt-get install \(Self.package)")
    }
    self.program = program
    self.target = target
  }

  /// Uploads a file. rclone compares the digests of both files if the remote can do that.
  package func send(_ file: String, as backup: DatedBackup) throws(BackupError) {
    let output = try run(
      ["copyto", "--", file, place(of: backup.name)], within: Self.uploadMilliseconds)
    guard output.exitCode == 0 else { throw failure("copyto", output) }
  }

  /// The names of the files in the folder; none if the folder does not exist yet.
  package func names() throws(BackupError) -> [String] {
    let output = try run(
      ["lsf", "--files-only", "--max-depth", "1", "--", target], within: Self.requestMilliseconds,
      isQuiet: true)
    if output.exitCode == Self.noFolder { return [] }
    guard output.exitCode == 0 else { throw failure("lsf", output) }
    return output.bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Deletes the backups that are too old. Returns their names.
  package func removeExpired() throws(BackupError) -> [String] {
    let expired = BackupRetention.expired(try names())
    for name in expired {
      let output = try run(["deletefile", "--", place(of: name)], within: Self.requestMilliseconds)
      guard output.exitCode == 0 else { throw failure("deletefile", output) }
    }
    return expired
  }

  private func place(of name: String) -> String {
    target.hasSuffix("/") || target.hasSuffix(":") ? target + name : "\(target)/\(name)"
  }

  /// Runs rclone with a clean environment. It reads the remotes from the file of this user, or from
  /// the file that `RCLONE_CONFIG` names, and never asks for a password.
  private func run(
    _ arguments: [String], within milliseconds: Int64, isQuiet: Bool = false
  ) throws(BackupError) -> Programs.Output {
    let configuration = Programs.environment("RCLONE_CONFIG").map { ["--config", $0] } ?? []
    let options = ["--ask-password=false", "--contimeout", "30s", "--timeout", "5m"]
    return try hosting { () throws(HostError) in
      try Programs.run(
        program, configuration + options + arguments, input: "/dev/null", limit: 8 << 20,
        timeoutMilliseconds: milliseconds, hidesErrors: isQuiet)
    }
  }

  private func failure(_ command: String, _ output: Programs.Output) -> BackupError {
    .remote(
      "rclone \(command) \(target) ended with \(output.exitCode); to see the reason, run as this "
        + "user: rclone lsf '\(target)'")
  }
}
