// The names of jobs and of owners of calls in the log.

import Albums
import Store

extension Job {
  /// The job's name in the log.
  var name: String { scan.map { "scan \($0), job \(id)" } ?? "job \(id)" }
}

extension CallOwner {
  /// The owner's name in the log.
  var name: String {
    let names = [scan.map { "scan \($0)" }, job.map { "job \($0)" }].compactMap(\.self)
    return names.isEmpty ? "a command" : names.joined(separator: ", ")
  }
}
