// The process around a command. Commands ask this value in place of the process, so that another process can call
// them, too.

import Host

/// The programs, the variables, the user and the streams of a command.
package struct Surroundings: Sendable {
  /// The folder with the programs.
  let programs: String

  /// The value of an environment variable.
  let variable: @Sendable (_ name: String) -> String?

  /// Receives the bytes of stdout, and of stderr with `isError`.
  let write: @Sendable (_ bytes: [UInt8], _ isError: Bool) -> Void

  /// Whether this process is the program `albumscan`. Only then a command becomes the owner of the data, asks at a
  /// terminal, or replaces the process by a new one.
  let isProgram: Bool

  /// The templates, scripts and texts that commands of this process have read. Nil for the program, which reads them
  /// once.
  let sources: SourceCache?

  @TaskLocal static var current = Surroundings.program

  /// Those of the program `albumscan`.
  private static let program = Surroundings(
    programs: Programs.ownFolder,
    variable: { Programs.environment($0) },
    write: { bytes, isError in
      // If the reader closed the pipe, the command still completes its work.
      try? FileDescriptor.standard(isError ? 2 : 1).write(bytes)
    }, isProgram: true, sources: nil)

  private init(
    programs: String, variable: @escaping @Sendable (String) -> String?,
    write: @escaping @Sendable ([UInt8], Bool) -> Void, isProgram: Bool, sources: SourceCache?
  ) {
    self.programs = programs
    self.variable = variable
    self.write = write
    self.isProgram = isProgram
    self.sources = sources
  }

  /// Those of another process that calls commands as its own user, without a terminal. `programs` is the folder with
  /// the programs, and `variables` the environment. Relative paths begin at the working folder of the process.
  package init(
    programs: String, variables: [String: String], sources: SourceCache,
    write: @escaping @Sendable (_ bytes: [UInt8], _ isError: Bool) -> Void
  ) {
    self.init(
      programs: programs, variable: { variables[$0] }, write: write,
      isProgram: false, sources: sources)
  }

  /// Whether descriptor 0, 1 or 2 is a terminal.
  func isTerminal(_ descriptor: Int32) -> Bool {
    isProgram && StandardStreams.isTerminal(descriptor)
  }

  /// The build of the program `albumscan`, by which pages are stale.
  var build: String { isProgram ? Programs.build : Programs.build(of: "\(programs)/albumscan") }

  /// Starts the command again, with the present settings. Returns the error to throw: the reason if that fails.
  func restart() -> any Error {
    isProgram ? Ending(.no, "\(Programs.restart())") : CommandRestart()
  }
}

/// Thrown by a command that has to begin again, outside of the program `albumscan`.
struct CommandRestart: Error {}
