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

  /// The interval between two checks of a scan that another worker runs, and the maximum number of
  /// checks for the page of a stored find (20 s in all).
  static let pause = Duration.milliseconds(200)
  static let mostChecks = 100

  /// The scan after it has ended and its page is written, or while it waits for a service. Until then the
  /// command runs the due jobs itself, or waits for the worker that holds the lock.
  func result() async throws -> Scan {
    defer { Terminal.endProgress() }
    let progress = Task { try await showProgress() }
    defer { progress.cancel() }
    var checks = 0
    while true {
      let hadLock = try await Worker(tools: tools).drain { await isOver() }
      let scan = try await current()
      if scan.state.isFinal || scan.state == .waiting {
        // If this worker had the lock, it has tried to write all pages. Otherwise another worker
        // runs, which commits the find before it writes the page, so the page may come later.
        checks += 1
        let isPageDue = try await isPageDue(of: scan)
        if hadLock || checks > Self.mostChecks || !isPageDue { return scan }
      }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Whether the page of the scan's find is still to be written.
  private func isPageDue(of scan: Scan) async throws -> Bool {
    guard !tools.configuration.isPageWritten(of: scan) else { return false }
    return try await tools.database.with { (store) throws(StoreError) in try store.hasStalePages() }
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

extension Configuration {
  /// Whether the page of the scan's find exists. True without a find.
  func isPageWritten(of scan: Scan) -> Bool {
    scan.findPage.map { Files.exists("\(site)\($0)index.html") } ?? true
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
