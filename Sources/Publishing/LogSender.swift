// Sends the changed files of the published log, in the order of `SendStep`. AlbumScan itself keeps
// the list of the files at the remote (path and digest). With this list, a killed run continues. A
// comparison of the list with the remote finds lost files.

import Albums
import Exchange
import Host
import Store

/// The result of sending.
package struct SentReport: Equatable, Sendable {
  package var sent = 0
  package var removed = 0

  /// The size of the sent files.
  package var bytes = 0

  /// The number of files that wait, because the time was over or a run failed.
  package var waiting = 0
}

struct LogSender: Sendable {
  let folder: PublishedFolder
  let remote: RemoteTree

  /// The id of the published log's feed, and whether a remote that does not belong to this
  /// published log is accepted.
  let log: String
  let takesOver: Bool

  /// The file that exists while files wait to be sent. It contains their number.
  let waitingMarker: String

  /// The time of the clock `Clock.bootMilliseconds` after which no further run of rclone begins; nil for
  /// no limit.
  let end: Int64?
  let progress: @Sendable (PublishProgress) -> Void

  /// Sends the changed files, and removes files that the folder no longer has. With `all`, asks the
  /// remote for its files. Then lost files are sent again, and files of the published log that the
  /// folder does not have are removed. `files` returns all files of the folder; it is called only
  /// if they are needed.
  ///
  /// If a run fails, `SendFailures` decides which other runs follow. The first error is thrown at
  /// the end.
  func send(
    by store: borrowing Store, all: Bool, holding lock: borrowing Lock,
    files: () throws(PublishError) -> [String]
  ) throws(PublishError) -> SentReport {
    let target = remote.target
    let isFirst = try storing { () throws(StoreError) in
      try store.prepareSending(to: target)
      return try !store.hasSentFiles()
    }
    if all || isFirst {
      let files = try files()
      if isFirst { try storing { () throws(StoreError) in try store.noteUnsent(files) } }
      let present = try remote.files()
      try remote.claim(for: log, having: present, takesOver: takesOver, holding: lock)
      try compare(files, with: present, by: store)
    }
    let plan = try plan(by: store)
    var report = SentReport()
    report.waiting = plan.count
    var failures = SendFailures()
    for run in plan.runs {
      let isLate = end.map { Clock.bootMilliseconds() >= $0 } ?? false
      guard failures.admits(run, isLate: isLate) else { continue }
      try note(waiting: report.waiting)
      progress(.sending(done: plan.count - report.waiting, of: plan.count))
      do throws(PublishError) {
        try send(run, by: store, holding: lock, &report)
        report.waiting -= run.files.count
      } catch {
        try failures.note(error, in: run)
      }
    }
    if report.waiting > 0 {
      try note(waiting: report.waiting)
    } else {
      try hosting { () throws(HostError) in _ = try Files.remove(waitingMarker) }
    }
    if let error = failures.first { throw error }
    return report
  }

  /// Sends the changed files of a run. If a file has the digest that was sent last, it counts as sent
  /// without being sent again.
  private func send(
    _ run: SendPlan.Run, by store: borrowing Store, holding lock: borrowing Lock,
    _ report: inout SentReport
  ) throws(PublishError) {
    let paths = run.files
    let sent = try storing { () throws(StoreError) in try store.sentDigests(of: paths) }
    var digests: [(path: String, digest: [UInt8]?)] = []
    for path in paths { digests.append((path, try folder.digest(of: path))) }
    // If the folder has vanished, for example with its disk, rclone would remove all its files at
    // the remote.
    guard folder.isOurs else {
      throw .refused(
        "publish-to (\(folder.path)) has vanished while its files were sent; make the folder available "
          + "again, then run albumscan publish")
    }
    let changed = zip(digests, sent).filter { $0.digest != $1 }.map(\.0)
    if !changed.isEmpty {
      let uncertain = changed.map { (path: $0.path, isRemoval: $0.digest == nil) }
      try storing { () throws(StoreError) in try store.noteSending(uncertain) }
      try remote.synchronise(
        changed.map(\.path), headers: run.headers?.lines ?? [], holding: lock)
    }
    Failpoint.pass("publish-sent")
    let present = digests
    try storing { () throws(StoreError) in try store.noteSent(present) }
    for file in changed {
      if file.digest == nil {
        report.removed += 1
      } else {
        report.sent += 1
        report.bytes += folder.size(of: file.path)
      }
    }
  }

  private func note(waiting count: Int) throws(PublishError) {
    try hosting { () throws(HostError) in
      try Files.replace(waitingMarker, with: Array("\(count)\n".utf8), durably: false)
    }
  }

  /// Records the files that the remote has lost or has in another size, and the files of a
  /// published log that the folder does not have.
  private func compare(
    _ files: [String], with present: PathTable<Int?>, by store: borrowing Store
  ) throws(PublishError) {
    var lost: [String] = []
    var own = PathTable<Void>()
    for path in files {
      own[path] = ()
      if let size = present[path] {
        guard let size, size != folder.size(of: path) else { continue }
      }
      lost.append(path)
    }
    let unknown = present.paths.filter { own[$0] == nil && RemoteTree.isOwn($0) }
    let missing = lost
    try storing { () throws(StoreError) in
      try store.noteDifference(lost: missing, unknown: unknown)
    }
  }

  /// Divides the unsent files into runs of rclone. Files of the host that this user cannot read wait.
  private func plan(by store: borrowing Store) throws(PublishError) -> SendPlan {
    let (unsent, sent) = try storing { () throws(StoreError) in
      let unsent = try store.unsentPaths()
      return (unsent, try store.sentDigests(of: unsent))
    }
    let isNew = sent.map { $0 == nil || $0 == SentDigest.perhaps }
    let newPages = Set(zip(unsent, isNew).lazy.filter { $0.1 && $0.0.hasPrefix("tags/") }.map(\.0))
    var plan = SendPlan()
    for (path, isNew) in zip(unsent, isNew) where !folder.mustSkip(path) {
      let exists = folder.has(path)
      plan.add(
        path, exists: exists, isNew: isNew || newPages.contains(pageOfFeed(path)),
        bytes: folder.size(of: path), isTakedown: !exists && isOfRemovedFind(path))
    }
    return plan
  }

  /// The page beside the feed of a tag; the path itself for another file. The feed of a new page
  /// counts as new even if an interrupted run has sent it, because it may lead to finds that were
  /// never sent.
  private func pageOfFeed(_ path: String) -> String {
    guard path.hasSuffix("/feed.atom") else { return path }
    return "\(path.dropLast("feed.atom".utf8.count))index.html"
  }

  /// Whether a file belonged to a find that the published log does not have any more.
  private func isOfRemovedFind(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count > 2,
      let kind = WorkKind.allCases.first(where: { parts[0].elementsEqual($0.folder.utf8) })
    else { return false }
    return !folder.has("\(kind.folder)/\(Substring(parts[1]))/index.html")
  }
}
