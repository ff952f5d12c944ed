// The start of the program `albumscan-photo`.

import Glibc
import Host

/// Reads the command line and stdin, writes to stdout, and ends the process.
package enum PhotoCommandRunner {
  package static func run() -> Never {
    StandardStreams.ensureOpen()
    ProcessLimits.ignoreBrokenPipes()

    switch Command(arguments: Array(CommandLine.arguments.dropFirst())) {
    case .help:
      exit(StandardOutput.write(Array(Command.usage.utf8)) ? 0 : 1)
    case .misused:
      StandardOutput.complain(Command.usage)
      exit(2)
    case .draw(let vips):
      guard ProcessLimits.applyToDrawing(), Confinement.applyToDrawing(with: vips) else {
        StandardOutput.complain("albumscan-photo: the kernel refuses to confine \(vips)\n")
        exit(1)
      }
      // The name `stdin` means descriptor 0. A name that begins with a full stop means descriptor 1.
      let failure = Programs.replace(by: vips, ["copy", "stdin", ".jpg[Q=85,strip]"])
      StandardOutput.complain("albumscan-photo: \(failure)\n")
      exit(1)
    case .work(let work):
      guard ProcessLimits.applyToDecoder() else {
        StandardOutput.complain("albumscan-photo: the kernel refuses the decoder's limits\n")
        exit(1)
      }
      ProcessLimits.keepDecoderHeap()
      let expected = StandardInput.expectedByteCount
      guard Confinement.applyToDecoder() else {
        StandardOutput.complain("albumscan-photo: the kernel refuses to confine the decoder\n")
        exit(1)
      }
      let output = PhotoAnswer.of(
        work, StandardInput.bytes(atMost: PhotoAnswer.mostBytesIn, expected: expected))
      exit(StandardOutput.write(output.bytes) ? output.exitCode : 1)
    }
  }
}
