// The worker command: runs the jobs that are due and waits for later attempts. The CGI starts it;
// cron or a person can start it too.

import Albums
import ArgumentParser
import Host
import Scanning
import Store

struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the jobs that are due, then wait for later attempts.")

  @ParentCommand var program: AlbumScan

  @Flag(help: "Keep running, and look for jobs every second until stopped.")
  var forever = false

  func run() async throws {
    let setup = try Setup(program)
    let readers = setup.configuration.sessionFiles.readers
    let tools = try started(setup)
    do {
      repeat {
        try setup.configuration.takeWorkerRequest()
        try await drain(tools)
        if tools.hasNewSettings() { throw try await restarted(tools) }
        guard forever else { break }
        try await Task.sleep(for: .seconds(1))
        // The pages depend on the clients that may open them. The new process writes the pages of the
        // present state.
        if setup.configuration.sessionFiles.readers != readers {
          throw Surroundings.current.restart()
        }
      } while true
      if try await AttemptTimer(tools: tools).wait() { throw try await restarted(tools) }
    } catch let error as StoreError {
      tools.log.write(Setup.now().iso, "worker", "\(error)")
      throw Ending(.no, "\(error)")
    }
  }

  private func drain(_ tools: ScanTools) async throws {
    do {
      _ = try await Worker(tools: tools).drain { tools.hasNewSettings() }
    } catch {
      guard forever else { throw error }
      tools.log.write(Setup.now().iso, "worker", "\(error)")
    }
  }

  /// Replaces this process, and returns the reason if that fails. The new process reads the present control
  /// file, templates and prompts. It refuses a database that another version has upgraded meanwhile.
  private func restarted(_ tools: ScanTools) async throws -> any Error {
    // A job may have failed with the former setting after the setting had changed.
    if tools.hasNewSettings() { await tools.endWaits(before: Setup.now()) }
    return Surroundings.current.restart()
  }

  /// Creates the tools. A worker that the CGI started has no terminal, so the reason for a failed
  /// start goes to the log.
  private func started(_ setup: Setup) throws -> ScanTools {
    do {
      return try setup.scanTools()
    } catch {
      let reason = (error as? Ending)?.message ?? "\(error)"
      setup.log.writeUnlessRepeated(
        Setup.now().iso, "worker", "it cannot start: \(reason)")
      throw error
    }
  }
}
