// Limits a program puts on itself before it touches a stranger's bytes. Source: FAULTS §6.

import CHost
import Glibc

package enum Limits {
  /// The decoder: 512 MiB of address space, 10 s of CPU, 16 files, 32 MiB a file, no core dump.
  ///
  /// False when the kernel refused one of them; then nothing may be decoded.
  package static func applyToDecoder() -> Bool {
    let codes = [
      albumscan_limit_memory(512 << 20), albumscan_limit_cpu(10), albumscan_limit_files(16),
      albumscan_limit_file_size(32 << 20), albumscan_limit_core(0),
    ]
    return codes.allSatisfy { $0 == 0 }
  }

  /// Heap of the decoder's buffers in large pages, kept until the end: 12 megapixels, their crops and
  /// what finding the cover takes. Only what is used is taken from the machine.
  package static func keepDecoderHeap() { albumscan_keep_heap(64 << 20) }

  /// The CGI: 1 GiB of address space, 10 s of CPU, no core dump.
  package static func applyToCGI() -> Bool {
    let codes = [
      albumscan_limit_memory(1 << 30), albumscan_limit_cpu(10), albumscan_limit_core(0),
    ]
    return codes.allSatisfy { $0 == 0 }
  }

  /// A program that holds keys: no core dump, and no look into its memory by others of its user.
  package static func hideMemory() {
    _ = albumscan_limit_core(0)
    _ = albumscan_hide_memory()
  }

  /// A server that has its answer, or has lost its client, ends a CGI with SIGTERM at once (FAULTS
  /// fact 2). An upload must still be cleared away then, and an accepted scan get its worker; both
  /// take milliseconds, and every wait of ours has an end.
  package static func ignoreTermination() { signal(SIGTERM, SIG_IGN) }

  /// A reader that goes away must end in an error, not in a signal.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
