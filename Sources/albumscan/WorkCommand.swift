// The worker: drains the queue and leaves. The CGI starts it; a cron line or a person may too.

import Albums
import ArgumentParser
import Host
import Scanning

struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Work off the queue and leave.")

  @ParentCommand var program: AlbumScan

  @Flag(help: "Stay, and look for work every second until told to stop.")
  var forever = false

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    repeat {
      do {
        _ = try await Worker(tools: tools).drain()
      } catch {
        tools.log.write(Setup.now().iso, "worker", "\(error)")
        if !forever { throw Ending(.no, "\(error)") }
      }
      if forever { try await Task.sleep(for: .seconds(1)) }
    } while forever
  }
}
