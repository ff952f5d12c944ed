// Waits for the end of a scan and shows its progress on a terminal.

import Albums
import Host
import Scanning
import Store

struct FollowedScan: Sendable {
  let id: ScanID
  let name: String
  let tools: ScanTools
  let words: Phrasebook

  /// The scan after it has ended or waits for a service. Until then the command runs the due jobs
  /// itself, or waits for the worker that holds the lock.
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

  /// Whether the command stops following the scan. It also stops if the scan waits for a service; a
  /// worker later retries that scan.
  private func isOver() async -> Bool {
    guard let scan = try? await current() else { return true }
    return scan.state.isFinal || scan.state == .waiting
  }

  private func showProgress() async throws {
    while !Task.isCancelled {
      Terminal.progress("\(name): \(words.text(try await current().state.progress))")
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func current() async throws -> Scan {
    guard
      let scan = try await tools.database.with({ (store) throws(StoreError) in
        try store.scan(id)
      })
    else { throw Ending(.no, words("cli.scan.gone", ["scan": .text(id.text)])) }
    return scan
  }
}

extension ScanState {
  /// The present step of the scan, for a line of progress.
  var progress: Sentence {
    switch self {
    case .queued: Sentence("cli.state.queued")
    case .identifying: Sentence("cli.state.identifying")
    case .identified: Sentence("cli.state.identified")
    case .reviewing: Sentence("cli.state.reviewing")
    case .complete: Sentence("cli.state.complete")
    case .identificationFailed: Sentence("cli.state.not-identified")
    case .waiting: Sentence("cli.state.waiting")
    case .failed: Sentence("cli.state.failed")
    }
  }
}
