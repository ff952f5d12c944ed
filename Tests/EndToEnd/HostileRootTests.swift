// Commands of root beside a hostile owner of an installation (Tests/Root/hostile.py): no command of root reads, writes
// or removes a file where the owner leads it.

import Glibc
import Host
import Support
import Testing

@Suite struct HostileRootTests {
  @Test func `root follows no link, pipe or setting of the owner, and says why`() throws {
    guard geteuid() == 0 else { return note("only root can show what root does") }
    let folder = try TemporaryFolder()
    let installed = try run([
      "/usr/bin/make", "--no-print-directory", "-C", Checkout.root, "install-files",
      "DESTDIR=\(folder.path)", "PREFIX=/usr", "BIN=\(Checkout.debugPrograms)",
    ])
    try #require(installed.code == 0, "\(installed.text)")
    // `make torture` plays all cells of the table.
    let sample = ["--sample", "40", "--seed", "\(testSeed())"]
    let played = try run(
      ["/usr/bin/python3", "\(Checkout.root)/Tests/Root/hostile.py", "\(folder.path)/usr"]
        + (Environment.isTorture ? [] : sample))
    if let cells = played.text.split(separator: "\n").first { note(String(cells)) }
    let faults = played.text.split(separator: "\n").filter { !$0.hasPrefix("ok\t") }
    #expect(played.code == 0, "\(faults.joined(separator: "\n"))")
  }

  private func run(_ words: [String]) throws -> (code: Int32, text: String) {
    let output = try Programs.run(
      "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh"] + words, input: "/dev/null", limit: 4 << 20,
      timeoutMilliseconds: 900_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }
}
