// The program that draws pictures to share can do nothing but draw. A program in place of `vips` tries what it must not
// do, without the confinement, where everything succeeds, and with it.

import Host
import Support
import Testing

@Suite struct DrawingConfinementTests {
  private static let photoProgram = "\(Checkout.debugPrograms)/albumscan-photo"

  private let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    program = folder.file("attempts")
    let output = try Programs.run(
      "/bin/sh",
      [
        "-c",
        "exec $(dirname $(readlink -f $(command -v swift)))/clang -Wall -o \"$@\"", "sh", program,
        "\(Checkout.root)/Tests/Faults/attempts.c",
      ], input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000,
      variables: ["PATH=\(Programs.environment("PATH") ?? "")"])
    #expect(output.exitCode == 0)
    try Files.makeDirectories(folder.file("data/keys"))
    try folder.write("a secret", to: "data/keys/openai")
  }

  /// Starts a process that the attempts may disturb, then the attempts: `name yes` or `name no` for each.
  private func attempts(isConfined: Bool, home: String? = nil) throws -> [String: String] {
    let command =
      (home.map { ["/usr/bin/env", "HOME=\($0)"] } ?? [])
      + (isConfined ? [Self.photoProgram, "draw", program] : [program])
    let output = try Programs.run(
      "/bin/sh",
      ["-c", "sleep 60 & export VICTIM=$!; \"$@\"; kill -9 $VICTIM", "sh"] + command,
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000,
      variables: ["ATTEMPTED=\(folder.path)"])
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    return Dictionary(
      lines.map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), String(words.last ?? ""))
      }, uniquingKeysWith: { _, last in last })
  }

  @Test(.enabled(if: Files.exists("/proc/sys/kernel/seccomp/actions_avail")))
  func `the program that draws reads fonts, and neither keys nor other processes are in its reach`()
    throws
  {
    let free = try attempts(isConfined: false)
    let confined = try attempts(isConfined: true)
    #expect(free.count > 25 && Set(free.keys) == Set(confined.keys))
    #expect(free.filter { $0.value != "yes" }.isEmpty, "without the confinement, all succeed")
    let permitted = confined.filter { $0.value == "yes" }.keys.sorted()
    #expect(permitted == ["abort-own-thread", "read-font-folder", "read-library", "start-thread"])
  }

  /// A folder with fonts that cannot be opened must not leave the other files open to the program.
  @Test(
    .enabled(if: Files.exists("/proc/sys/kernel/seccomp/actions_avail")),
    arguments: ["/nowhere", "/dev/null", String(repeating: "a", count: 5000)])
  func `without readable fonts of the user, keys stay out of reach`(home: String) throws {
    let confined = try attempts(isConfined: true, home: home)
    let permitted = confined.filter { $0.value == "yes" }.keys.sorted()
    #expect(permitted == ["abort-own-thread", "read-font-folder", "read-library", "start-thread"])
  }
}
