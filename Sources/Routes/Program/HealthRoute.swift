// GET …/health: the state of the installation for a monitor. Everybody may ask, because the response has
// only numbers and codes.

import Albums
import CGI
import Host
import Store
import Text

struct HealthRoute {
  let installation: Installation

  /// 200 if all is well, otherwise 503. Like `GET …/session`, the route starts a worker for due jobs.
  func result() -> RouteResult {
    let now = installation.now
    var (queue, needsWorker): (Health.Queue?, Bool) = (nil, false)
    do throws(StoreError) {
      let store = try installation.openStore()
      queue = try store.queueHealth(at: now)
      needsWorker = try installation.needsWorker(store)
    } catch {
      installation.logUnlessRepeated("health", "\(error)")
    }
    let health = Health(of: installation.configuration, queue: queue, at: now)
    return RouteResult(response(health), needsWorker: needsWorker)
  }

  private func response(_ health: Health) -> Response {
    let problems = health.problems
    return .json(
      problems.isEmpty ? .ok : .serviceUnavailable,
      [
        "version": 1,
        "problems": .array(problems.map { .string($0.rawValue) }),
        "jobs": health.queue.map { .integer($0.jobs) } ?? .null,
        "dueSeconds": health.queue.map { .integer(Int($0.dueMilliseconds / 1000)) } ?? .null,
        "worker": .bool(health.hasWorker),
        "freeBytes": health.freeBytes.map { .integer($0) } ?? .null,
        "lastFailure": health.queue?.lastFailure.map { .string($0.rawValue) } ?? .null,
      ])
  }
}
