// One picture in on stdin, clean pictures and facts out on stdout, under limits. Holds no key, opens
// no socket and no database. Refuses everything that is not a JPEG within `JPEGLimits`.

import Glibc
import Host

StandardStreams.ensureOpen()
Limits.ignoreBrokenPipes()

switch Command(arguments: Array(CommandLine.arguments.dropFirst())) {
case .help:
  exit(StandardOutput.write(Array(Command.usage.utf8)) ? 0 : 1)
case .misused:
  StandardOutput.complain(Command.usage)
  exit(2)
case .work(let work):
  guard Limits.applyToDecoder() else {
    StandardOutput.complain("albumscan-photo: the kernel refuses the decoder's limits\n")
    exit(1)
  }
  Limits.keepDecoderHeap()
  guard Confinement.applyToDecoder() else {
    StandardOutput.complain("albumscan-photo: the kernel refuses to confine the decoder\n")
    exit(1)
  }
  let answer = Answer.to(work, StandardInput.bytes(atMost: Answer.mostBytesIn))
  exit(StandardOutput.write(answer.bytes) ? answer.exitCode : 1)
}
