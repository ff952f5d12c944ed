// The checks of the doctor about the work: whether due jobs go on, whether systemd starts workers, and whether a job
// waits for the host. `GET …/health` and `albumscan status` judge by the same values. Source: docs/health.md.

import Albums
import Host
import Store

extension Examination {
  private static let workSubject = "due jobs"

  /// No finding while the database cannot be read, because another check reports that.
  func work() -> [Finding] {
    guard let health = health() else { return [] }
    return [queue(health), systemdWorker(health), sharedFolder()].compactMap(\.self)
  }

  private func health() -> Health? {
    guard let store = openedStore() else { return nil }
    let now = Setup.now()
    do {
      return Health(of: configuration, queue: try store.queueHealth(at: now), at: now)
    } catch {
      return nil
    }
  }

  /// A folder that cannot be written and a worker that systemd does not start have findings of their own.
  private func queue(_ health: Health) -> Finding {
    let problems = health.problems
    let minutes = health.stalledMilliseconds / 60_000
    guard problems.contains(.queue), !problems.contains(.files), !problems.contains(.worker) else {
      return Finding(subject: Self.workSubject, remedy: nil)
    }
    return Finding(
      subject: Self.workSubject,
      remedy: health.hasWorker
        ? "the worker lock has been held for \(minutes) min without a look at the queue: a worker is stopped or stuck, or a "
          + "long build or import runs. If it does not end, end the process; the next worker goes on with its jobs; "
          + setup.commandThatEndsWorker
        : "a job has been due for \(minutes) min, and no worker runs; \(configuration.log) has the reason if none can "
          + "start; \(setup.command("work"))")
  }

  /// With `worker: systemd`, checks that systemd starts workers: each worker removes the request file at once.
  private func systemdWorker(_ health: Health) -> Finding? {
    guard configuration.workerStart == .systemd else { return nil }
    let minutes = health.requestMilliseconds / 60_000
    return Finding(
      subject: "worker: systemd",
      remedy: health.problems.contains(.worker)
        ? "\(configuration.workerRequest) has waited for a worker for \(minutes) min; look into the systemctl status of "
          + "its units, and enable them; \(setup.commandThatEnablesWorkers)" : nil)
  }

  /// Asks systemd for a worker as a scan does, and waits until a worker has taken the request. Finds a stopped unit
  /// before a scan does.
  func askForWorker() async -> [Finding] {
    guard configuration.workerStart == .systemd, let health = health(), health.unwritable == nil,
      !health.problems.contains(.worker)
    else { return [] }
    let request = configuration.workerRequest
    let subject = "a worker of systemd"
    do {
      try Files.replace(request, with: [], durably: false)
      for _ in 0..<100 where Files.exists(request) && !Lock.isHeld(configuration.workerLock) {
        try await Task.sleep(for: .milliseconds(100))
      }
    } catch {
      return [Self.unchecked(subject, error)]
    }
    let isTaken = !Files.exists(request) || Lock.isHeld(configuration.workerLock)
    return [
      Finding(
        subject: subject,
        remedy: isTaken
          ? nil
          : "none came within 10 s, so scans wait; the unit is stopped, or systemctl status names the reason; "
            + setup.commandThatEnablesWorkers)
    ]
  }

  /// Services with a private `/tmp` share the pace of their requests only in this folder.
  private func sharedFolder() -> Finding? {
    guard configuration.workerStart == .systemd, !Files.isDirectory(SharedFolder.runtimeFolder)
    else { return nil }
    return Finding(
      subject: "folder \(SharedFolder.runtimeFolder)",
      remedy: "it is missing, so the services do not share the pace of their requests to "
        + "MusicBrainz and Open Library; sudo systemd-tmpfiles --create albumscan.conf",
      isWarning: true)
  }

  /// A job that waits for the host. No finding beside a failed request to a service, which has the same cause.
  func waitingForHost(after asked: [Finding]) -> [Finding] {
    guard let failure = health()?.queue?.obstacle, asked.allSatisfy(\.isWell) else { return [] }
    let sentences = [failure.reason] + (failure.hostAdvice.map { [$0] } ?? [])
    return [
      Finding(
        subject: "jobs that wait for the host",
        remedy: "\(setup.words.text(sentences)) Once that is repaired; \(setup.command("work"))")
    ]
  }
}

extension Setup {
  /// A command that ends the process with the worker lock. A process may end at any time (docs/faults.md C5).
  var commandThatEndsWorker: String {
    Lock.holder(of: configuration.workerLock).map { "sudo kill -9 \($0)" }
      ?? "sudo fuser --kill \(configuration.workerLock)"
  }

  /// A command that enables the units that start workers: those of `albumscan setup`, or those of docs/server.md.
  var commandThatEnablesWorkers: String {
    let home = Files.parent(of: Files.parent(of: configuration.file))
    let name = home.split(separator: "/").last ?? ""
    let unit = "albumscan-work@\(name).path"
    let isOfSetup = Files.exists("/etc/systemd/system/\(unit)")
    return "sudo systemctl enable --now \(isOfSetup ? unit : "albumscan-work.path")"
  }
}
