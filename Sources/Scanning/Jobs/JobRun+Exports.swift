// The step of the job that writes an export for the web.

import Albums
import Host
import Store

extension JobRun {
  /// Writes the export. If a later request of the person has withdrawn the job meanwhile, deletes
  /// the file.
  func export(_ order: ExportOrder) async throws {
    guard let exports = tools.exports else { return try await done() }
    let path = tools.configuration.export(order.id.text)
    do throws(HostError) {
      // The folder is missing after a restore.
      try Files.makeDirectories(tools.configuration.exports, mode: 0o700)
    } catch {
      tools.log.write(tools.now().iso, "export", "\(job.name): \(error)")
      throw ScanFailure(storing: error)
    }
    try await exports.write(order.content, job.person, path)
    Failpoint.pass("export:written")
    do throws(StoreError) {
      try await done()
    } catch {
      if case .stale = error { remove(path) }
      throw error
    }
  }

  private func remove(_ path: String) {
    do {
      try Files.remove(path)
    } catch {
      tools.log.write(tools.now().iso, "export", "\(job.name): \(error)")
    }
  }
}
