// The owner's status page: queue, services, spending, disk, albums of one name, and version.

import Albums
import CGI
import Host
import Store

struct StatusRoute {
  let access: Access

  private var installation: Installation { access.installation }

  func page(_ store: borrowing Store) throws -> RouteResult {
    let configuration = installation.configuration
    var fill = PageFill()
    fill["version"] = installation.version
    try addQueue(to: &fill, store)
    try addServices(to: &fill, store)
    let cap = Money(microdollars: configuration.services.monthlyCapMicrodollars)
    let month = installation.zone.month(of: installation.now)
    let spent = try store.spending(in: month).total
    fill["spent"] = installation.text(spent)
    fill["cap"] = installation.text(cap)
    fill["spent-percent"] = "\(percent(spent, of: cap))"
    let known = try store.knownPhotos(in: month)
    fill["known-free"] = installation.sentence(
      "account.known-free", ["all": .decimal("\(known.all)"), "free": .decimal("\(known.free)")])
    fill.show("known-free", known.all > 0)
    let free = Files.freeBytes(at: configuration.data) ?? 0
    fill["disk"] = installation.sentence(
      "account.disk", ["size": .decimal(gigabytes(free))])
    let backup = Files.modificationMilliseconds(of: configuration.backupMarker)
    fill["backup"] =
      backup.map { installation.text(Timestamp(milliseconds: $0)) }
      ?? installation.sentence("account.backup.none")
    let rehearsed = Files.modificationMilliseconds(of: configuration.rehearsalMarker)
    let isSound = rehearsed == nil || Files.regularSize(of: configuration.rehearsalMarker) == 0
    fill["rehearsal"] =
      rehearsed.map { installation.text(Timestamp(milliseconds: $0)) }
      ?? installation.sentence("account.backup.none")
    fill.show("rehearsal-failed", !isSound)
    if let rule = configuration.publishing?.rule {
      let count = try store.unconfirmedFinds(by: rule).count
      fill["unconfirmed"] = installation.sentence("account.unconfirmed", ["count": .count(count)])
      fill.show("unconfirmed", count > 0)
    }
    try addNames(to: &fill, store)
    fill.show("people", access.identity.person != nil)
    return RouteResult(
      try installation.page(.status, fill).response,
      needsWorker: try installation.needsWorker(store))
  }

  private func addQueue(to fill: inout PageFill, _ store: borrowing Store) throws(StoreError) {
    let scans = try store.queuedScans()
    let jobs = try store.queuedJobs()
    let now = installation.now
    let waiting = jobs.count { $0.nextAttempt > now }
    fill["queued"] = "\(scans.count)"
    fill["running"] = Lock.isHeld(installation.configuration.workerLock) ? "1" : "0"
    fill["waiting"] = "\(waiting)"
  }

  private func addServices(
    to fill: inout PageFill, _ store: borrowing Store
  ) throws(StoreError) {
    let now = installation.now
    let breakers = try store.breakers()
    fill.list(
      "pause",
      breakers.filter { $0.isOpen && $0.until > now }.map { breaker in
        var entry = PageFill()
        entry["name"] = breaker.provider
        entry["reason"] = breaker.reason
        entry["until"] = installation.text(breaker.until)
        return entry
      })
    fill.show("no-pauses", !breakers.contains { $0.isOpen && $0.until > now })
    let failures = try store.lastFailures()
    let failing = breakers.filter { !($0.isOpen && $0.until > now) }.map { breaker in
      var entry = PageFill()
      entry["name"] = breaker.provider
      entry["error"] = breaker.reason
      return entry
    }
    fill.list(
      "service",
      failing
        + failures.map { failure in
          var entry = PageFill()
          entry["name"] = installation.sentence("account.job.\(failure.kind)")
          entry["error"] = installation.hostText(failure.failure)
          entry["when"] = installation.text(failure.time)
          return entry
        })
    fill.show("no-errors", failures.isEmpty && failing.isEmpty)
  }

  /// With one decimal.
  private func gigabytes(_ bytes: Int) -> String {
    let tenths = bytes / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
