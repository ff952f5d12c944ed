// Runs Debian's program `rclone`, which copies files to other computers and storage services.
// Backups and the published log use it.

package import Host

/// The program `rclone` with its configuration.
package struct Rclone: Sendable {
  /// Debian's program.
  package static let installed = InstalledProgram("rclone")

  /// The usual maximum of rclone's output in bytes. Source: docs/limits.md.
  package static let mostOutput = 16 << 20

  /// The maximum of a list of all files at a remote in bytes: more than 2,000,000 paths of a
  /// published log. Source: docs/limits.md.
  package static let longestList = 256 << 20

  private let program: String

  /// The file with the remotes; nil for the file that rclone finds by its own rules.
  private let configuration: String?

  /// The variables that open an encrypted configuration, with their values. Source:
  /// <https://rclone.org/docs/#configuration-encryption>.
  private let passwords: [String]

  /// The most milliseconds of any run, even if the caller permits more.
  private let mostMilliseconds: Int64

  /// Throws if `rclone` is not installed. `setting` is the key of the control file that needs it.
  /// `configuration` is the setting `rclone-config`.
  package init(for setting: String, configuration: String?) throws(RcloneError) {
    guard let program = Self.installed.path else { throw .missing(setting: setting) }
    self.init(program: program, configuration: configuration)
  }

  /// Uses another program, and no run lasts longer than `mostMilliseconds`. `environment` returns a variable
  /// of this process.
  package init(
    program: String, configuration: String? = nil, mostMilliseconds: Int64 = .max,
    environment: (String) -> String? = Programs.environment
  ) {
    self.program = program
    passwords = ["RCLONE_CONFIG_PASS", "RCLONE_PASSWORD_COMMAND"].compactMap { name in
      environment(name).map { "\(name)=\($0)" }
    }
    self.mostMilliseconds = mostMilliseconds
    self.configuration = configuration ?? Self.environmentConfiguration
  }

  /// The file that `RCLONE_CONFIG` names. A worker that the CGI starts does not have this variable.
  package static var environmentConfiguration: String? {
    Programs.environment("RCLONE_CONFIG").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs rclone and returns its output with any exit code. `failure` turns an exit code into an
  /// error.
  ///
  /// rclone gets a clean environment: a variable such as `AWS_CA_BUNDLE` would break its access to S3. Only the
  /// variables that open an encrypted configuration are passed on. It reads the
  /// remotes from the file that `rclone-config` names, else from the file that `RCLONE_CONFIG` names, else from the
  /// configuration of this user, and never asks for a password. Throws if rclone cannot be started, writes more than
  /// `limit` bytes, or runs for more than `milliseconds`.
  package func run(
    _ arguments: [String], within milliseconds: Int64, limit: Int = mostOutput
  ) throws(RcloneError) -> Programs.Output {
    do {
      return try Programs.run(
        program, options + arguments, input: "/dev/null", limit: limit,
        timeoutMilliseconds: min(milliseconds, mostMilliseconds),
        errors: .kept, variables: passwords)
    } catch {
      throw .host(error)
    }
  }

  /// The options of every run.
  private var options: [String] {
    // An empty log format leaves out the time of each message.
    (configuration.map { ["--config", $0] } ?? []) + [
      "--ask-password=false", "--contimeout", "30s", "--timeout", "5m", "--log-format=",
    ]
  }

  /// Runs rclone for the listed files only. Each path is relative to the folder that rclone reads;
  /// rclone takes every character of it as it is.
  ///
  /// `sync` deletes a listed file at the remote if the folder does not contain it, even if the folder
  /// itself does not exist; the caller checks the folder first. The list is a file in `folder` that
  /// exists only while rclone runs. Throws if there is no file, or a path contains a line break.
  package func run(
    _ arguments: [String], files: [String], listedIn folder: String, within milliseconds: Int64
  ) throws(RcloneError) -> Programs.Output {
    let list = try list(of: files, in: folder)
    // If this process is killed, the list stays, and is later removed with the other temporary
    // files of the folder.
    defer { _ = try? Files.remove(list) }
    return try run(["--files-from-raw", list] + arguments, within: milliseconds)
  }

  /// Like the other `run` for files. rclone holds `lock`, too, so the lock stays until rclone ends,
  /// even if this process is killed before.
  package func run(
    _ arguments: [String], files: [String], listedIn folder: String, holding lock: borrowing Lock,
    within milliseconds: Int64
  ) throws(RcloneError) -> Programs.Output {
    let list = try list(of: files, in: folder)
    defer { _ = try? Files.remove(list) }
    do {
      return try Programs.run(
        program, options + ["--files-from-raw", list] + arguments, holding: lock,
        limit: Self.mostOutput, timeoutMilliseconds: min(milliseconds, mostMilliseconds),
        errors: .kept, variables: passwords)
    } catch {
      throw .host(error)
    }
  }

  /// Writes the list of files. Returns its path.
  private func list(of files: [String], in folder: String) throws(RcloneError) -> String {
    // rclone could take an empty list for "all files".
    guard !files.isEmpty else { throw .badList("it is empty") }
    for file in files where file.isEmpty || file.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
    {
      throw .badList("\"\(file)\" is no path of one line")
    }
    let list = Files.temporaryPath(for: "\(folder)/list")
    let text = files.joined(separator: "\n") + "\n"
    do {
      try Files.replace(list, with: Array(text.utf8), mode: 0o600, durably: false)
    } catch {
      throw .host(error)
    }
    return list
  }

  /// The address of `name` in the folder `target`, which is `REMOTE:PATH` or an absolute path.
  package static func path(of name: String, in target: String) -> String {
    target.hasSuffix("/") || target.hasSuffix(":") ? target + name : "\(target)/\(name)"
  }
}

extension Rclone {
  /// The error of a command, such as `sync`, that did not end with 0.
  package func failure(
    _ command: String, at target: String, _ output: Programs.Output
  ) -> RcloneError {
    .ended(
      command: command, target: target, exitCode: output.exitCode,
      reason: Self.reason(in: output.errors), configuration: configuration)
  }

  /// The maximum length of a reason in characters.
  private static let longestReason = 300

  /// rclone's last message, on one line; nil if it wrote none.
  private static func reason(in messages: [UInt8]) -> String? {
    let lines = messages.split { $0 < 0x20 || $0 == 0x7F }
    return lines.map { String(decoding: $0, as: UTF8.self) }
      .last { !$0.allSatisfy(\.isWhitespace) }
      .map { String($0.prefix(longestReason)) }
  }
}

/// The reason why rclone did not do its work, worded for the command line.
package enum RcloneError: Error, Equatable, Sendable, CustomStringConvertible {
  /// rclone is not installed; the control file has the setting that needs it.
  case missing(setting: String)

  /// rclone could not be started, or ran too long.
  case host(HostError)

  /// The list of files cannot be used; the text gives the reason.
  case badList(String)

  /// rclone ended with another exit code than 0; `reason` is its last message, and `configuration` the
  /// file with the remotes, if it was named.
  case ended(
    command: String, target: String, exitCode: Int32, reason: String?, configuration: String? = nil)

  package var description: String {
    switch self {
    case .missing(let setting):
      "\(setting) needs the program rclone: apt-get install \(Rclone.installed.package)"
    case .host(let error): "\(error)"
    case .badList(let reason): "the list of files for rclone: \(reason)"
    case .ended(let command, let target, let exitCode, let reason, let configuration):
      "rclone \(command) \(target) ended with \(exitCode)\(reason.map { " (\($0))" } ?? ""); to "
        + "test the place, run as this user: rclone"
        + (configuration.map { " --config '\($0)'" } ?? "") + " lsf '\(target)'"
    }
  }
}
