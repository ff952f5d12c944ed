// Limits that a program sets on itself before it reads untrusted bytes. Values: docs/limits.md.

import CHost
import Glibc

/// Resource limits, signals and memory protection of the running process.
package enum ProcessLimits {
  /// Limits the decoder permanently: 512 MiB of address space, 10 s of processor time, 16 open
  /// files, 32 MiB per written file, and no core dump. `Confinement` forbids system calls.
  ///
  /// False when the kernel refuses a limit; the caller must not decode then. The corresponding C
  /// function is `setrlimit`.
  package static func applyToDecoder() -> Bool {
    let codes = [
      albumscan_limit_memory(512 << 20, 1), albumscan_limit_cpu(10, 1), albumscan_limit_files(16),
      albumscan_limit_file_size(32 << 20), albumscan_limit_core(0, 1),
    ]
    return codes.allSatisfy { $0 == 0 }
  }

  /// Limits the program that draws a picture to share: 1 GiB of address space, 10 s of processor time, 256
  /// open files, no written file, and no core dump. False in the same case as `applyToDecoder`.
  package static func applyToDrawing() -> Bool {
    let codes = [
      albumscan_limit_memory(1 << 30, 1), albumscan_limit_cpu(10, 1), albumscan_limit_files(256),
      albumscan_limit_file_size(0), albumscan_limit_core(0, 1),
    ]
    return codes.allSatisfy { $0 == 0 }
  }

  /// Limits the text reader permanently: 768 MiB of address space, of which the library and its models take 200 MiB; 60 s
  /// of processor time, 16 open files, 32 MiB per written file, and no core dump. False in the same case as
  /// `applyToDecoder`.
  package static func applyToReader() -> Bool {
    let codes = [
      albumscan_limit_memory(768 << 20, 1), albumscan_limit_cpu(60, 1), albumscan_limit_files(16),
      albumscan_limit_file_size(32 << 20), albumscan_limit_core(0, 1),
    ]
    return codes.allSatisfy { $0 == 0 }
  }

  /// Reserves 64 MiB of heap in large pages for the buffers of a picture of 12 megapixels, its
  /// crops and the search for the cover. The kernel provides only the pages that are used.
  package static func keepDecoderHeap() { albumscan_keep_heap(64 << 20) }

  /// Limits the CGI: 1 GiB of address space, 10 s of processor time, no core dump.
  ///
  /// Sets only the soft limits, because the worker that the CGI starts must not inherit them.
  /// `Programs.startDetached` raises soft limits to the hard limits for the child.
  package static func applyToCGI() -> Bool {
    let memory = albumscan_limit_memory(1 << 30, 0)
    let processor = albumscan_limit_cpu(10, 0)
    let core = albumscan_limit_core(0, 0)
    return memory == 0 && processor == 0 && core == 0
  }

  /// The niceness of processes that compete with the web server for the processor. Source:
  /// docs/limits.md "Processes".
  package enum Niceness: Int32 {
    case upload = 5
    case worker = 10
  }

  /// Lets processes with a lower niceness go first. Concerns the calling thread, its later threads, and the
  /// programs that it starts. The corresponding C function is `setpriority`.
  package static func giveWay(_ niceness: Niceness) {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness.rawValue)
  }

  /// Protects the memory of a program that holds keys: no core dump, and no access through `/proc`
  /// by other programs of the same user.
  package static func hideMemory() {
    _ = albumscan_limit_core(0, 1)
    _ = albumscan_hide_memory()
  }

  /// Sets the file mode creation mask to 022. The mask of the shell or web server then has no
  /// effect.
  package static func ignoreUmask() { _ = umask(0o022) }

  /// Ignores SIGTERM. A web server sends it to a CGI as soon as the server has the answer or loses
  /// its client (docs/faults.md, fact 2). The CGI must still remove an upload or start the worker.
  /// Both take milliseconds, and every wait of the CGI has a timeout.
  package static func ignoreTermination() { signal(SIGTERM, SIG_IGN) }

  /// Switches the log of libdispatch off. libdispatch writes a line to the log of the system for each thread whose
  /// priority this user may not raise, and no line that a host needs. Its sources read the variable at the first line.
  package static func silenceThreads() { setenv("LIBDISPATCH_LOG", "NO", 0) }

  /// Ignores SIGPIPE: writing to a closed pipe or socket returns an error instead.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
