// GET …/metrics: the figures of the status page in the text format of Prometheus, with `metrics: on`.
// Source: docs/interface.md "Metrics"; <https://prometheus.io/docs/instrumenting/exposition_formats/>.

import Albums
import CGI
import Host
import Store
import Text

struct MetricsRoute {
  let access: Access

  /// 404 without the setting, and for a sender who is neither an owner nor a program of this computer.
  func result(_ store: borrowing Store) throws -> RouteResult {
    let (home, configuration) = (access.installation, access.installation.configuration)
    guard configuration.hasMetrics, isLocal || access.identity.person?.plan == .owner else {
      throw Refusal.notFound
    }
    let queue = try store.queueHealth(at: home.now)
    let spent = try store.spending(in: home.zone.month(of: home.now)).total
    let values: [(name: String, value: Int64)] = [
      ("jobs", Int64(queue.jobs)), ("due_milliseconds", queue.dueMilliseconds),
      ("worker_running", Lock.isHeld(configuration.workerLock) ? 1 : 0),
      ("disk_free_bytes", Int64(Files.freeBytes(at: configuration.data) ?? 0)),
      ("finds", Int64(try store.countFinds())), ("spent_microdollars", spent.microdollars),
      ("cap_microdollars", configuration.services.monthlyCapMicrodollars),
      ("backup_milliseconds", Files.modificationMilliseconds(of: configuration.backupMarker) ?? 0),
    ]
    let lines = values.map { "# TYPE albumscan_\($0.name) gauge\nalbumscan_\($0.name) \($0.value)" }
    return RouteResult(.text(.ok, lines.joined(separator: "\n")))
  }

  /// Whether a program of this computer sent the request to a name of this computer, through no proxy.
  private var isLocal: Bool {
    let request = access.request
    return request.remoteAddress?.isLoopback == true && !request.isForwarded
      && request.host?.isLoopback == true
  }
}
