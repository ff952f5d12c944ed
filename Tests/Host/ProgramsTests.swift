// Child programs, tested with real programs.

import Host
import Support
import Testing

@Suite struct ProgramsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func shell(
    _ script: String, limit: Int = 1000, timeout: Int64 = 5000,
    errors: Programs.ErrorOutput = .shared
  ) throws -> Programs.Output {
    let input = try folder.write("input", to: "input")
    return try Programs.run(
      "/bin/sh", ["-c", script], input: input, limit: limit, timeoutMilliseconds: timeout,
      errors: errors)
  }

  @Test func `a child reads its file and its output is collected`() throws {
    let output = try shell("cat; exit 7")
    #expect(output.exitCode == 7)
    #expect(output.bytes == Array("input".utf8))
  }

  @Test func `a child that a signal killed is distinguished from one that exited`() throws {
    #expect(try shell("kill -9 $$").exitCode == 128 + 9)
  }

  @Test func `a child that writes too much is killed`() throws {
    #expect(throws: HostError.childOverran(path: "/bin/sh")) { try shell("yes") }
  }

  @Test func `messages are kept apart from the output, and only their end if there are many`()
    throws
  {
    let few = try shell("echo out; echo message >&2; exit 3", errors: .kept)
    #expect(few.exitCode == 3)
    #expect(few.bytes == Array("out\n".utf8) && few.errors == Array("message\n".utf8))
    let many = try shell("yes early | head -c 300000 >&2; echo last >&2; echo out", errors: .kept)
    #expect(many.bytes == Array("out\n".utf8))
    #expect(many.errors.count == 65536 && many.errors.suffix(5) == Array("last\n".utf8))
    #expect(try shell("echo message >&2", errors: .hidden).errors == [])
  }

  @Test func `a child that takes too long is killed`() throws {
    #expect(throws: HostError.childOverran(path: "/bin/sh")) {
      try shell("sleep 30", timeout: 200)
    }
    #expect(throws: HostError.childOverran(path: "/bin/sh")) {
      try shell("yes message >&2", timeout: 200, errors: .kept)
    }
  }

  @Test func `a child whose output is not needed any more is killed`() throws {
    let started = folder.file("started")
    #expect(throws: HostError.childCancelled(path: "/bin/sh")) {
      try Programs.run(
        "/bin/sh", ["-c", "echo $$ > \(started); exec sleep 60"], sending: [], limit: 1000,
        timeoutMilliseconds: 60_000, isCancelled: { Files.exists(started) })
    }
    let child = try folder.text("started").split(separator: "\n").first.map(String.init) ?? ""
    #expect(!Files.exists("/proc/\(child)"))
  }

  @Test func `a child that closes its output and goes on running is killed`() throws {
    #expect(throws: HostError.childOverran(path: "/bin/sh")) {
      try shell("echo $$ >\(folder.file("pid")); exec >&-; exec sleep 30", timeout: 300)
    }
    let child = try folder.text("pid").split(separator: "\n").first.map(String.init) ?? ""
    #expect(!Files.exists("/proc/\(child)"))
  }

  @Test func `a child inherits only the descriptors and variables that it needs`() throws {
    let held = try FileDescriptor(opening: "/dev/null", 0)
    let output = try shell(
      "ls /proc/self/fd | tr '\\n' ' '; env | sed 's/=.*//' | sort | tr '\\n' ' '")
    _ = consume held
    let words = String(decoding: output.bytes, as: UTF8.self).split(separator: " ")
    // Descriptor 3 is the folder that `ls` itself opens. The variable PWD comes from `sh`.
    #expect(words.filter { Int($0) != nil } == ["0", "1", "2", "3"])
    let allowed: Set<Substring> = ["HOME", "LANG", "PATH", "PWD", "TZ", "_", "SHLVL", "OLDPWD"]
    #expect(Set(words.filter { Int($0) == nil }).isSubset(of: allowed))
  }

  @Test func `a detached program has its own session and outlives the call`() throws {
    let path = folder.file("done")
    try Programs.startDetached(
      "/bin/sh",
      ["-c", "ps -o sid= -p $$ > \(path).tmp; echo $$ >> \(path).tmp; mv \(path).tmp \(path)"])
    let deadline = Clock.bootMilliseconds() + 5000
    while !Files.exists(path), Clock.bootMilliseconds() < deadline { pause(milliseconds: 10) }
    let numbers = try folder.text("done").split(whereSeparator: \.isWhitespace)
    #expect(numbers.count == 2)
    #expect(numbers.first == numbers.last)
  }

  @Test func `a program that is not there is an error`() throws {
    #expect(throws: HostError.self) { try Programs.startDetached("/no/such/program", []) }
  }
}
