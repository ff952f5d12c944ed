// Runs albumscan-read, which reads the lettering of a picture. This process loads neither the library nor a model.

import Dispatch
import Host
package import Pictures
import Synchronization

/// The reason why albumscan-read read nothing. None of them says anything about the picture, so a scan goes on without
/// words.
package enum ReaderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The library or a model is missing or damaged. The reason is for the log.
  case missing(String)
  /// Other readers of the machine used up the waiting time.
  case busy
  /// The program could not read the picture. The reason is for the log.
  case failed(String)
  /// A signal ended the program.
  case stopped(signal: Int32)
  /// The program did not end in time, or wrote too much.
  case tooSlow
  /// The program's output is invalid. The reason is for the log.
  case lied(String)
  /// The task that waits for the lines was cancelled.
  case cancelled

  package var description: String {
    switch self {
    case .missing(let reason): "the text reader is not installed: \(reason)"
    case .busy: "other text readers did not end in time"
    case .failed(let reason): reason
    case .stopped(let signal): "albumscan-read was ended by signal \(signal)"
    case .tooSlow: "albumscan-read ran too long or wrote too much"
    case .lied(let reason): "albumscan-read: \(reason)"
    case .cancelled: "the reading was cancelled"
    }
  }
}

/// Runs albumscan-read, one process for each picture.
package struct ReaderProgram: Sendable {
  package let path: String

  /// The folder with `ReaderFiles`.
  package let folder: String

  /// The maximum time to wait for other readers of the machine, and to read. Source: docs/limits.md.
  package let waitMilliseconds: Int64
  package let readMilliseconds: Int64

  /// The maximum output in bytes. Source: docs/limits.md.
  private static let mostBytes = 1 << 20

  package init(
    path: String, folder: String, waitMilliseconds: Int64 = 60_000,
    readMilliseconds: Int64 = 60_000
  ) {
    self.path = path
    self.folder = folder
    self.waitMilliseconds = waitMilliseconds
    self.readMilliseconds = readMilliseconds
  }

  /// Those of the programs in a folder. A checkout has its own copy of the files; all installed programs of the machine
  /// share one, which only root can change.
  package init(programs: String) {
    let checkout = ControlFileChoice.checkout(of: programs)
    self.init(
      path: "\(programs)/albumscan-read",
      folder: checkout.map { "\($0)/.build/reader" } ?? "/usr/local/lib/albumscan-reader")
  }

  /// Reads the lettering of a picture. A picture with a side outside `ReaderInput.sides` has no lines.
  ///
  /// Waits on a thread of its own, because the tasks of the worker share few threads. If the task is cancelled, the program
  /// is killed, because a machine has one text reader at a time, and another scan may wait for it.
  package func read(
    _ picture: Pixels, _ options: ReadOptions = ReadOptions()
  ) async throws(ReaderError) -> [ReadLine] {
    guard let input = ReaderInput(width: picture.width, height: picture.height, options) else {
      return []
    }
    let cancellation = Cancellation()
    let result: Result<[ReadLine], ReaderError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async {
          continuation.resume(
            returning: Result { () throws(ReaderError) in
              try read(picture.rgb, as: input, cancellation)
            })
        }
      }
    } onCancel: {
      cancellation.request()
    }
    return try result.get()
  }

  private func read(
    _ rgb: [UInt8], as input: ReaderInput, _ cancellation: Cancellation
  ) throws(ReaderError) -> [ReadLine] {
    let output: Programs.Output
    do {
      output = try Programs.run(
        path, [folder, "--wait", "\(waitMilliseconds)"], sending: input.header + rgb,
        limit: Self.mostBytes, timeoutMilliseconds: waitMilliseconds + readMilliseconds,
        errors: .kept, isCancelled: { cancellation.isRequested })
    } catch {
      switch error {
      case .childOverran: throw .tooSlow
      case .childCancelled: throw .cancelled
      case .system, .tooLarge, .notRegular: throw .missing("\(error)")
      }
    }
    let reason =
      String(decoding: output.errors, as: UTF8.self)
      .split(separator: "\n").last.map(String.init) ?? "exit code \(output.exitCode)"
    switch output.exitCode {
    case 0: return try ReaderAnswer.lines(output.bytes, of: input)
    case 4: throw .missing(reason)
    case 5: throw .busy
    case 128...: throw .stopped(signal: output.exitCode - 128)
    default: throw .failed(reason)
    }
  }
}

/// Tells the thread that waits for a program that its task was cancelled.
private final class Cancellation: Sendable {
  private let state = Mutex(false)

  var isRequested: Bool { state.withLock(\.self) }

  func request() { state.withLock { $0 = true } }
}
