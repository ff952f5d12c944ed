// The start of the program `albumscan-read`.

import Glibc
import Host
import Lettering
import Pictures

/// Reads the command line and stdin, writes to stdout, and ends the process.
package enum ReadCommandRunner {
  /// The exit codes. Source: docs/interface.md.
  private enum Code: Int32 {
    case done = 0
    /// The kernel or the library failed.
    case failed = 1
    case misused = 2
    /// The input has another form.
    case unusable = 3
    /// A file of the reader is missing or damaged.
    case notInstalled = 4
    /// Another reader has not ended.
    case busy = 5
  }

  package static func run() -> Never {
    StandardStreams.ensureOpen()
    ProcessLimits.ignoreBrokenPipes()
    let code =
      switch ReadCommand(arguments: Array(CommandLine.arguments.dropFirst())) {
      case .help: write(Array(ReadCommand.usage.utf8)) ? Code.done : .failed
      case .misused: complaining(.misused, ReadCommand.usage)
      case .read(let folder, let wait): read(folder: folder, waitMilliseconds: wait)
      }
    // Not `exit`: handlers of the library may need calls that are forbidden now.
    _exit(code.rawValue)
  }

  private static func read(folder: String, waitMilliseconds: Int64) -> Code {
    do {
      guard let lock = try Lock.wait(forFolder: folder, milliseconds: waitMilliseconds) else {
        return complaining(.busy, "another reader has not ended")
      }
      return read(folder: folder, holding: lock)
    } catch {
      return complaining(.notInstalled, "\(error)")
    }
  }

  /// The kernel frees the lock when this process ends, however it ends.
  private static func read(folder: String, holding lock: borrowing Lock) -> Code {
    guard ProcessLimits.applyToReader(), Confinement.applyToLoading() else {
      return complaining(.failed, "the kernel refuses the limits of the reader")
    }
    do throws(LetteringError) {
      let lettering = try Lettering(folder: folder)
      // From here on, nothing can be opened. The input comes from a stranger.
      guard Confinement.applyToReader() else {
        return complaining(.failed, "the kernel refuses to confine the reader")
      }
      guard let (picture, options) = PictureInput.read() else {
        return complaining(.unusable, "the input is no picture for this program")
      }
      return write(ReadAnswer.bytes(try lettering.lines(in: picture, options))) ? .done : .failed
    } catch {
      switch error {
      case .library, .model: return complaining(.notInstalled, "\(error)")
      case .computation: return complaining(.failed, "\(error)")
      }
    }
  }

  /// Writes the reason to standard error.
  private static func complaining(_ code: Code, _ reason: String) -> Code {
    let bytes = Array("albumscan-read: \(reason)\n".utf8)
    _ = Glibc.write(2, bytes, bytes.count)
    return code
  }

  /// False when the reader of the pipe has closed it.
  private static func write(_ bytes: [UInt8]) -> Bool {
    let output = FileDescriptor(taking: 1, path: "stdout")
    do { try output.write(bytes) } catch { return false }
    return true
  }
}
