// The command line of a host, and the worker that the CGI starts. This file contains only the
// parsing of arguments and the exit codes. AlbumScan+Commands.swift lists the commands, and each
// command, or group of related commands, has its own file.

import ArgumentParser
import Host
import Refresh
import Store

@main
struct AlbumScan: AsyncParsableCommand {
  static let number = Version.number
  static let userAgentName = "AlbumScan/\(number)"

  @Option(
    help: ArgumentHelp(
      "The control file; without this option the file that ALBUMSCAN_CONFIG names, else the only "
        + "file /etc/albumscan/*.conf or /srv/albumscan/etc/albumscan.conf, else cgi-bin/albumscan in "
        + "this folder. The program of a checkout prefers the latter.",
      valueName: "file"))
  var config: String?

  static func main() async {
    ProcessLimits.ignoreBrokenPipes()
    ProcessLimits.hideMemory()
    // Every file gets the mode that its purpose needs, whatever the umask of the shell is. The web
    // server reads the pages as another user.
    ProcessLimits.ignoreUmask()
    do {
      var command = try Self.parseAsRoot(hoisted(Array(CommandLine.arguments.dropFirst())))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      Ending.leave(0)
    } catch let ending as Ending {
      ending.leave()
    } catch let error as ConfigurationError {
      Ending(.usage, "\(error)").leave()
    } catch let error as StoreError {
      Ending(.no, error.explanation).leave()
    } catch let error as RefreshError {
      Ending(.no, error.explanation).leave()
    } catch let error as HostError {
      Ending(.no, "\(error)").leave()
    } catch {
      leave(on: error)
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

  /// Ends the program after an error. Help and version are not errors. The exit code for wrong
  /// arguments is 2, not the code of ArgumentParser.
  private static func leave(on error: any Error) -> Never {
    let isUsage = exitCode(for: error).isSuccess == false && !(error is ExitCode)
    let message = fullMessage(for: error)
    if !message.isEmpty { Terminal.write(message + "\n", toError: isUsage) }
    Ending.leave(isUsage ? 2 : exitCode(for: error).rawValue)
  }
}
