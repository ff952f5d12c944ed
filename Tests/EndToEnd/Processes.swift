// Reads /proc: the running workers, their open files and their arguments.

import Glibc
import Host
import Support

/// One process. Source: proc(5), "/proc/[pid]/stat" and "/proc/[pid]/cmdline".
struct RunningProcess: Equatable {
  let id: Int32
  let parent: Int32
  let session: Int32

  /// `Z` means that the process has ended and its parent has not collected its status.
  let state: String

  /// The program's name, at most 15 characters.
  let name: String
  let arguments: [String]

  /// The start in clock ticks since start-up. No two processes have the same start and the same
  /// `id`.
  let startTicks: UInt64

  /// Reads the process from /proc. Nil if it does not exist.
  init?(_ id: Int32) {
    guard let stat = try? Files.read("/proc/\(id)/stat"),
      let open = stat.firstIndex(of: UInt8(ascii: "(")),
      let close = stat.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: stat[(close + 1)...], as: UTF8.self).split(separator: " ")
    guard fields.count > 19, let parent = Int32(fields[1]), let session = Int32(fields[3]),
      let startTicks = UInt64(fields[19])
    else { return nil }
    self.id = id
    self.parent = parent
    self.session = session
    self.startTicks = startTicks
    state = String(fields[0])
    name = String(decoding: stat[(open + 1)..<close], as: UTF8.self)
    let words = (try? Files.read("/proc/\(id)/cmdline")) ?? []
    arguments = words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The targets of the process's descriptors; nil if /proc does not show them.
  var descriptors: [Int32: String]? {
    guard let names = try? Files.entries(of: "/proc/\(id)/fd") else { return nil }
    var result: [Int32: String] = [:]
    for number in names.compactMap({ Int32($0) }) {
      result[number] = linkTarget("/proc/\(id)/fd/\(number)")
    }
    return result.isEmpty ? nil : result
  }

  /// The environment of the process as `NAME=value`; nil if /proc does not show it.
  var environment: [String]? {
    (try? Files.read("/proc/\(id)/environ"))?.split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  var isAlive: Bool { RunningProcess(id)?.startTicks == startTicks && state != "Z" }

  func signal(_ signal: Int32) {
    if isAlive { kill(id, signal) }
  }

  /// Stops the process, and waits until each of its threads has stopped: a thread may be in the middle of a system call.
  func stop() throws {
    signal(SIGSTOP)
    let isStopped = eventually {
      let threads = (try? Files.entries(of: "/proc/\(id)/task")) ?? []
      return threads.allSatisfy { thread in
        let stat = (try? Files.read("/proc/\(id)/task/\(thread)/stat")) ?? []
        let rest = stat[((stat.lastIndex(of: UInt8(ascii: ")")) ?? -1) + 1)...]
        return rest.isEmpty || rest.dropFirst().first == UInt8(ascii: "T")
      }
    }
    guard isStopped else { throw InstallationError.failed("process \(id) did not stop") }
  }

  static func all() -> [RunningProcess] {
    let names = (try? Files.entries(of: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap { RunningProcess($0) }
  }
}

extension Installation {
  /// The running workers of this installation.
  var workers: [RunningProcess] {
    RunningProcess.all().filter {
      $0.state != "Z" && $0.arguments.last == "work" && $0.arguments.contains(controlFile)
    }
  }

  /// Waits for a running worker and returns it.
  func worker(within milliseconds: Int64 = 60_000) -> RunningProcess? {
    var found: RunningProcess?
    _ = eventuallySoon(within: milliseconds) {
      found = workers.first
      return found != nil
    }
    return found
  }
}

/// Like `eventually`, but with a check every 2 ms, for states that last only a short time.
func eventuallySoon(within milliseconds: Int64, _ condition: () -> Bool) -> Bool {
  let deadline = Clock.bootMilliseconds() + milliseconds
  while Clock.bootMilliseconds() < deadline {
    if condition() { return true }
    usleep(2000)
  }
  return condition()
}

/// The target of a symbolic link. The corresponding C function is `readlink`.
func linkTarget(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink(path, &buffer, buffer.count)
  guard count > 0 else { return nil }
  return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
