// Child programs: one that outlives us and one whose answer we wait for.
// Both start with a clean environment, no inherited descriptor and default signals (FAULTS A1–A3, A10).

import CHost
import Glibc

package enum Programs {
  /// The folder this program's file lies in; its two sisters lie beside it.
  package static var ownFolder: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return "/" }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return Files.parent(of: path)
  }

  /// Starts a program in a session of its own, with 0–2 on /dev/null, and does not wait for it.
  package static func startDetached(_ path: String, _ arguments: [String]) throws(HostError) {
    _ = try spawn(path, arguments, input: -1, output: -1, error: -1, ownSession: true)
  }

  /// What a child program said.
  package struct Output: Sendable {
    /// As the shell counts: 128 + signal when a signal ended it.
    package let exitCode: Int32
    package let bytes: [UInt8]
  }

  /// Runs a program on a file's bytes and collects what it writes.
  ///
  /// Throws `childOverran` when it writes more than `limit` bytes or takes longer than
  /// `timeoutMilliseconds`; it is killed then. Its stderr is ours.
  package static func run(
    _ path: String, _ arguments: [String], input: String, limit: Int, timeoutMilliseconds: Int64
  ) throws(HostError) -> Output {
    let source = try FileDescriptor(opening: input, O_RDONLY)
    let ends = try pipe()
    let reading = FileDescriptor(taking: ends[0], path: "pipe")
    let child = try start(path, arguments, reading: source, writing: ends[1])
    do {
      let deadline = Clock.bootMilliseconds() + timeoutMilliseconds
      let bytes = try collect(reading, limit: limit, until: deadline, program: path)
      return Output(exitCode: wait(for: child), bytes: bytes)
    } catch {
      kill(child, SIGKILL)
      _ = wait(for: child)
      throw error
    }
  }

  private static func collect(
    _ pipe: borrowing FileDescriptor, limit: Int, until deadline: Int64, program: String
  ) throws(HostError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let rest = deadline - Clock.bootMilliseconds()
      var question = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
      guard rest > 0, poll(&question, 1, Int32(clamping: rest)) != 0 else {
        throw .childOverran(path: program)
      }
      let count = try chunk.withUnsafeMutableBytes { raw in
        Result { () throws(HostError) in try pipe.read(into: raw) }
      }.get()
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw .childOverran(path: program) }
    }
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return albumscan_exit_code(status)
  }

  /// Starts the child and closes our end of what it writes to.
  private static func start(
    _ path: String, _ arguments: [String], reading source: borrowing FileDescriptor,
    writing number: Int32
  ) throws(HostError) -> pid_t {
    let sink = FileDescriptor(taking: number, path: "pipe")
    return try spawn(
      path, arguments, input: source.number, output: sink.number, error: 2, ownSession: false)
  }

  /// The reading and the writing end. The corresponding C function is `pipe`.
  private static func pipe() throws(HostError) -> [Int32] {
    var ends: [Int32] = [0, 0]
    _ = try valueOrErrno("pipe", "") { Glibc.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func spawn(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, error: Int32,
    ownSession: Bool
  ) throws(HostError) -> pid_t {
    var child: pid_t = 0
    let code = withCStrings([path] + arguments) { argv in
      withCStrings(Failpoint.passedOn(to: cleanEnvironment)) { environment in
        albumscan_spawn(
          &child, path, argv, environment, input, output, error, ownSession ? 1 : 0)
      }
    }
    guard code == 0 else { throw .system(operation: "spawn", path: path, code: code) }
    return child
  }

  /// Only what a program of ours needs; no proxy, no key, no loader variable passes (FAULTS A10, E6).
  private static var cleanEnvironment: [String] {
    var variables = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]
    for name in ["HOME", "TZ"] {
      if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
    }
    return variables
  }

  static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}

extension Programs {
  /// A variable of this process's own environment. The corresponding C function is `getenv`.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
