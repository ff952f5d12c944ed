// A review on its scan's page while it is being written. It lives in memory alone: `Records` holds it for
// whatever else publishes the scan meanwhile, and it is gone with the scan's end.

import Albums
import Host

struct LiveText: Sendable {
  /// Three a second, and the whole of it when it is there: at most four. Source: issue "≤ 4 writes a second".
  static let pause = Duration.milliseconds(334)

  let scan: ScanID
  let records: Records
  let publisher: Publisher
  let log: LogFile
  let now: @Sendable () -> Timestamp

  /// Shows the sentences of an answer as its pieces come, the first one at once.
  func follow(_ pieces: AsyncStream<String>) async {
    let (texts, pen) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    async let written: Void = write(texts)
    var soFar = ReviewSoFar()
    var last = ""
    for await piece in pieces {
      soFar.hear(piece)
      if soFar.text != last { pen.yield(soFar.text) }
      last = soFar.text
    }
    pen.finish()
    await written
  }

  private func write(_ texts: AsyncStream<String>) async {
    for await text in texts {
      guard !Task.isCancelled else { return }
      await show(text)
      // Cancelled: the answer is there, and nobody waits for its pieces.
      guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
    }
  }

  /// Writes the scan's status with `text`; what cannot be written is only logged.
  func show(_ text: String) async {
    let (scan, publisher) = (scan, publisher)
    do {
      try await records.withLive { (store, live) throws(PublishError) in
        live[scan] = text
        try publisher.publishStatus(of: scan, from: store, live)
      }
    } catch {
      log.write(now().iso, "site", "status of scan \(scan): \(error)")
    }
  }
}

extension ScanTools {
  func liveText(of scan: ScanID) -> LiveText {
    LiveText(scan: scan, records: records, publisher: publisher, log: log, now: now)
  }

  /// The scan is out of this worker's hands.
  func forgetLiveText(of scan: ScanID) async {
    await records.withLive { (_, live) in live[scan] = nil }
  }
}
