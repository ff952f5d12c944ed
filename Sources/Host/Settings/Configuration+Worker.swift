// Starts a worker for due jobs, in the way that the setting `worker` names.

import Glibc

/// How a worker starts for due jobs. Source: docs/interface.md "Configuration".
package enum WorkerStart: String, CaseIterable, Sendable {
  /// The program that has queued the job starts a detached process.
  case process

  /// systemd starts a service when the file `workerRequest` exists (docs/servers/albumscan-work.path).
  case systemd
}

extension Configuration {
  /// Starts a worker, or asks systemd for one, and does not wait for it. The caller has committed its
  /// jobs.
  ///
  /// If one process works and another one waits for the next attempt, these take the jobs, and a new
  /// process would end at once. Starting it costs more than accepting a photo.
  ///
  /// `programs` is the folder of the programs. A process that ends soon gives way to the web server, and the
  /// worker with it.
  package func startWorker(
    _ programs: String, givesWay: Bool = true
  ) throws(HostError) {
    switch workerStart {
    case .process:
      if Lock.isHeld(workerLock), Lock.isHeld(timerLock) { return }
      let program = "\(programs)/albumscan"
      guard Files.exists(program) else {
        throw .system(operation: "spawn", path: program, code: ENOENT)
      }
      if givesWay { ProcessLimits.giveWay(.worker) }
      try Programs.startDetached(program, ["--config", file, "work"])
    case .systemd:
      try Files.replace(workerRequest, with: [], durably: false)
    }
  }

  /// Called by a worker after it has looked at the queue. The time of the lock file shows that the worker is not stopped
  /// (docs/health.md); it changes at most every 10 s. An error has no effect: if the file cannot be written,
  /// `unwritableFolder` names its folder.
  package func noteLookAtQueue() {
    let time = Files.modificationMilliseconds(of: workerLock) ?? 0
    if !(0..<10_000).contains(Clock.wallMilliseconds() - time) { Files.touch(workerLock) }
  }

  /// The first folder in which the program must change files and this user cannot; nil without one. A folder that does
  /// not exist does not count.
  package var unwritableFolder: String? {
    let pages = ["", "/album", "/history", "/scan"].map { site + $0 }
    return ([data, photos, artwork] + pages).first {
      Files.exists($0) && !(Files.allows(.write, $0) && Files.allows(.execute, $0))
    }
  }

  /// Called by a worker before it looks for jobs: later requests are for another worker.
  package func takeWorkerRequest() throws(HostError) { try Files.remove(workerRequest) }
}
