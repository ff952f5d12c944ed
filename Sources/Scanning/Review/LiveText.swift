// Shows a review on its scan's page while the model writes it. The text is in memory only.
// `DatabaseActor` keeps it until the attempt at the scan ends, for other code that refreshes the
// page.

import Albums
import Host
import Refresh

struct LiveText: Sendable {
  /// The pause between two writes. It allows three writes in a second, and a fourth for the
  /// complete review.
  static let pause = Duration.milliseconds(334)

  let scan: ScanID
  let database: DatabaseActor
  let refresher: PageRefresher
  let log: LogFile
  let now: @Sendable () -> Timestamp

  /// Shows the sentences of an answer as its parts arrive. The first sentence is shown at once.
  func follow(_ parts: AsyncStream<String>, money: MoneyTalk) async {
    let (texts, writer) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1))
    async let written: Void = write(texts)
    var soFar = ReviewSoFar(money: money)
    var shownBytes = 0
    for await part in parts {
      soFar.hear(part)
      // The text never shrinks, so a different length means new text.
      if soFar.text.utf8.count > shownBytes { writer.yield(soFar.text) }
      shownBytes = soFar.text.utf8.count
    }
    writer.finish()
    await written
  }

  private func write(_ texts: AsyncStream<String>) async {
    for await text in texts {
      guard !Task.isCancelled else { return }
      await show(text)
      // The sleep is cancelled when the whole answer has arrived. The complete review is shown
      // next.
      guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
    }
  }

  /// Writes the scan's status with `text`; an error is only logged.
  func show(_ text: String) async {
    let (scan, refresher) = (scan, refresher)
    do {
      try await database.withLive { (store, live) throws(RefreshError) in
        live[scan, default: LiveScan()].review = text
        try refresher.refreshStatus(of: scan, from: store, live)
      }
    } catch {
      log.write(now().iso, "site", "status of scan \(scan): \(error)")
    }
  }
}
