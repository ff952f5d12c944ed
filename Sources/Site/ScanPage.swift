// A scan's page, `/scan/<id>/`. While the scan goes on the page never changes: it is the pattern
// the CGI copies, and the script reads status.json beside it. Only waiting and the end are told in
// the file.

import Albums

/// `scan.mustache`.
struct ScanPage: Page {
  static let template = "scan"
  let frame: Frame
  let id: String

  /// The scan goes on; true in the pattern too.
  let isUnderWay: Bool

  /// What is said first; the script goes on from there.
  let sentence: String

  /// A service let the scan wait: it says why, and offers to try at once.
  let isWaiting: Bool

  /// What ended the scan without a find.
  let failure: FailureView?

  /// The find's page address once there is a find.
  let album: String?
  let names: AlbumNames?
  let isRecognised: Bool

  /// The find was deleted after the scan had ended.
  let isDeleted: Bool

  init(_ scan: Scan, settings: SiteSettings) {
    let isUnderWay = !scan.state.isFinal
    frame = Frame(
      ScanPage.heading(of: scan.state) + " · AlbumScan", summary: "A scan and what came of it.",
      look: isUnderWay ? "dark loading" : "dark plain", script: isUnderWay ? "scan" : nil,
      settings: settings)
    id = scan.id.text
    self.isUnderWay = isUnderWay
    isWaiting = scan.state == .waiting
    sentence =
      isWaiting ? ScanStatus.message(scan) : "Extracting text and examining album art"
    failure = isUnderWay || scan.state == .complete ? nil : FailureView(scan.endingFailure)
    album = scan.state == .complete ? scan.find.map { "/album/\($0)/" } : nil
    names = isUnderWay ? nil : scan.album.map(AlbumNames.init)
    isRecognised = !isUnderWay && scan.isRecognised
    isDeleted = scan.state == .complete && scan.find == nil
  }

  static func path(_ id: ScanID) -> String { "scan/\(id)/index.html" }

  private static func heading(of state: ScanState) -> String {
    switch state {
    case .queued, .identifying, .identified, .reviewing, .waiting: "Scanning"
    case .complete: "Scanned"
    case .identificationFailed, .failed: "Not identified"
    }
  }
}

extension Scan {
  /// Why the scan ended without a find, even when nobody wrote it down.
  var endingFailure: ScanFailure {
    failure ?? ScanFailure(state == .identificationFailed ? .notIdentified : .providerFailed)
  }
}

/// A failure in words.
struct FailureView: Equatable, Sendable {
  let headline: String
  let message: String

  init(_ failure: ScanFailure) {
    headline = failure.code.headline
    message = failure.message
  }
}
