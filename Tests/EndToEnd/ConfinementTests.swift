// The kernel restrictions of albumscan-photo, which decodes untrusted pictures.

import Host
import Support
import Testing

@Suite struct ConfinementTests {
  /// Starts the decoder with a pipe as its input, waits until it reads the pipe, and prints its
  /// restrictions.
  private static let script = """
    mkfifo "$1"
    "$2" crop < "$1" & pid=$!
    exec 3> "$1"
    wanted="NoNewPrivs:.*1"
    [ ! -e /proc/sys/kernel/seccomp/actions_avail ] || wanted="Seccomp:.*2"
    tries=0
    until grep -q "^$wanted" /proc/$pid/status || [ $tries -ge 400 ]; do
      tries=$((tries + 1)); sleep 0.05
    done
    grep -E "^(NoNewPrivs|Seccomp):" /proc/$pid/status
    exec 3>&-
    wait $pid
    """

  @Test func `the decoder gives up privileges and system calls before its first byte`() throws {
    let folder = try TemporaryFolder()
    let output = try Programs.run(
      "/bin/sh",
      [
        "-c", Self.script, "sh", folder.file("pipe"),
        "\(Checkout.debugPrograms)/albumscan-photo",
      ],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(text.contains("NoNewPrivs:\t1"), "\(text)")
    // A kernel without system call filters passes the test. This file says whether the kernel has
    // filters.
    if Files.exists("/proc/sys/kernel/seccomp/actions_avail") {
      #expect(text.contains("Seccomp:\t2"), "\(text)")
    }
    // The program reports that the picture is empty. The filter therefore permits the system calls
    // that the program needs.
    #expect(text.contains("error: empty"), "\(text)")
  }

  /// These damaged pictures have more than three million outlines of covers, which needed more memory than the program
  /// may use.
  @Test(arguments: [230, 320]) func `a picture with millions of outlines ends within the memory`(
    number: Int
  ) throws {
    let folder = try TemporaryFolder()
    let seeds = try [
      Files.read(Sample.photo), Files.read(Sample.cover), Sample.smallPhoto("confined"),
    ]
    var random = SeededGenerator(seed: 5_445_210_395_383_050_198)
    var bytes: [UInt8] = []
    for number in 0...number {
      let whole = seeds[number % seeds.count]
      bytes =
        number % 2 == 0
        ? mutated([Array(whole.prefix(800))], &random) + whole.dropFirst(800)
        : mutated([whole], &random)
    }
    let file = folder.file("picture")
    try Files.replace(file, with: bytes, durably: false)
    let output = try Programs.run(
      "\(Checkout.debugPrograms)/albumscan-photo", ["covers"], input: file, limit: 8 << 20,
      timeoutMilliseconds: 60_000)
    #expect(output.exitCode == 0)
  }

  /// A forbidden call ends the program with SIGSYS. The changed bytes are at the beginning, where the tables and the
  /// frame are, or anywhere.
  @Test func `a damaged picture makes the decoder neither crash nor use a forbidden call`() throws {
    let folder = try TemporaryFolder()
    let seeds = try [
      Files.read(Sample.photo), Files.read(Sample.cover), Sample.smallPhoto("confined"),
    ]
    let count = Environment.isTorture ? 3_000 : 40
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    for number in 0..<count {
      let whole = seeds[number % seeds.count]
      let bytes =
        number % 2 == 0
        ? mutated([Array(whole.prefix(800))], &random) + whole.dropFirst(800)
        : mutated([whole], &random)
      let file = folder.file("picture")
      try Files.replace(file, with: bytes, durably: false)
      let command = ["crop", "covers", "artwork"][number / 2 % 3]
      let output = try Programs.run(
        "\(Checkout.debugPrograms)/albumscan-photo", [command], input: file, limit: 8 << 20,
        timeoutMilliseconds: 60_000)
      #expect(
        [0, 3].contains(output.exitCode),
        "\(command) of picture \(number) with ALBUMSCAN_SEED=\(seed): \(output.exitCode)")
      accepted += output.exitCode == 0 ? 1 : 0
    }
    note(
      "\(count) damaged pictures, ALBUMSCAN_SEED=\(seed): \(accepted) are accepted, the others refused"
    )
    #expect(accepted > 0 && accepted < count)
  }
}
