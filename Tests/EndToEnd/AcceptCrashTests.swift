// An upload is killed, or one of its calls fails, at every system call that changes a file, from
// the socket to "accepted" (docs/faults.md F1, G3, G4). Every acknowledged scan is in the database,
// and every scan in the database has its photo.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct AcceptCrashTests {
  let installation: Installation
  let program: String

  init() throws {
    installation = try Installation()
    program = try installation.loneCGI()
  }

  static let calls = [
    "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "link", "unlink",
  ]

  /// The sums over all runs with a killed or failed call.
  private struct Tally {
    var runs = 0
    var acknowledged = 0
    var lost = 0
    var rowsWithoutPhoto: Set<ScanID> = []
  }

  @Test func `nothing acknowledged is lost, and no row is without its photo, whatever call fails`()
    throws
  {
    var tally = Tally()
    for fault in Strace.Fault.allCases {
      for call in Self.calls {
        var number = 1
        // The loop ends when the program makes fewer calls than `number`.
        while try sabotaged(call, fault, number, &tally) { number += 1 }
      }
    }
    #expect(tally.acknowledged > 0)
    let store = try installation.store()
    #expect(try store.damage() == nil)
    let rows = Set(try store.scans(since: Timestamp(milliseconds: 0)).map { "\($0.id).jpg" })
    let files = Set(try installation.photos)
    let orphans = files.subtracting(rows).filter { $0.hasSuffix(".jpg") }.count
    let temporary = files.filter { $0.hasPrefix(".tmp-") }.count
    note(
      "accept: \(tally.runs) runs, \(tally.acknowledged) acknowledged, \(tally.lost) of them lost, "
        + "\(tally.rowsWithoutPhoto.count) rows without photo, \(orphans) orphans, \(temporary) temporary"
    )
    #expect(tally.lost == 0)
    #expect(tally.rowsWithoutPhoto.isEmpty)
    try expectAllFinished()
  }

  /// Makes one upload in which one call is killed or fails. False if the program made fewer calls.
  private func sabotaged(
    _ call: String, _ fault: Strace.Fault, _ number: Int, _ tally: inout Tally
  ) throws -> Bool {
    let mark = "\(call) \(fault.rawValue) \(number)"
    let body = Multipart(photo: try Sample.smallPhoto(mark))
    let file = try installation.bodyFile(body.bytes)
    defer { _ = try? Files.remove(file) }
    let trace = installation.folder.file("trace")
    let run = try CGIRun(
      try Strace.words(Strace.injection(call, fault, number), trace: trace)
        + [program, installation.controlFile],
      environment: installation.uploadEnvironment(body), input: .file(file))
    let answer = CGIAnswer(try run.answer(), exitCode: try run.exitCode(), bytesRead: 0)
    tally.runs += 1
    let store = try installation.store()
    if answer.status == 303 {
      tally.acknowledged += 1
      let id = answer.head.first { $0.hasPrefix("Location:") }.flatMap {
        ScanID($0.dropLast().suffix(26))
      }
      if try id.map({ try store.scan($0) == nil }) ?? true {
        tally.lost += 1
        Issue.record("\(mark): acknowledged and lost")
      }
    }
    for scan in try store.queuedScans()
    where !Files.exists("\(installation.data)/photos/\(scan.id).jpg") {
      let isNew = tally.rowsWithoutPhoto.insert(scan.id).inserted
      if isNew { Issue.record("\(mark): \(scan.id) has no photo") }
    }
    let seen = String(decoding: try Files.read(trace), as: UTF8.self)
    return seen.contains("(INJECTED)") || seen.contains("+++ killed by SIGKILL")
  }

  /// The next worker finishes the scans of all crashed uploads.
  private func expectAllFinished() throws {
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    let scans = try installation.store().scans(since: Timestamp(milliseconds: 0))
    #expect(scans.allSatisfy { $0.state.isFinal })
    #expect(try installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `the photo is on the disk before the row, and the row before the answer`() throws {
    let body = Multipart(photo: try Sample.smallPhoto("order"))
    let trace = installation.folder.file("trace")
    let run = try CGIRun(
      try Strace.words(
        ["-e", "trace=write,pwrite64,fsync,fdatasync,rename,ftruncate"], trace: trace)
        + [program, installation.controlFile],
      environment: installation.uploadEnvironment(body),
      input: .file(try installation.bodyFile(body.bytes)))
    #expect(CGIAnswer(try run.answer(), exitCode: try run.exitCode(), bytesRead: 0).status == 303)
    let lines = String(decoding: try Files.read(trace), as: UTF8.self).split(separator: "\n")
    let steps = [
      lines.firstIndex { $0.contains("sync(") && $0.contains("/photos/.tmp-") },
      lines.firstIndex { $0.hasPrefix("rename(") && $0.contains("/photos/.tmp-") },
      lines.firstIndex { $0.contains("sync(") && $0.contains("/photos>") },
      lines.lastIndex { $0.contains("pwrite64(") && $0.contains("/albums.db>") },
      lines.lastIndex { $0.contains("sync(") && $0.contains("/albums.db>") },
      // The commit: SQLite empties the journal, and syncs the empty journal.
      lines.lastIndex { $0.contains("ftruncate(") && $0.contains("/albums.db-journal>") },
      lines.lastIndex { $0.contains("sync(") && $0.contains("/albums.db-journal>") },
      lines.firstIndex { $0.hasPrefix("write(") && $0.contains("Status: ") },
    ]
    #expect(steps.allSatisfy { $0 != nil }, "\(lines.joined(separator: "\n"))")
    let found = steps.compactMap(\.self)
    #expect(found == found.sorted(), "\(lines.joined(separator: "\n"))")
  }
}
