// The entry of the command line: for the program `albumscan`, and for other processes that call its commands.

import ArgumentParser
import Host
import Refresh
import Store

package enum CommandRunner {
  /// Runs the command that the arguments of this process name, and ends the process.
  package static func run() async -> Never {
    ProcessLimits.silenceThreads()
    ProcessLimits.ignoreBrokenPipes()
    ProcessLimits.hideMemory()
    // Every file gets the mode that its purpose needs, whatever the umask of the shell is. The web
    // server reads the pages as another user.
    ProcessLimits.ignoreUmask()
    Ending.leave(await exitCode(of: Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs a command in this process and returns its exit code.
  package static func run(_ arguments: [String], in surroundings: Surroundings) async -> Int32 {
    await Surroundings.$current.withValue(surroundings) { await exitCode(of: arguments) }
  }

  private static func exitCode(of arguments: [String]) async -> Int32 {
    while true {
      do {
        var command = try AlbumScan.parseAsRoot(hoisted(arguments))
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
        return 0
      } catch is CommandRestart {
        continue
      } catch {
        return exitCode(for: error)
      }
    }
  }

  /// Moves `--config` to the front, because the option belongs to the program.
  /// `albumscan scan --config FILE` means `albumscan --config FILE scan`.
  private static func hoisted(_ arguments: [String]) -> [String] {
    var front: [String] = []
    var rest = arguments
    if let index = rest.firstIndex(of: "--config"), index + 1 < rest.count {
      front = Array(rest[index...(index + 1)])
      rest.removeSubrange(index...(index + 1))
    } else if let index = rest.firstIndex(where: { $0.hasPrefix("--config=") }) {
      front = [rest.remove(at: index)]
    }
    return front + rest
  }

  /// Prints the message of an error, and returns its exit code. Help and version are not errors. The exit code for
  /// wrong arguments is 2, not the code of ArgumentParser.
  private static func exitCode(for error: any Error) -> Int32 {
    switch error {
    case let ending as Ending: return ending.report()
    case let error as ConfigurationError: return Ending(.usage, "\(error)").report()
    case let error as StoreError: return Ending(.no, error.explanation).report()
    case let error as RefreshError: return Ending(.no, error.explanation).report()
    case let error as HostError: return Ending(.no, "\(error)").report()
    default: break
    }
    let code = AlbumScan.exitCode(for: error)
    let isUsage = !code.isSuccess && !(error is ExitCode)
    let message = AlbumScan.fullMessage(for: error)
    if !message.isEmpty { Terminal.write(message + "\n", toError: isUsage) }
    return isUsage ? 2 : code.rawValue
  }
}
