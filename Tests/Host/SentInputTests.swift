// Bytes as the input of a program, and locks on folders.

import Host
import Support
import Testing

@Suite struct SentInputTests {
  private func run(_ path: String, _ arguments: [String], _ bytes: [UInt8]) throws
    -> Programs.Output
  {
    try Programs.run(
      path, arguments, sending: bytes, limit: 8 << 20, timeoutMilliseconds: 30_000)
  }

  @Test(arguments: [0, 1, 3_000_000])
  func `a program reads the bytes as its input`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let output = try run("/bin/cat", [], bytes)
    #expect(output.exitCode == 0 && output.bytes == bytes)
  }

  @Test func `a program that does not read its input ends as it wants`() throws {
    let output = try run("/bin/sh", ["-c", "exit 3"], [UInt8](repeating: 7, count: 3_000_000))
    #expect(output.exitCode == 3 && output.bytes.isEmpty)
  }

  @Test func `a folder has one lock, which another process may hold`() throws {
    let folder = try TemporaryFolder()
    #expect(try isFree(folder.path))
    let script = "flock \"$0\" sh -c 'echo held; cat > /dev/null; flock -n \"$0\" true'"
    let output = try run("/bin/sh", ["-c", script, folder.path], [1])
    #expect(String(decoding: output.bytes, as: UTF8.self) == "held\n")
    #expect(try isFree(folder.path))
  }

  @Test func `the lock of this process keeps other processes out`() throws {
    let folder = try TemporaryFolder()
    let lock = try Lock.wait(forFolder: folder.path, milliseconds: 0)
    #expect(try run("/usr/bin/flock", ["-n", folder.path, "true"], []).exitCode == 1)
    #expect(try !isFree(folder.path))
    _ = consume lock
    #expect(try run("/usr/bin/flock", ["-n", folder.path, "true"], []).exitCode == 0)
  }

  @Test func `a missing folder is an error`() {
    #expect(throws: HostError.self) { try isFree("/missing/folder") }
  }

  private func isFree(_ folder: String) throws -> Bool {
    if let lock = try Lock.wait(forFolder: folder, milliseconds: 60) {
      _ = consume lock
      return true
    }
    return false
  }
}
