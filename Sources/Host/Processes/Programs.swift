// Child programs: a detached worker, and programs whose output the caller waits for (`run`).
// All start with a minimal environment, no inherited descriptor and default signals
// (docs/faults.md A1–A3, A10).

import CHost
import Glibc

package enum Programs {
  /// The folder of this program's file. The other two programs are in the same folder.
  package static var ownFolder: String { Files.parent(of: ownFile) }

  /// The size and modification time of this program's file, which identify the build.
  package static var build: String { build(of: ownFile) }

  /// The size and modification time of the file at `path`; empty if the file does not exist.
  package static func build(of path: String) -> String {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return "" }
    return "\(facts.st_size) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
  }

  /// The path of this program's file. If an installation has replaced the file, this is the path of
  /// the new file: the kernel marks the old file as deleted (proc(5), "/proc/[pid]/exe").
  private static var ownFile: String {
    let path = String(unsafeUninitializedCapacity: 4096) { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        guard let start = $0.baseAddress else { return 0 }
        return max(0, readlink("/proc/self/exe", start, $0.count))
      }
    }
    guard !path.isEmpty else { return "/proc/self/exe" }
    let suffix = " (deleted)"
    let isDeleted = path.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    return isDeleted ? String(path.utf8.dropLast(suffix.utf8.count)) ?? path : path
  }

  /// Starts a program in a new session, with descriptors 0–2 on /dev/null, and does not wait for
  /// its end.
  ///
  /// The program does not inherit the soft limits of `ProcessLimits.applyToCGI`, because the CGI
  /// starts the worker.
  package static func startDetached(_ path: String, _ arguments: [String]) throws(HostError) {
    _ = try spawn(path, arguments, input: -1, output: -1, error: -1, ownSession: true)
  }

  /// Starts a child. A negative descriptor stands for /dev/null. `variables` are added to the clean
  /// environment.
  static func spawn(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, error: Int32,
    ownSession: Bool, variables: [String] = []
  ) throws(HostError) -> pid_t {
    var child: pid_t = 0
    let code = withCStrings([path] + arguments) { argv in
      withCStrings(Failpoint.passedOn(to: cleanEnvironment + variables)) { environment in
        albumscan_spawn(
          &child, path, argv, environment, input, output, error, ownSession ? 1 : 0)
      }
    }
    guard code == 0 else { throw .system(operation: "spawn", path: path, code: code) }
    return child
  }

  /// The variables that our programs need. Proxies, keys, certificates and loader variables are not
  /// passed on (docs/faults.md A10, E6).
  private static var cleanEnvironment: [String] {
    var variables = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]
    for name in ["HOME", "TZ"] {
      if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
    }
    return variables
  }

  /// Replaces this process by a new run of the same program with the same arguments. Returns only
  /// on failure. The kernel closes the files and locks of this process. The corresponding C
  /// function is `execv`.
  package static func restart() -> HostError {
    unblockSignals()
    let path = ownFile
    withCStrings(CommandLine.arguments) { argv in _ = execv(path, argv) }
    return .system(operation: "exec", path: path, code: errno)
  }

  /// Replaces this process by another program, which keeps descriptors 0–2, the environment, the limits and
  /// the confinement. Returns only on failure.
  package static func replace(by path: String, _ arguments: [String]) -> HostError {
    withCStrings([path] + arguments) { argv in _ = execv(path, argv) }
    return .system(operation: "exec", path: path, code: errno)
  }

  /// Unblocks all signals before `exec`. Threads of the concurrency runtime block every signal, and
  /// `exec` passes the mask on, so only SIGKILL could stop the new program.
  static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}

extension Programs {
  /// A variable of this process's own environment. The corresponding C function is `getenv`.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// Ctrl-C at the terminal, for commands that end their present work first.
package enum Interrupts {
  /// From now on the first Ctrl-C only sets `happened`; the second one ends the process. Child programs
  /// that start later are not interrupted.
  package static func watch() { albumscan_watch_interrupts() }

  /// Whether Ctrl-C was pressed after `watch`.
  package static var happened: Bool { albumscan_was_interrupted() != 0 }
}
