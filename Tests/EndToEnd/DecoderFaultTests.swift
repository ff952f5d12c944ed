// A table of the faults of albumscan-photo in a scan of an album. After each fault, the photo of a scan that waits is
// kept, a retry completes the scan, and no call is paid for twice.

import Albums
import Host
import Services
import Store
import Support
import Testing

/// A command of albumscan-photo that a scan runs, and its fault.
struct DecoderFault: Sendable, CustomStringConvertible {
  /// `crop` makes the picture of the cover for the model, and `artwork` the pictures of the found cover.
  enum Command: String, CaseIterable, Sendable { case crop, artwork }

  let command: Command
  let fault: PhotoProgramFault
  var description: String { "\(command) \(fault)" }

  static let all = Command.allCases.flatMap { command in
    PhotoProgramFault.allCases.map { DecoderFault(command: command, fault: $0) }
  }

  /// Whether the scan waits for the timeout of 15 s. Only `make torture` has such a case.
  var isSlow: Bool { fault == .hangs }

  /// Source: docs/faults.md C4, docs/product.md "Partial success always beats failure".
  var state: ScanState {
    switch (command, fault) {
    case (.crop, .refuses): .failed
    case (.crop, _): .waiting
    case (.artwork, _): .complete
    }
  }
}

@Suite(.serialized) struct DecoderFaultTests {
  static let sample =
    sampled(DecoderFault.all.filter { !$0.isSlow }, 4, of: "faults of albumscan-photo") {
      $0.description
    } + (Environment.isTorture ? DecoderFault.all.filter(\.isSlow) : [])

  @Test(arguments: sample)
  func `each fault of the decoder leaves a documented scan, and a retry completes it`(
    fault: DecoderFault
  ) throws {
    let realm = try Realm(
      .knowing([Awkward.backInBlack]), programs: try FaultyPhotoProgram.programs())
    let installation = realm.installation
    try installation.order(fault.fault, of: fault.command.rawValue)
    let answer = try realm.scan(Awkward.backInBlack)
    let store = try installation.store()
    let id = try #require(answer.json.firstMatch(of: #/"id":"([0-9a-z]{26})"/#)).output.1
    let scan = try #require(try store.scan(ScanID(unchecked: String(id))))
    #expect(scan.state == fault.state)
    let isWaiting = fault.state == .waiting
    #expect(Files.exists("\(installation.data)/photos/\(scan.id).jpg") == isWaiting)
    let calls = try store.callRecords(of: scan.id).count
    #expect(calls == (fault.command == .crop ? 0 : 2))
    try installation.recoverPhotoProgram()
    if fault.state == .failed { return }
    if isWaiting {
      #expect(try installation.text("scan/\(scan.id)/index.html").contains("Try again now"))
      #expect(try store.retry(scan.id, at: Timestamp(milliseconds: Clock.wallMilliseconds())))
    } else {
      // The missing picture is fetched without another call of the model.
      #expect(try store.queuedJobs().map(\.request) == [.refill])
    }
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(try store.scan(scan.id)?.state == .complete)
    #expect(try store.callRecords(of: scan.id).count == 2)
    let find = try #require(try store.newestFinds(1).first)
    let page = try installation.text("album/\(find.id)/index.html")
    #expect(page.contains("Back in Black"))
    // A refill waits for its time, so its scan has no picture yet.
    #expect(page.contains("-1000.jpg") == isWaiting)
    #expect(realm.model.log.refusals.isEmpty, "\(realm.model.log.refusals)")
  }
}
