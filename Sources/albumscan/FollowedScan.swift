// Waits for the end of a scan and shows its progress on a terminal.

import Albums
import Host
import Scanning
import Store

struct FollowedScan: Sendable {
  let id: ScanID
  let name: String
  let tools: ScanTools

  /// Runs the due jobs itself, or waits for the worker that holds the lock.
  func result() async throws -> Scan {
    defer { Terminal.endProgress() }
    let progress = Task { try await showProgress() }
    defer { progress.cancel() }
    while true {
      _ = try await Worker(tools: tools).drain { await isOver() }
      let scan = try await current()
      if scan.state.isFinal || scan.state == .waiting { return scan }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Whether the command stops following the scan. It does not follow a scan that waits for a
  /// service: a worker retries that scan later.
  private func isOver() async -> Bool {
    guard let scan = try? await current() else { return true }
    return scan.state.isFinal || scan.state == .waiting
  }

  private func showProgress() async throws {
    while !Task.isCancelled {
      Terminal.progress("\(name): \(try await current().state.inWords)")
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func current() async throws -> Scan {
    guard
      let scan = try await tools.records.with({ (store) throws(StoreError) in
        try store.scan(id)
      })
    else { throw Ending(.no, "scan \(id) is gone from the database") }
    return scan
  }
}

extension ScanState {
  /// A line of progress.
  var inWords: String {
    switch self {
    case .queued: "waiting its turn…"
    case .identifying: "extracting text and examining album art…"
    case .identified: "found; fetching what is known of it…"
    case .reviewing: "reading the review…"
    case .complete: "done"
    case .identificationFailed: "not identified"
    case .waiting: "a service did not answer; it tries again by itself…"
    case .failed: "failed"
    }
  }
}
