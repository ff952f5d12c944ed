// QR codes for the terminal, drawn by `qrencode`.

import Host

package enum QRCode {
  /// The lines of a terminal that show `text`, black on white; nil when qrencode is not installed or
  /// fails. `address` contains no secret: other users can read a program's arguments.
  package static func lines(of address: String) -> String? {
    guard let program = ServingProgram.qrencode.path,
      let output = try? Programs.run(
        program, ["-t", "ANSIUTF8", "-m", "2", "-o", "-", "--", address], input: "/dev/null",
        limit: 1 << 16, timeoutMilliseconds: 10_000),
      output.exitCode == 0
    else { return nil }
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
