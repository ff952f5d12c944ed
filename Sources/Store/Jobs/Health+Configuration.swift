// Reads the facts of `Health` that are not in the database. `GET …/health`, `albumscan status` and the doctor call
// the same function, so they agree. Source: docs/health.md.

package import Albums
package import Host

extension Health {
  /// The state of an installation as this user sees it. `queue` is nil if the database cannot be read.
  package init(of configuration: Configuration, queue: Queue?, at now: Timestamp) {
    func age(of path: String) -> Int64 {
      let time = Files.modificationMilliseconds(of: path) ?? now.milliseconds
      return max(0, now.milliseconds - time)
    }
    let hasWorker = Lock.isHeld(configuration.workerLock)
    self.init(
      queue: queue, freeBytes: Files.freeBytes(at: configuration.data), hasWorker: hasWorker,
      silentMilliseconds: hasWorker ? age(of: configuration.workerLock) : 0,
      requestMilliseconds: configuration.workerStart == .systemd
        ? age(of: configuration.workerRequest) : 0,
      unwritable: configuration.unwritableFolder)
  }
}
