// Calls commands of `albumscan` in the process of the tests: a call needs a fifth of the time of a start. Tests whose
// subject is the start, the exit, the user, signals, failpoints or the environment start the program.

import Commands
import Dispatch
import Glibc
import Host
import Support
import Synchronization

/// A command that has run in this process.
struct CommandCall {
  let code: Int32
  let output: [UInt8]

  /// stdout and stderr in the order in which they were written.
  let both: [UInt8]

  init(_ arguments: [String], of installation: Installation) {
    let written = Mutex<(output: [UInt8], both: [UInt8])>(([], []))
    let surroundings = Surroundings(
      programs: installation.programs, variables: [:],
      sources: Self.sources
    ) { bytes, isError in
      written.withLock {
        $0.both += bytes
        if !isError { $0.output += bytes }
      }
    }
    let words = ["--config", installation.controlFile] + arguments
    code = Self.result { await CommandRunner.run(words, in: surroundings) }
    (output, both) = written.withLock { $0 }
  }

  /// Whether a command may run in this process. Copies of the programs have other builds and other users. `serve`
  /// runs until a signal ends it, and `setup` works as several users.
  static func isPossible(_ arguments: [String], of installation: Installation) -> Bool {
    let owner = Files.owner(of: installation.data) ?? Programs.userID
    return installation.programs == Checkout.debugPrograms && owner == Programs.userID
      && !["serve", "setup"].contains(arguments.first) && hasSpareThread
  }

  /// The pool has a thread for each processor, and the test keeps one of them. Tasks that a command starts need another
  /// one, so a test that waits in two tasks at once starts the program.
  private static let hasSpareThread = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

  /// The templates and texts, read once by each process.
  private static let sources = SourceCache()

  /// Waits for asynchronous work. It runs on threads of its own, because the test keeps a thread of the pool.
  private static func result(_ work: @escaping @Sendable () async -> Int32) -> Int32 {
    let result = Mutex<Int32>(0)
    let end = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: OwnThreads.shared) {
      let code = await work()
      result.withLock { $0 = code }
      end.signal()
    }
    end.wait()
    return result.withLock { $0 }
  }
}

/// An executor whose threads are not those of the pool for tests.
private final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()

  private let queue = DispatchQueue(label: "commands", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
