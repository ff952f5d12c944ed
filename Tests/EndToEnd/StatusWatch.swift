// Reads a scan's status.json while a worker runs, like the script of the scan's page.

import Albums
import Glibc
import Host
import Services
import Synchronization

/// One status of a scan that a reader saw.
struct SeenStatus: Equatable, CustomStringConvertible {
  let state: String
  let title: String?
  let isProvisional: Bool
  let review: String?

  /// In milliseconds since start-up.
  var time: Int64 = 0

  var description: String { "\(state) \(title ?? "-")\(isProvisional ? "?" : "")" }

  init?(_ bytes: [UInt8]) {
    guard let json = JSON(bytes), let state = json["state"]?.text else { return nil }
    self.state = state
    title = json["album"]?["title"]?.text
    isProvisional = json["provisional"] == true
    review = json["review"]?["text"]?.text
  }

  /// Whether at most the time is different.
  func isSame(as other: SeenStatus?) -> Bool {
    other.map { "\($0) \($0.review ?? "")" } == "\(self) \(review ?? "")"
  }
}

extension Realm {
  /// Runs a worker until it ends. Returns its exit code, and the statuses that a reader saw
  /// meanwhile, in order and without repetitions. `each` is called with each new status.
  func watch(
    _ scan: ScanID, kill: String? = nil, _ each: (SeenStatus) throws -> Void = { _ in }
  ) async throws -> (exitCode: Int32, seen: [SeenStatus]) {
    let exitCode = Mutex<Int32?>(nil)
    let worker = Task.detached { [installation] in
      let output = Result { try installation.albumscan(["work"], kill: kill, startsProgram: true) }
      exitCode.withLock { $0 = (try? output.get().exitCode) ?? -1 }
    }
    var seen: [SeenStatus] = []
    let path = "\(installation.site)/scan/\(scan)/status.json"
    while true {
      let wasOver = exitCode.withLock { $0 }
      if let bytes = try? Files.read(path), var status = SeenStatus(bytes),
        !status.isSame(as: seen.last)
      {
        status.time = Clock.bootMilliseconds()
        seen.append(status)
        try each(status)
      }
      if let wasOver {
        await worker.value
        return (wasOver, seen)
      }
      usleep(3000)
    }
  }
}
